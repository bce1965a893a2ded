import type { Database, Statement } from 'better-sqlite3'
import type { Delivery, DeliveryState } from '../../../domain/delivery/delivery.ts'
import type { DeliveryFilter } from '../../../domain/filter/delivery-filters.ts'
import type { PageRequest } from '../../../domain/page.ts'
import type { DeliveryId, WebhookId } from '../../../domain/ids.ts'
import type { BacklogCounts } from '../node-memory/counts.ts'
import { deliveryIdsBetween, listPages, oneOf } from './list-scans.ts'
import { between, equals, type Pieces, where } from '../../transactions/list-scans.ts'
import { toDelivery, type DeliveryRow } from '../../rows/delivery-row.ts'
import type { SqliteDeps } from '../node-memory/deps.ts'

/** Ids that a step reads of a list without a fitting index. */
const SCANNED_IDS_MAX = 20_000

export function deliveryListMethods({ db, counts, catchUp }: SqliteDeps) {
  const crowds = new Crowds(db, counts)
  return {
    listDeliveries(filter: DeliveryFilter, page: PageRequest): readonly Delivery[] {
      const rows = partsOf(filter, catchUp.goneIds()).flatMap((part) =>
        listPages<DeliveryRow>(
          db,
          [
            {
              table: crowds.has(part) ? byIdOf(part) : tableOf(part),
              conditions: deliveryConditions(part),
            },
          ],
          page,
        ),
      )
      return rows
        .toSorted((a, b) => b.id - a.id)
        .slice(0, page.limit)
        .map((row) => toDelivery(catchUp.see(row)))
    },

    countDeliveries(filter: DeliveryFilter, limit: number): number {
      let count = 0
      for (const part of partsOf(filter, catchUp.goneIds())) {
        const [fitting, ...values] = where(deliveryConditions(part))
        const sql = `SELECT count(*) FROM (SELECT 1 FROM ${tableOf(part)} ${fitting} LIMIT ?)`
        count +=
          db
            .prepare<unknown[], number>(sql)
            .pluck()
            .get(...values, limit - count) ?? 0
      }
      return count
    },
  }
}

/** Counts the unfinished deliveries of a webhook, up to a limit. */
export function unfinishedCounter(db: Database): Statement<[webhookId: WebhookId, limit: number], number> {
  return db
    .prepare<[webhookId: WebhookId, limit: number], number>(
      `SELECT count(*) FROM (SELECT 1 FROM deliveries INDEXED BY deliveries_alert_queue
         WHERE webhook_id = ? AND finished_at IS NULL LIMIT ?)`,
    )
    .pluck()
}

/** Above this, unfinished ones are not sorted for a page. */
const SORTED_MAX = 20_000

/** Tells whether so many deliveries are unfinished that a scan from the newest soon finds enough. */
class Crowds {
  readonly #counts: BacklogCounts
  readonly #countOf: Statement<[webhookId: WebhookId, limit: number], number>

  constructor(db: Database, counts: BacklogCounts) {
    this.#counts = counts
    this.#countOf = unfinishedCounter(db)
  }

