import type { Urgency } from '../../../domain/delivery/urgency.ts'
import type { DeliveryId, EventId, WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { NewDelivery } from '../../changes/queue-changes.ts'
import type { Promoted, Superseded } from '../../changes/queue-rows.ts'
import type { Transaction } from '../connection/database.ts'
import { statement } from '../connection/statement.ts'

/** Columns of a superseded delivery that stay. */
export const SUPERSEDED_COLUMNS =
  'id, event_id, event_at, webhook_id, subject, attempts_made, attempts_uncounted, begun_at, created_at, last_failure, fallback_of, fallback_depth, operation_id, epoch, urgency'

/** Supersedes deliveries that are not being sent: those may arrive, and end by themselves. */
const SUPERSEDE = statement<
  [ids: readonly DeliveryId[], reasons: readonly string[], ats: readonly Instant[]]
>(`
WITH gone AS (
  DELETE FROM deliveries USING unnest($1::bigint[], $2::text[], $3::bigint[]) AS given (id, reason, at)
  WHERE deliveries.id = given.id AND deliveries.state IN ('waiting', 'pending')
  RETURNING deliveries.*, given.reason, given.at
)
INSERT INTO ended_deliveries (${SUPERSEDED_COLUMNS}, state, finished_at, last_reason)
SELECT ${SUPERSEDED_COLUMNS}, 'superseded', at, coalesce(last_reason || '; ', '') || reason FROM gone`)

export async function supersede(transaction: Transaction, superseded: readonly Superseded[]): Promise<void> {
  if (superseded.length === 0) return
  await transaction.query(SUPERSEDE, [
    superseded.map(({ id }) => id),
    superseded.map(({ reason }) => reason),
    superseded.map(({ at }) => at),
  ])
}

const TAKE_IDS = statement<[count: number], { id: DeliveryId }>(
  "SELECT nextval('delivery_ids') AS id FROM generate_series(1, $1::integer)",
)

/** Inserts deliveries that something newer replaced in the same transaction. */
const INSERT_SUPERSEDED = statement<
  [
    ids: readonly DeliveryId[],
    eventIds: readonly EventId[],
    eventAts: readonly Instant[],
    webhookIds: readonly WebhookId[],
    subjects: readonly string[],
    urgencies: readonly Urgency[],
    uncounted: readonly number[],
    begunAts: readonly (Instant | null)[],
    depths: readonly number[],
    finishedAts: readonly Instant[],
    reasons: readonly string[],
  ]
>(`
INSERT INTO ended_deliveries (id, event_id, event_at, webhook_id, subject, urgency, attempts_uncounted, begun_at, fallback_depth,
  finished_at, last_reason, created_at, state, attempts_made, epoch)
SELECT made.*, event_at, 'superseded', 0, nullif(current_setting('tocsin.epoch', true), '')
FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::smallint[], $7::integer[], $8::bigint[],
    $9::integer[], $10::bigint[], $11::text[])
  AS made (id, event_id, event_at, webhook_id, subject, urgency, uncounted, begun_at, depth, at, reason)`)

/** Reserves delivery ids, lower than those of later statements. */
export async function takeDeliveryIds(
  transaction: Transaction,
  count: number,
): Promise<readonly DeliveryId[]> {
  if (count === 0) return []
  return (await transaction.query(TAKE_IDS, [count])).rows.map(({ id }) => id)
}

/** A delivery that something newer replaced in the transaction that made it. */
export interface EndedAtOnce extends Pick<Superseded, 'id'> {
  readonly eventId: EventId
  readonly delivery: NewDelivery
}

export async function insertSuperseded(
  transaction: Transaction,
  ended: readonly EndedAtOnce[],
): Promise<void> {
  if (ended.length === 0) return
  const deliveries = ended.map(({ delivery }) => delivery)
  await transaction.query(INSERT_SUPERSEDED, [
    ended.map(({ id }) => id),
    ended.map(({ eventId }) => eventId),
    deliveries.map(({ at }) => at),
    deliveries.map(({ webhook_id: webhookId }) => webhookId),
    deliveries.map(({ subject }) => subject),
    deliveries.map(({ urgency }) => urgency),
    deliveries.map(({ attemptsUncounted }) => attemptsUncounted),
    deliveries.map(({ begunAt }) => begunAt),
    deliveries.map(({ fallbackDepth }) => fallbackDepth),
    deliveries.map(({ superseded, at }) => superseded?.at ?? at),
    deliveries.map(({ superseded }) => superseded?.reason ?? ''),
  ])
}

const PROMOTE = statement<
  [
    ids: readonly DeliveryId[],
    dueAts: readonly Instant[],
    urgencies: readonly Urgency[],
    uncounted: readonly number[],
    begunAts: readonly (Instant | null)[],
    fallbackAts: readonly (Instant | null)[],
  ]
>(`
UPDATE deliveries SET state = 'pending', due_at = CASE WHEN webhooks.enabled THEN next.due_at END, queue_urgency = next.urgency,
  attempts_uncounted = next.uncounted, begun_at = next.begun_at, fallback_at = next.fallback_at
FROM unnest($1::bigint[], $2::bigint[], $3::smallint[], $4::integer[], $5::bigint[], $6::bigint[])
  AS next (id, due_at, urgency, uncounted, begun_at, fallback_at), webhooks
WHERE deliveries.id = next.id AND webhooks.id = deliveries.webhook_id AND deliveries.state = 'waiting'`)

/** Call it after the statement that removed what these waited for. */
export async function promoteNewer(transaction: Transaction, promoted: readonly Promoted[]): Promise<void> {
  if (promoted.length === 0) return
  await transaction.query(PROMOTE, [
    promoted.map(({ id }) => id),
    promoted.map(({ dueAt }) => dueAt),
    promoted.map(({ urgency }) => urgency),
    promoted.map(({ attemptsUncounted }) => attemptsUncounted),
    promoted.map(({ begunAt }) => begunAt),
    promoted.map(({ fallbackAt }) => fallbackAt),
  ])
}
