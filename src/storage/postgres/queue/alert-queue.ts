import type { DeliveryId, EventId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { QueueEntry } from '../../../domain/delivery/alert-queue.ts'
import type { Urgency } from '../../../domain/delivery/urgency.ts'
import type { FailureKind } from '../../../domain/receiver/outcome.ts'
import type { DeliveryState } from '../../../domain/delivery/delivery.ts'
import type {
  AlertQueue,
  FormerHead,
  Hurried,
  LockedHead,
  LockedQueue,
  OldestRow,
} from '../../changes/queue-rows.ts'
import type { Transaction } from '../connection/database.ts'
import { RacedError } from '../../transactions/transaction-script.ts'
import { listStatement, setStatement } from '../connection/set-statement.ts'
import { inAlertQueue, ALERT_QUEUE_ORDER } from './in-alert-queue.ts'

export const QUEUE = { webhook_id: 'bigint', subject: 'text' } as const

/**
 * The row of the head is the lock of its alert queue: taking something out or reordering locks it so,
 * appending locks it `FOR KEY SHARE`, ending the head deletes it. In an empty queue nothing is locked; of two
 * transactions that add to it, the index `deliveries_head` makes one begin again.
 */
export const LOCK_HEADS = setStatement<AlertQueue, [], { id: DeliveryId }>(QUEUE)(`
SELECT deliveries.id FROM GIVEN JOIN deliveries ON ${inAlertQueue('given', 'deliveries.')}
WHERE deliveries.state <> 'waiting'
ORDER BY deliveries.id FOR UPDATE OF deliveries`)

/** The oldest of all, and the head, which may be the same. */
export const READ_ALERT_QUEUES = setStatement<AlertQueue, [], AlertQueueRow>(QUEUE, { isNumbered: true })(`
SELECT oldest.id AS oldest_id, oldest.event_id AS oldest_event_id, oldest.state AS oldest_state,
  head.id AS head_id, head.event_id AS head_event_id, head.state AS head_state, head.queue_urgency, head.last_failure
FROM GIVEN
LEFT JOIN LATERAL (
  SELECT id, event_id, state FROM deliveries WHERE ${inAlertQueue('given')} ORDER BY ${ALERT_QUEUE_ORDER} LIMIT 1
) AS oldest ON true
LEFT JOIN LATERAL (
  SELECT id, event_id, state, queue_urgency, last_failure FROM deliveries WHERE ${inAlertQueue('given')} AND state <> 'waiting'
) AS head ON true
ORDER BY given.place`)

export const DEMOTE = listStatement<DeliveryId>(
  "UPDATE deliveries SET state = 'waiting', due_at = NULL WHERE id = ANY ($1) AND state = 'pending'",
)

/** While its webhook is disabled, a delivery is held: pending without a due time. */
export const PUT_FIRST = setStatement<Hurried, [now: Instant]>({ id: 'bigint', urgency: 'smallint' })(`
UPDATE deliveries SET state = 'pending', queue_urgency = given.urgency, due_at = CASE WHEN webhooks.enabled THEN $1::bigint END
FROM GIVEN, webhooks
WHERE deliveries.id = given.id AND webhooks.id = deliveries.webhook_id AND deliveries.state = 'waiting'`)

/**
 * Makes heads more urgent if something more urgent waits after them. Held deliveries, and those being sent,
 * have no due time.
 */
export const HURRY = setStatement<Hurried, [now: Instant]>({ id: 'bigint', urgency: 'smallint' })(`
UPDATE deliveries SET queue_urgency = least(deliveries.queue_urgency, given.urgency),
  due_at = CASE WHEN due_at IS NOT NULL THEN least(due_at, $1::bigint) END
FROM GIVEN WHERE deliveries.id = given.id`)

/**
 * Locks first: if a delivery is taken out meanwhile, the next becomes the head. The urgency repeats
 * `promotedUrgency` (domain/delivery/alert-queue.ts), because it has to read the alert queue.
 */
export const PROMOTE_NEXT = setStatement<FormerHead, [dueAt: Instant | null, madeBefore: Instant]>({
  ...QUEUE,
  urgency: 'smallint',
  queue_urgency: 'smallint',
})(`
WITH next AS MATERIALIZED (
  SELECT first.id, CASE
    WHEN given.queue_urgency < given.urgency THEN least(given.queue_urgency, first.urgency)
    WHEN given.urgency >= first.urgency THEN first.urgency
    ELSE coalesce((
      SELECT level FROM generate_series(given.urgency::integer, first.urgency - 1) AS level WHERE EXISTS (
        SELECT FROM deliveries WHERE ${inAlertQueue('given')} AND state = 'waiting' AND urgency = level
      ) ORDER BY level LIMIT 1
    ), first.urgency) END AS queue_urgency
  FROM GIVEN
  CROSS JOIN LATERAL (
    SELECT id, urgency FROM deliveries WHERE ${inAlertQueue('given')} AND state = 'waiting'
    ORDER BY ${ALERT_QUEUE_ORDER} LIMIT 1 FOR NO KEY UPDATE
  ) AS first
)
UPDATE deliveries SET state = 'pending', queue_urgency = next.queue_urgency,
  due_at = CASE WHEN webhooks.enabled THEN greatest($1::bigint, least(deliveries.created_at, $2::bigint)) END
FROM next, webhooks WHERE deliveries.id = next.id AND webhooks.id = deliveries.webhook_id`)

/** Selects the state of each head. */
export const SELECT_HEADS = setStatement<
  AlertQueue,
  [],
  AlertQueue & { readonly state: 'pending' | 'sending' }
>(QUEUE)(`
SELECT given.webhook_id, given.subject, head.state FROM GIVEN
CROSS JOIN LATERAL (
  SELECT state FROM deliveries WHERE subject = given.subject AND webhook_id = given.webhook_id AND state <> 'waiting' OFFSET 0
) AS head`)

type HeadOfQueue = AlertQueue & { readonly id: DeliveryId }

/** Selects the most urgent delivery after each locked head; null: nothing waits. */
export const SELECT_WAITING = setStatement<HeadOfQueue, [], { id: DeliveryId; waiting: Urgency | null }>({
  ...QUEUE,
  id: 'bigint',
})(`
SELECT given.id, (
  SELECT min(urgency) FROM deliveries WHERE ${inAlertQueue('given')} AND state = 'waiting'
) AS waiting
FROM GIVEN`)

export const SELECT_OLDEST = setStatement<HeadOfQueue, [], OldestRow>({ ...QUEUE, id: 'bigint' })(`
SELECT given.id AS head_id, given.webhook_id, oldest.id, oldest.state, oldest.urgency FROM GIVEN
CROSS JOIN LATERAL (
  SELECT id, state, urgency FROM deliveries WHERE ${inAlertQueue('given')} ORDER BY ${ALERT_QUEUE_ORDER} LIMIT 1
) AS oldest`)

interface AlertQueueRow {
  readonly oldest_id: DeliveryId | null
  readonly oldest_event_id: EventId
  readonly oldest_state: DeliveryState
  readonly head_id: DeliveryId | null
  readonly head_event_id: EventId
  readonly head_state: DeliveryState
  readonly queue_urgency: Urgency
  readonly last_failure: FailureKind | null
}

/** Locks the alert queues until the transaction ends. Returns their state, in the same order. */
export async function lockAlertQueues(
  transaction: Transaction,
  alertQueues: readonly AlertQueue[],
): Promise<readonly LockedQueue[]> {
  const [locked, rows] = await Promise.all([
    LOCK_HEADS.read(transaction, alertQueues),
    READ_ALERT_QUEUES.read(transaction, alertQueues),
  ])
  const lockedIds = new Set(locked.map(({ id }) => id))
  return rows.map((row) => {
    // Another has just become the head.
    if (row.oldest_id !== null && !lockedIds.has(row.head_id ?? 0))
      throw new RacedError('the alert queue has moved on')
    return {
      oldest: queueEntryOf(row.oldest_id, row.oldest_event_id, row.oldest_state),
      head: headOf(row),
    }
  })
}

/**
 * Promotes the oldest waiting delivery where an earlier statement ended the head, due at that time, or since
 * it was made. Returns how many it promoted.
 */
export async function promoteNext(
  transaction: Transaction,
  formers: readonly FormerHead[],
  dueAt: Instant | { readonly whenMadeBefore: Instant },
): Promise<number> {
  const [at, madeBefore] = typeof dueAt === 'number' ? [dueAt, dueAt] : [null, dueAt.whenMadeBefore]
  return PROMOTE_NEXT.count(transaction, formers, at, madeBefore)
}

function headOf(row: AlertQueueRow): LockedHead | undefined {
  const head = queueEntryOf(row.head_id, row.head_event_id, row.head_state)
  return head && { ...head, queueUrgency: row.queue_urgency, lastFailure: row.last_failure }
}

function queueEntryOf(id: DeliveryId | null, eventId: EventId, state: DeliveryState): QueueEntry | undefined {
  return id === null ? undefined : { id, eventId, state }
}