  has(part: Part): boolean {
    if (!isOfHotSet(part)) return false
    const { states, webhookId } = part
    const { waiting, pending } = this.#counts.get()
    const count = states?.includes('waiting') ? waiting : states?.includes('pending') ? pending : 0
    if (count <= SORTED_MAX) return false
    return webhookId === undefined || (this.#countOf.get(webhookId, SORTED_MAX + 1) ?? 0) > SORTED_MAX
  }
}

/** Finds the first and last id that fit; undefined: none does. Not for `delivered`. */
export function findIdRange(
  db: Database,
  filter: DeliveryFilter,
  goneIds: readonly WebhookId[],
): { readonly first: number; readonly last: number } | undefined {
  const ends = partsOf(filter, goneIds).flatMap((part) => {
    const [fitting, ...values] = where(deliveryConditions(part))
    const end = (order: 'ASC' | 'DESC') =>
      db
        .prepare<unknown[], number>(`SELECT id FROM ${tableOf(part)} ${fitting} ORDER BY id ${order} LIMIT 1`)
        .pluck()
        .get(...values)
    const first = end('ASC')
    const last = first === undefined ? undefined : end('DESC')
    return first === undefined || last === undefined ? [] : [first, last]
  })
  return ends.length === 0 ? undefined : { first: Math.min(...ends), last: Math.max(...ends) }
}

export interface ScannedPage {
  readonly rows: readonly DeliveryRow[]
  /** All deliveries up to this id are done. */
  readonly lastId: DeliveryId
}

/** Returns the next deliveries that fit, by id, after one; at most `limit`, none after `upToId`. */
export function scanDeliveries(
  db: Database,
  filter: DeliveryFilter,
  {
    after,
    upToId,
    limit,
  }: { readonly after: DeliveryId; readonly upToId: DeliveryId; readonly limit: number },
): ScannedPage {
  const { table, isOrdered } = pathOf(filter)
  const bound = isOrdered ? upToId : Math.min(upToId, after + SCANNED_IDS_MAX)
  const found = (isWithin(filter.states, UNSUCCESSFUL) ? partsByState(filter) : [filter]).flatMap((part) => {
    const [fitting, ...values] = where([...deliveryConditions(part), ['id > ?', after], ['id <= ?', bound]])
    return db
      .prepare<unknown[], DeliveryRow>(`SELECT * FROM ${table} ${fitting} ORDER BY id LIMIT ?`)
      .all(...values, limit)
  })
  const rows = found.toSorted((a, b) => a.id - b.id).slice(0, limit)
  const last = rows.length === limit ? rows.at(-1) : undefined
  return { rows, lastId: last?.id ?? bound }
}

const UNFINISHED: readonly DeliveryState[] = ['waiting', 'pending', 'sending']
/** Ended, and not delivered. */
const UNSUCCESSFUL: readonly DeliveryState[] = ['failed', 'cancelled', 'superseded', 'outdated']

interface Part extends DeliveryFilter {
  /** Webhooks whose deliveries count as cancelled, whatever their rows say (catch-up.ts). */
  readonly without?: readonly WebhookId[]
}

function deliveryConditions({
  states,
  webhookId,
  eventId,
  alertId,
  from,
  until,
  without = [],
}: Part): Pieces {
  const isUnfinished = isWithin(states, UNFINISHED)
  return [
    states && oneOf('state', states),
    ...wordsOfPartialIndexes(states),
    without.length > 0 && [
      `(${isUnfinished ? '' : 'finished_at IS NOT NULL OR '}webhook_id NOT IN (${without.join(', ')}))`,
    ],
    equals('webhook_id', webhookId),
    equals('event_id', eventId),
    alertId !== undefined && ['event_id IN (SELECT id FROM events WHERE alert_id = ?)', alertId],
    ...between('created_at', from, until),
    ...deliveryIdsBetween({ from, until }),
  ]
}

/** Words that let the planner use the partial indexes. */
function wordsOfPartialIndexes(states: DeliveryFilter['states']): Pieces {
  return [
    isWithin(states, UNSUCCESSFUL) && ["state IN ('failed', 'cancelled', 'superseded', 'outdated')"],
    isWithin(states, UNFINISHED) && ['finished_at IS NULL'],
    isWithin(states, ['pending']) && ["state = 'pending'"],
    isWithin(states, ['sending']) && ["state = 'sending'"],
  ]
}

/**
 * Splits a filter by index: waiting, pending and sending have one each, other undelivered states share one.
 * Unfinished deliveries of deleted webhooks count as cancelled.
 */
function partsOf(filter: DeliveryFilter, goneIds: readonly WebhookId[]): readonly Part[] {
  const { states, webhookId } = filter
  if (states === undefined || goneIds.length === 0) return partsByState(filter)
  const gone = goneIds.filter((id) => states.includes('cancelled') && (webhookId ?? id) === id)
  return [
    ...partsByState(filter).map((part) => ({ ...part, without: goneIds })),
    ...gone.map((id) => ({ ...filter, webhookId: id, states: UNFINISHED })),
  ]
}

function partsByState(filter: DeliveryFilter): readonly Part[] {
  const { states } = filter
  if (states === undefined || states.includes('delivered')) return [filter]
  return [...UNFINISHED, ...UNSUCCESSFUL]
    .filter((state) => states.includes(state))
    .map((state) => ({ ...filter, states: [state] }))
}

/**
 * Finds unfinished deliveries by their own index and sorts them; the planner would scan the order of the
 * list.
 */
function tableOf(filter: DeliveryFilter): string {
  if (filter.eventId !== undefined || filter.alertId !== undefined) return BY_EVENT
  if (!isOfHotSet(filter)) return pathOf(filter).table
  if (isWithin(filter.states, ['pending'])) return 'deliveries INDEXED BY deliveries_webhook_queue'
  if (isWithin(filter.states, ['sending'])) return 'deliveries INDEXED BY deliveries_leased'
  return 'deliveries INDEXED BY deliveries_alert_queue'
}

const BY_EVENT = 'deliveries INDEXED BY deliveries_by_event'

function isOfHotSet({ states, eventId, alertId }: DeliveryFilter): boolean {
  return isWithin(states, UNFINISHED) && eventId === undefined && alertId === undefined
}

/** Names the index of a scan by id: a plan that sorts would read everything in each step. */
function pathOf({ states, webhookId, eventId, alertId }: DeliveryFilter): {
  readonly table: string
  readonly isOrdered: boolean
} {
  if (eventId !== undefined || alertId !== undefined) return { table: BY_EVENT, isOrdered: true }
  if (isWithin(states, UNSUCCESSFUL)) {
    const index = webhookId === undefined ? 'deliveries_unsuccessful' : 'deliveries_unsuccessful_by_webhook'
    return { table: `deliveries INDEXED BY ${index}`, isOrdered: true }
  }
  return { table: byIdOf({ webhookId }), isOrdered: false }
}

function byIdOf({ webhookId }: { readonly webhookId?: WebhookId | undefined }): string {
  return webhookId === undefined ? 'deliveries NOT INDEXED' : 'deliveries INDEXED BY deliveries_by_webhook'
}

function isWithin(states: DeliveryFilter['states'], all: readonly DeliveryState[]): boolean {
  return states !== undefined && states.length > 0 && states.every((state) => all.includes(state))
}
