import type { Event } from '../../../domain/alert/event.ts'
import type { DeliveryFilter } from '../../../domain/filter/delivery-filters.ts'
import type { DeliveryId, EventId, WebhookId } from '../../../domain/ids.ts'
import type { OperationFilter } from '../../../domain/operation/operation.ts'
import type { FoundRow, OfEvent } from '../../changes/queue-rows.ts'
import type { OperationRows } from '../../changes/delivery-rows.ts'
import type { DeliveryRow } from '../../rows/delivery-row.ts'
import type { OperationRow } from '../../rows/operation-row.ts'
import { runStep } from '../../transactions/transaction-script.ts'
import type { Transaction } from '../connection/database.ts'
import { wrap } from '../../transactions/list-scans.ts'
import { setStatement } from '../connection/set-statement.ts'
import { numbered } from '../connection/statement.ts'
import { deliveryPaths, UNFINISHED } from '../history/delivery-lists.ts'
import { mergeScans, scan } from '../history/list-scans.ts'

/** Unfinished deliveries that one step searches: a step is short even if few fit. */
const WINDOW = 20_000

const EVENT = { event_id: 'bigint', event_at: 'bigint' } as const
const ENDED = { id: 'bigint', event_at: 'bigint' } as const

type Ended = OfEvent & Pick<DeliveryRow, 'id'>

const FIND_KINDS = setStatement<OfEvent, [], { id: EventId; kind: Event['kind'] }>(EVENT)(`
SELECT event.id, event.kind FROM GIVEN
CROSS JOIN LATERAL (SELECT id, kind FROM events WHERE id = given.event_id AND accepted_at = given.event_at) AS event`)

// Keeps the event, which stays as long as this delivery.
const LOCK_ENDED = setStatement<Ended, [], { id: DeliveryId }>(ENDED)(`
SELECT ended.id FROM GIVEN
JOIN ended_deliveries AS ended ON ended.id = given.id AND ended.event_at = given.event_at
ORDER BY ended.id FOR KEY SHARE OF ended`)

// OFFSET 0 has it start from the events: the webhook may have been notified of much else.
const SELECT_REACHED = setStatement<OfEvent, [webhookId: WebhookId], { id: EventId }>(EVENT)(`
SELECT given.event_id AS id FROM GIVEN
WHERE EXISTS (
  SELECT FROM (SELECT webhook_id FROM deliveries WHERE event_id = given.event_id OFFSET 0) AS unfinished
  WHERE webhook_id = $1
) OR EXISTS (
  SELECT FROM (
    SELECT webhook_id, state FROM ended_deliveries
    WHERE event_at = given.event_at AND event_id = given.event_id OFFSET 0
  ) AS ended WHERE webhook_id = $1 AND state = 'delivered'
)`)

const SET_REASON = setStatement<Ended, [reason: string]>(ENDED)(`
UPDATE ended_deliveries AS ended SET last_reason = $1 FROM GIVEN
WHERE ended.id = given.id AND ended.event_at = given.event_at`)

export function operationRows(transaction: Transaction, advanced: OperationRows['advanced']): OperationRows {
  return {
    advanced,
    isCaughtUp: () => runStep(() => true),
    nextDeliveries: (operation, filter, limit) =>
      runStep(() => findNext(transaction, operation, filter, limit)),

    eventKinds: (deliveries) =>
      runStep(async () => {
        const rows = await FIND_KINDS.read(transaction, deliveries)
        return new Map(rows.map(({ id, kind }) => [id, kind]))
      }),

    lockEnded: (deliveries) =>
      runStep(async () => {
        const rows = await LOCK_ENDED.read(transaction, deliveries)
        return new Set(rows.map(({ id }) => id))
      }),

    reached: (events, webhookId) =>
      runStep(async () => {
        const rows = await SELECT_REACHED.read(transaction, events, webhookId)
        return new Set(rows.map(({ id }) => id))
      }),

    setReason: (ended, reason) => runStep(() => SET_REASON.write(transaction, ended, reason)),
  }
}

async function findNext(
  transaction: Transaction,
  { last_id: after, up_to_id: upToId }: OperationRow,
  filter: OperationFilter,
  limit: number,
): Promise<{ readonly rows: readonly FoundRow[]; readonly lastId: DeliveryId }> {
  const bound = await boundOf(filter, transaction, { after, upToId })
  const ids = { after, before: bound + 1 }
  const paths = deliveryPaths({ filter, ids, limit, direction: 'ASC' })
  const rows = await transaction.list<FoundRow>(...numbered(mergeScans(paths, 'ASC', limit)))
  const last = rows.length === limit ? rows.at(-1) : undefined
  return { rows, lastId: last?.id ?? bound }
}

/** Returns the last id of a step that may read many unfinished deliveries of which few fit. */
async function boundOf(
  { states, webhookId, eventId, alertId }: DeliveryFilter,
  transaction: Transaction,
  { after, upToId }: { readonly after: DeliveryId; readonly upToId: DeliveryId },
): Promise<DeliveryId> {
  const isScan = eventId === undefined && alertId === undefined
  if (!isScan || !UNFINISHED.some((state) => states?.includes(state))) return upToId
  const seen = scan(
    {
      table: 'deliveries',
      columns: 'id',
      prefix: webhookId === undefined ? [] : [['webhook_id', webhookId]],
      ids: { after, before: upToId + 1 },
      limit: WINDOW,
    },
    'ASC',
  )
  const [window] = await transaction.list<{ count: number; last: DeliveryId | null }>(
    ...numbered(wrap('SELECT count(*), max(id) AS last FROM (', seen, ') AS seen')),
  )
  return window?.count === WINDOW ? (window.last ?? upToId) : upToId
}
