import type { DeliveryId, EventId, WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import {
  hurries,
  joinAlertQueue,
  letsPass,
  type HeadUrgency,
  type QueueEntry,
} from '../../../domain/delivery/alert-queue.ts'
import { moreUrgent, URGENCY, type Urgency } from '../../../domain/delivery/urgency.ts'
import type { FailureKind } from '../../../domain/receiver/outcome.ts'
import type { DeliveryState } from '../../../domain/delivery/delivery.ts'
import type { Transaction } from '../connection/database.ts'
import { RacedError } from '../connection/faults.ts'
import { statement } from '../connection/statement.ts'
import { inAlertQueue, ALERT_QUEUE_ORDER } from './in-alert-queue.ts'

/** The unfinished deliveries of one webhook and subject, see domain/delivery/alert-queue.ts. */
export interface AlertQueue {
  readonly webhookId: WebhookId
  readonly subject: string
}

type AlertQueueValues = [webhookIds: readonly WebhookId[], subjects: readonly string[]]

export type State = 'waiting' | 'pending'

export interface Newcomer extends AlertQueue {
  readonly eventId: EventId
  readonly urgency: Urgency
}

export interface JoinedAlertQueue {
  readonly state: State
  /** The urgency by which it goes, if it is the head. */
  readonly queueUrgency: Urgency
}

export type FormerHead = AlertQueue & HeadUrgency

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

const SELECT_WAITING = statement<
  [...AlertQueueValues, ids: readonly DeliveryId[]],
  { id: DeliveryId; waiting: Urgency | null }
>(`
SELECT head.id, (
  SELECT min(urgency) FROM deliveries WHERE ${inAlertQueue('head')} AND state = 'waiting'
) AS waiting
FROM unnest($1::bigint[], $2::text[], $3::bigint[]) AS head (webhook_id, subject, id)`)

export const SELECT_OLDEST = statement<
  [...AlertQueueValues, headIds: readonly DeliveryId[]],
  { head_id: DeliveryId; id: DeliveryId; state: DeliveryState; urgency: Urgency }
>(`
SELECT head.id AS head_id, oldest.id, oldest.state, oldest.urgency
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

interface LockedHead extends QueueEntry {
  readonly queueUrgency: Urgency
  readonly lastFailure: FailureKind | null
}

/** Locks the alert queues until the transaction ends. Returns their state, in the same order. */
export async function lockAlertQueues(
  transaction: Transaction,
  alertQueues: readonly AlertQueue[],
): Promise<readonly { readonly oldest: QueueEntry | undefined; readonly head: LockedHead | undefined }[]> {
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

/**
 * Returns the state in which each newcomer begins, in the same order, and makes waiting deliveries and heads
 * fit; the caller writes the newcomers.
 */
export async function joinAlertQueues(
  transaction: Transaction,
  newcomers: readonly Newcomer[],
  now: Instant,
): Promise<readonly JoinedAlertQueue[]> {
  const groups = [...Map.groupBy(newcomers.keys(), (index) => nameOf(newcomers[index])).values()]
  const alertQueues = await lockAlertQueues(
    transaction,
    groups.flatMap(([first = 0]) => newcomers[first] ?? []),
  )
  const joined = newcomers.map(({ urgency: queueUrgency }): JoinedAlertQueue => ({
    state: 'waiting',
    queueUrgency,
  }))
  const demotedIds: DeliveryId[] = []
  const hurried: { readonly id: DeliveryId; readonly urgency: Urgency }[] = []
  for (const [group, indexes] of groups.entries()) {
    // The others come after the oldest.
    const oldest = indexes.reduce((best, index) =>
      eventOf(newcomers, index) < eventOf(newcomers, best) ? index : best,
    )
    const urgency = indexes.reduce<Urgency>(
      (most, index) => moreUrgent(most, urgencyAt(newcomers, index)),
      URGENCY.low,
    )
    const head = alertQueues[group]?.head
    const start = joinAlertQueue(eventOf(newcomers, oldest), alertQueues[group]?.oldest, () => head)
    if (start.state === 'waiting') {
      if (head && hurries(urgency, head)) hurried.push({ id: head.id, urgency })
      continue
    }
    joined[oldest] = { state: 'pending', queueUrgency: moreUrgent(urgency, head?.queueUrgency ?? urgency) }
    if (start.demotedId !== null) demotedIds.push(start.demotedId)
  }
  if (demotedIds.length > 0) await transaction.query(DEMOTE, [demotedIds])
  if (hurried.length > 0) {
    await transaction.query(HURRY, [
      hurried.map(({ id }) => id),
      hurried.map(({ urgency: ofOne }) => ofOne),
      now,
    ])
  }
  return joined
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
    formers.map(({ queueUrgency }) => queueUrgency),
  ])
  return count
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

/** Makes failed heads wait if an older delivery has come back; the transaction has them locked. */
export async function yieldToOlder(
  transaction: Transaction,
  heads: readonly (FormerHead & { readonly id: DeliveryId })[],
  now: Instant,
): Promise<void> {
  if (heads.length === 0) return
  const { rows } = await transaction.query(SELECT_OLDEST, [...arraysOf(heads), heads.map(({ id }) => id)])
  const passed = rows.filter((oldest) => letsPass(oldest.head_id, oldest))
  if (passed.length === 0) return
  const urgencyOfHead = new Map(heads.map(({ id, queueUrgency }) => [id, queueUrgency]))
  const urgencies = passed.map(({ head_id: id, urgency }) =>
    moreUrgent(urgency, urgencyOfHead.get(id) ?? urgency),
  )
  await Promise.all([
    transaction.query(DEMOTE, [passed.map(({ head_id: id }) => id)]),
    transaction.query(PROMOTE, [passed.map(({ id }) => id), now, urgencies]),
  ])
}

function arraysOf(alertQueues: readonly AlertQueue[]): AlertQueueValues {
  return [alertQueues.map(({ webhookId }) => webhookId), alertQueues.map(({ subject }) => subject)]
}

function nameOf(alertQueue: AlertQueue | undefined): string {
  return `${alertQueue?.webhookId} ${alertQueue?.subject}`
}

function eventOf(newcomers: readonly Newcomer[], index: number): EventId {
  return newcomers[index]?.eventId ?? 0
}

function urgencyAt(newcomers: readonly Newcomer[], index: number): Urgency {
  return newcomers[index]?.urgency ?? URGENCY.low
}

function headOf(row: AlertQueueRow): LockedHead | undefined {
  const head = queueEntryOf(row.head_id, row.head_event_id, row.head_state)
  return head && { ...head, queueUrgency: row.queue_urgency, lastFailure: row.last_failure }
}

function queueEntryOf(id: DeliveryId | null, eventId: EventId, state: DeliveryState): QueueEntry | undefined {
  return id === null ? undefined : { id, eventId, state }
}
