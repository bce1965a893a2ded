import { alertSubject } from '../../../domain/alert/event.ts'
import type { Delivery, DeliveryState } from '../../../domain/delivery/delivery.ts'
import type { DeliveryFilter } from '../../../domain/filter/delivery-filters.ts'
import type { AlertId, EventId } from '../../../domain/ids.ts'
import type { PageRequest } from '../../../domain/page.ts'
import { type DeliveryRow, toDelivery } from '../../rows/delivery-row.ts'
import type { Piece, Pieces } from '../../transactions/list-scans.ts'
import { between, CLOCK_SLACK_MS, equals, join, NO_ID, where, wrap } from '../../transactions/list-scans.ts'
import type { Database } from '../connection/database.ts'
import { ENDED_COLUMNS, HOT_COLUMNS } from '../connection/delivery-columns.ts'
import { numbered, oneOf } from '../connection/statement.ts'
import { findIdRange, type IdRange, mergeScans, scan } from './list-scans.ts'

export function deliveryListMethods(database: Pick<Database, 'list'>) {
  const newest = async (filter: DeliveryFilter, { before = NO_ID, limit }: PageRequest): Promise<Piece> => {
    const range = await findDeliveryRange(database, filter)
    const ids = { after: range.after, before: Math.min(range.before, before) }
    return mergeScans(deliveryPaths({ filter, ids, limit, direction: 'DESC' }), 'DESC', limit)
  }
  return {
    async listDeliveries(filter: DeliveryFilter, page: PageRequest): Promise<readonly Delivery[]> {
      const rows = await database.list<DeliveryRow>(...numbered(await newest(filter, page)))
      return rows.map(toDelivery)
    },

    async countDeliveries(filter: DeliveryFilter, limit: number): Promise<number> {
      const found = wrap('SELECT count(*) FROM (', await newest(filter, { limit }), ') AS found')
      const rows = await database.list<{ count: number }>(...numbered(found))
      return rows[0]?.count ?? 0
    },
  }
}

/** Finds ids outside of which nothing fits. */
export function findDeliveryRange(
  database: Pick<Database, 'list'>,
  { eventId, alertId, from, until }: DeliveryFilter,
): Promise<IdRange> {
  const isTimed = eventId === undefined && alertId === undefined
  return findIdRange(database, 'ended_deliveries', isTimed ? { from, until } : {})
}

interface DeliverySearch {
  readonly filter: DeliveryFilter
  readonly ids: IdRange
  readonly limit: number
  readonly direction: 'ASC' | 'DESC'
}

export const UNFINISHED = ['waiting', 'pending', 'sending'] as const satisfies readonly DeliveryState[]
const ENDED = [
  'delivered',
  'failed',
  'cancelled',
  'superseded',
  'outdated',
] as const satisfies readonly DeliveryState[]

/** The newest deliveries searched for a frequent state before other ways are tried. */
const WINDOW = 5_000

/**
 * Returns statements that find what fits, each with at most `limit` rows in the order of ids. Each reads what
 * belongs to one event, alert or webhook, a piece of an index, or the unfinished deliveries.
 */
export function deliveryPaths(search: DeliverySearch): readonly Piece[] {
  const { states = [...UNFINISHED, ...ENDED] } = search.filter
  const hot = UNFINISHED.filter((state) => states.includes(state))
  const ended = ENDED.filter((state) => states.includes(state))
  return [
    ...(hot.length > 0 ? hotPaths(search, hot) : []),
    ...(ended.length > 0 ? endedPaths(search, ended) : []),
  ]
}

function hotPaths(search: DeliverySearch, states: readonly DeliveryState[]): readonly Piece[] {
  const { filter, ids, limit, direction } = search
  const { webhookId, eventId, alertId, from, until } = filter
  const conditions = [
    states.length < UNFINISHED.length && oneOf('state', states),
    ...between('created_at', from, until),
  ]
  const hot = (...which: Pieces) => wrap(`SELECT ${HOT_COLUMNS} FROM deliveries `, where(which))
  const ofWebhook = equals('webhook_id', webhookId)
  if (eventId !== undefined || alertId !== undefined) {
    const source = hot(equals('event_id', eventId), ofAlert(alertId))
    return [gathered(source, search, [ofWebhook, ...conditions])]
  }
  const prefix = webhookId === undefined ? [] : ([['webhook_id', webhookId]] as const)
  const all = { table: 'deliveries', columns: HOT_COLUMNS, prefix, ids, limit }
  const isFewAmongAll = states.length === 1 && states[0] !== 'waiting' && direction === 'DESC'
  if (!isFewAmongAll) return [scan({ ...all, conditions }, direction)]
  const heads = hot(["state <> 'waiting'"], ofWebhook)
  return [windowed(scan({ ...all, limit: WINDOW }, direction), heads, search, conditions)]
}

