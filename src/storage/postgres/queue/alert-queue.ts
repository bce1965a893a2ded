import type { DeliveryId, EventId, WebhookId } from '../../../domain/ids.ts'
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
import { statement } from '../connection/statement.ts'
import { inAlertQueue, ALERT_QUEUE_ORDER } from './in-alert-queue.ts'

type AlertQueueValues = [webhookIds: readonly WebhookId[], subjects: readonly string[]]

/**
 * The row of the head is the lock of its alert queue: taking something out or reordering locks it so,
 * appending locks it `FOR KEY SHARE`, ending the head deletes it. In an empty queue nothing is locked; of two
 * transactions that add to it, the index `deliveries_head` makes one begin again.
 */
export const LOCK_HEADS = statement<AlertQueueValues, { id: DeliveryId }>(`
SELECT deliveries.id FROM unnest($1::bigint[], $2::text[]) AS queue (webhook_id, subject)
JOIN deliveries ON ${inAlertQueue('queue', 'deliveries.')}
WHERE deliveries.state <> 'waiting'
ORDER BY deliveries.id FOR UPDATE OF deliveries`)

/** The oldest of all, and the head, which may be the same. */
export const READ_ALERT_QUEUES = statement<AlertQueueValues, AlertQueueRow>(`
SELECT oldest.id AS oldest_id, oldest.event_id AS oldest_event_id, oldest.state AS oldest_state,
  head.id AS head_id, head.event_id AS head_event_id, head.state AS head_state, head.queue_urgency, head.last_failure
FROM unnest($1::bigint[], $2::text[]) WITH ORDINALITY AS queue (webhook_id, subject, number)
LEFT JOIN LATERAL (
  SELECT id, event_id, state FROM deliveries WHERE ${inAlertQueue('queue')} ORDER BY ${ALERT_QUEUE_ORDER} LIMIT 1
) AS oldest ON true
LEFT JOIN LATERAL (
  SELECT id, event_id, state, queue_urgency, last_failure FROM deliveries WHERE ${inAlertQueue('queue')} AND state <> 'waiting'
) AS head ON true
ORDER BY queue.number`)

const DEMOTE = statement<[ids: readonly DeliveryId[]]>(
  "UPDATE deliveries SET state = 'waiting', due_at = NULL WHERE id = ANY ($1) AND state = 'pending'",
)

/** While its webhook is disabled, a delivery is held: pending without a due time. */
const PROMOTE = statement<[ids: readonly DeliveryId[], dueAt: Instant, queueUrgencies: readonly Urgency[]]>(`
UPDATE deliveries SET state = 'pending', queue_urgency = next.queue_urgency, due_at = CASE WHEN webhooks.enabled THEN $2::bigint END
FROM unnest($1::bigint[], $3::smallint[]) AS next (id, queue_urgency), webhooks
WHERE deliveries.id = next.id AND webhooks.id = deliveries.webhook_id AND deliveries.state = 'waiting'`)

/**
 * Makes heads more urgent if something more urgent waits after them. Held deliveries, and those being sent,
 * have no due time.
 */
const HURRY = statement<[ids: readonly DeliveryId[], urgencies: readonly Urgency[], dueAt: Instant]>(`
UPDATE deliveries SET queue_urgency = least(deliveries.queue_urgency, head.urgency),
  due_at = CASE WHEN due_at IS NOT NULL THEN least(due_at, $3::bigint) END
FROM unnest($1::bigint[], $2::smallint[]) AS head (id, urgency) WHERE deliveries.id = head.id`)

/**
 * Locks first: if a delivery is taken out meanwhile, the next becomes the head. The urgency repeats
 * `promotedUrgency` (domain/delivery/alert-queue.ts), because it has to read the alert queue.
 */
export const PROMOTE_NEXT = statement<
  [
    ...AlertQueueValues,
    dueAt: Instant | null,
    madeBefore: Instant,
    urgencies: readonly Urgency[],
    queueUrgencies: readonly Urgency[],
  ]
>(`
WITH next AS MATERIALIZED (
  SELECT first.id, CASE
    WHEN queue.queue_urgency < queue.urgency THEN least(queue.queue_urgency, first.urgency)
    WHEN queue.urgency >= first.urgency THEN first.urgency
    ELSE coalesce((
      SELECT level FROM generate_series(queue.urgency::integer, first.urgency - 1) AS level WHERE EXISTS (
        SELECT FROM deliveries WHERE ${inAlertQueue('queue')} AND state = 'waiting' AND urgency = level
      ) ORDER BY level LIMIT 1
    ), first.urgency) END AS queue_urgency
  FROM unnest($1::bigint[], $2::text[], $5::smallint[], $6::smallint[]) AS queue (webhook_id, subject, urgency, queue_urgency)
  CROSS JOIN LATERAL (
    SELECT id, urgency FROM deliveries WHERE ${inAlertQueue('queue')} AND state = 'waiting'
    ORDER BY ${ALERT_QUEUE_ORDER} LIMIT 1 FOR NO KEY UPDATE
  ) AS first
)
UPDATE deliveries SET state = 'pending', queue_urgency = next.queue_urgency,
  due_at = CASE WHEN webhooks.enabled THEN greatest($3::bigint, least(deliveries.created_at, $4::bigint)) END
FROM next, webhooks WHERE deliveries.id = next.id AND webhooks.id = deliveries.webhook_id`)

/** Selects the state of each head. */
export const SELECT_HEADS = statement<
  AlertQueueValues,
  AlertQueue & { readonly state: 'pending' | 'sending' }
>(`
SELECT queue.webhook_id, queue.subject, head.state FROM unnest($1::bigint[], $2::text[]) AS queue (webhook_id, subject)
CROSS JOIN LATERAL (
  SELECT state FROM deliveries WHERE subject = queue.subject AND webhook_id = queue.webhook_id AND state <> 'waiting' OFFSET 0
) AS head`)

const SELECT_WAITING = statement<
  [...AlertQueueValues, ids: readonly DeliveryId[]],
  { id: DeliveryId; waiting: Urgency | null }
>(`
SELECT head.id, (
  SELECT min(urgency) FROM deliveries WHERE ${inAlertQueue('head')} AND state = 'waiting'
) AS waiting
FROM unnest($1::bigint[], $2::text[], $3::bigint[]) AS head (webhook_id, subject, id)`)

export const SELECT_OLDEST = statement<[...AlertQueueValues, headIds: readonly DeliveryId[]], OldestRow>(`
SELECT head.id AS head_id, head.webhook_id, oldest.id, oldest.state, oldest.urgency
FROM unnest($1::bigint[], $2::text[], $3::bigint[]) AS head (webhook_id, subject, id)
CROSS JOIN LATERAL (
  SELECT id, state, urgency FROM deliveries WHERE ${inAlertQueue('head')} ORDER BY ${ALERT_QUEUE_ORDER} LIMIT 1
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
  if (alertQueues.length === 0) return []
  const values = arraysOf(alertQueues)
  const [locked, { rows }] = await Promise.all([
    transaction.query(LOCK_HEADS, values),
    transaction.query(READ_ALERT_QUEUES, values),
  ])
  const lockedIds = new Set(locked.rows.map(({ id }) => id))
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

export async function demote(transaction: Transaction, ids: readonly DeliveryId[]): Promise<void> {
  if (ids.length > 0) await transaction.query(DEMOTE, [ids])
}

export async function hurry(
  transaction: Transaction,
  heads: readonly Hurried[],
  now: Instant,
): Promise<void> {
  if (heads.length === 0) return
  const urgencies = heads.map(({ urgency }) => urgency)
  await transaction.query(HURRY, [heads.map(({ id }) => id), urgencies, now])
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
  if (formers.length === 0) return 0
  const [at, madeBefore] = typeof dueAt === 'number' ? [dueAt, dueAt] : [null, dueAt.whenMadeBefore]
  const { count } = await transaction.query(PROMOTE_NEXT, [
    ...arraysOf(formers),
    at,
    madeBefore,
    formers.map(({ urgency }) => urgency),
    formers.map(({ queue_urgency: queueUrgency }) => queueUrgency),
  ])
  return count
}

export async function headStates(
  transaction: Transaction,
  alertQueues: readonly AlertQueue[],
): Promise<readonly (AlertQueue & { readonly state: 'pending' | 'sending' })[]> {
  if (alertQueues.length === 0) return []
  return (await transaction.query(SELECT_HEADS, arraysOf(alertQueues))).rows
}

/** Returns the most urgent delivery after each locked head; undefined: nothing waits. */
export async function findWaiting(
  transaction: Transaction,
  heads: readonly (AlertQueue & { readonly id: DeliveryId })[],
): Promise<(id: DeliveryId) => Urgency | undefined> {
  if (heads.length === 0) return () => undefined
  const { rows } = await transaction.query(SELECT_WAITING, [...arraysOf(heads), heads.map(({ id }) => id)])
  const waitingOf = new Map(rows.map(({ id, waiting }) => [id, waiting]))
  return (id) => waitingOf.get(id) ?? undefined
}

export async function findOldest(
  transaction: Transaction,
  heads: readonly (AlertQueue & { readonly id: DeliveryId })[],
): Promise<readonly OldestRow[]> {
  if (heads.length === 0) return []
  return (await transaction.query(SELECT_OLDEST, [...arraysOf(heads), heads.map(({ id }) => id)])).rows
}

export async function putFirst(
  transaction: Transaction,
  deliveries: readonly Hurried[],
  now: Instant,
): Promise<void> {
  if (deliveries.length === 0) return
  const urgencies = deliveries.map(({ urgency }) => urgency)
  await transaction.query(PROMOTE, [deliveries.map(({ id }) => id), now, urgencies])
}

function arraysOf(alertQueues: readonly AlertQueue[]): AlertQueueValues {
  const ids = alertQueues.map(({ webhook_id: webhookId }) => webhookId)
  return [ids, alertQueues.map(({ subject }) => subject)]
}

function headOf(row: AlertQueueRow): LockedHead | undefined {
  const head = queueEntryOf(row.head_id, row.head_event_id, row.head_state)
  return head && { ...head, queueUrgency: row.queue_urgency, lastFailure: row.last_failure }
}

function queueEntryOf(id: DeliveryId | null, eventId: EventId, state: DeliveryState): QueueEntry | undefined {
  return id === null ? undefined : { id, eventId, state }
}