function endedPaths(search: DeliverySearch, states: readonly DeliveryState[]): readonly Piece[] {
  const { filter, ids, limit, direction } = search
  const { webhookId, eventId, alertId, from, until } = filter
  const conditions = [
    ...between('created_at', from, until),
    // Nothing is made before its event is accepted, so later days are left out.
    until !== undefined && (['event_at < ?', until + CLOCK_SLACK_MS] as const),
  ]
  const isSome = states.length < ENDED.length
  if (eventId !== undefined || alertId !== undefined) {
    const rest = [equals('webhook_id', webhookId), isSome && oneOf('state', states), ...conditions]
    return [gathered(endedOf(eventId, alertId), search, [ofAlert(alertId), ...rest])]
  }
  const all = { table: 'ended_deliveries', columns: ENDED_COLUMNS, prefix: [], ids, limit, conditions }
  if (webhookId !== undefined) {
    return states.map((state) => {
      const prefix = [['webhook_id', webhookId] as const, ['state', state] as const]
      return scan({ ...all, prefix }, direction)
    })
  }
  if (!isSome) return [scan(all, direction)]
  return states.map((state) => {
    if (state === 'delivered') return delivered(search, conditions)
    // Words that let the planner use the partial index.
    const unsuccessful = [...conditions, ["state <> 'delivered'"] as const]
    return scan({ ...all, prefix: [['state', state]], conditions: unsuccessful }, direction)
  })
}

function gathered(source: Piece, { ids, limit, direction }: DeliverySearch, conditions: Pieces): Piece {
  return join(
    [
      // OFFSET 0 keeps the planner from scanning all ids in order for them.
      wrap('SELECT * FROM (', source, ' OFFSET 0) AS gathered'),
      where([['id > ?', ids.after], ['id < ?', ids.before], ...conditions]),
      [`ORDER BY id ${direction} LIMIT ?`, limit],
    ],
    ' ',
  )
}

function ofAlert(id: AlertId | undefined): Piece | undefined {
  return id === undefined ? undefined : equals('subject', alertSubject(id))
}

/** Selects ended deliveries of an event, or of an alert's events, in their partitions. */
function endedOf(eventId: EventId | undefined, alertId: AlertId | undefined): Piece {
  const events = join(
    [
      ['SELECT id, accepted_at FROM events'],
      where([eventId === undefined ? equals('alert_id', alertId) : equals('id', eventId)]),
    ],
    ' ',
  )
  return wrap(
    'SELECT found.* FROM (',
    events,
    ` OFFSET 0) AS event CROSS JOIN LATERAL (
       SELECT ${ENDED_COLUMNS} FROM ended_deliveries WHERE event_id = event.id AND event_at = event.accepted_at OFFSET 0
     ) AS found`,
  )
}

/** Searches the newest first, nearly all of which were delivered, and then a page of every webhook. */
function delivered(search: DeliverySearch, conditions: Pieces): Piece {
  const { ids, limit, direction } = search
  const ended = { table: 'ended_deliveries', columns: ENDED_COLUMNS, prefix: [], ids }
  const each = join(
    [
      [`SELECT ${ENDED_COLUMNS} FROM ended_deliveries`],
      where([
        [`(webhook_id, state, id) > (webhook.id, 'delivered', ?)`, ids.after],
        [`(webhook_id, state, id) < (webhook.id, 'delivered', ?)`, ids.before],
        ...conditions,
      ]),
      [`ORDER BY webhook_id ${direction}, state ${direction}, id ${direction} LIMIT ?`, limit],
    ],
    ' ',
  )
  const ofAll = wrap(
    `SELECT each_one.* FROM (
       WITH RECURSIVE webhook (id) AS (
         SELECT (SELECT webhook_id FROM ended_deliveries ORDER BY webhook_id LIMIT 1)
         UNION ALL
         SELECT (SELECT webhook_id FROM ended_deliveries WHERE webhook_id > webhook.id ORDER BY webhook_id LIMIT 1)
         FROM webhook WHERE webhook.id IS NOT NULL
       ) SELECT id FROM webhook WHERE id IS NOT NULL
     ) AS webhook CROSS JOIN LATERAL (`,
    each,
    ') AS each_one',
  )
  const wanted = [...conditions, ["state = 'delivered'"] as const]
  return windowed(scan({ ...ended, limit: WINDOW }, direction), ofAll, search, wanted)
}

/** Reads the other way only if the window does not fill the page: UNION ALL and a CTE both stop at the limit. */
function windowed(
  window: Piece,
  rest: Piece,
  { limit, direction }: DeliverySearch,
  conditions: Pieces,
): Piece {
  const end = direction === 'DESC' ? 'min' : 'max'
  const further = direction === 'DESC' ? '<' : '>'
  const fitting = where(conditions)
  return join(
    [
      wrap('WITH seen AS MATERIALIZED (', window, ')'),
      wrap('SELECT * FROM (SELECT * FROM (SELECT * FROM seen ', fitting, ') AS near'),
      wrap('UNION ALL SELECT * FROM (SELECT * FROM (', rest, ' OFFSET 0) AS far'),
      where([...conditions, [`id ${further} (SELECT ${end}(id) FROM seen)`]]),
      [`ORDER BY id ${direction}) AS behind) AS found LIMIT ?`, limit],
    ],
    ' ',
  )
}
