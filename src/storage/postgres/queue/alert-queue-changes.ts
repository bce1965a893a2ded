import type { DeliveryId, EventId, OperationId, WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { Urgency } from '../../../domain/delivery/urgency.ts'
import type { EndedDelivery, EndedRow, Joined, NewDelivery, Superseded } from '../../changes/queue-rows.ts'
import type { Transaction } from '../connection/database.ts'
import { RacedError } from '../../transactions/transaction-script.ts'
import { statement } from '../connection/statement.ts'

type InsertValues = [
  now: Instant,
  eventIds: readonly EventId[],
  eventAts: readonly Instant[],
  webhookIds: readonly WebhookId[],
  subjects: readonly string[],
  states: readonly Joined['state'][],
  fallbackOf: readonly (DeliveryId | null)[],
  fallbackDepths: readonly number[],
  operationIds: readonly (OperationId | null)[],
  urgencies: readonly Urgency[],
  queueUrgencies: readonly Urgency[],
  fallbackAts: readonly (Instant | null)[],
]

const INSERT = statement<InsertValues>(`
INSERT INTO deliveries (event_id, event_at, webhook_id, subject, state, due_at, created_at, fallback_of, fallback_depth, operation_id,
  urgency, queue_urgency, fallback_at)
SELECT new.event_id, new.event_at, new.webhook_id, new.subject, new.state,
  CASE WHEN new.state = 'pending' AND webhooks.enabled THEN $1::bigint END, $1::bigint,
  new.fallback_of, new.fallback_depth, new.operation_id, new.urgency, new.queue_urgency, new.fallback_at
FROM unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::text[], $7::bigint[], $8::integer[], $9::bigint[],
    $10::smallint[], $11::smallint[], $12::bigint[])
  AS new (event_id, event_at, webhook_id, subject, state, fallback_of, fallback_depth, operation_id, urgency, queue_urgency, fallback_at)
JOIN webhooks ON webhooks.id = new.webhook_id`)

/** The columns that both tables share, without the state, the times and the counts, in their order. */
const SAME =
  'id, event_id, event_at, webhook_id, subject, begun_at, created_at, last_reason, last_failure, fallback_of, fallback_depth, operation_id, epoch, urgency'

/** Moves a delivery back; its attempts stay where they are. */
export const RESTART = statement<
  [
    ids: readonly DeliveryId[],
    eventAts: readonly Instant[],
    states: readonly Joined['state'][],
    now: Instant,
    queueUrgencies: readonly Urgency[],
  ]
>(`
WITH back AS (
  DELETE FROM ended_deliveries AS ended
  USING unnest($1::bigint[], $2::bigint[], $3::text[], $5::smallint[]) AS given (id, event_at, state, queue_urgency)
  WHERE ended.id = given.id AND ended.event_at = given.event_at
  RETURNING ended.*, given.state AS new_state, given.queue_urgency
)
INSERT INTO deliveries (${SAME}, queue_urgency, state, attempts_made, attempts_uncounted, due_at)
SELECT ${SAME.split(', ')
  .map((column) => `back.${column}`)
  .join(', ')}, back.queue_urgency, back.new_state, back.attempts_made, back.attempts_made,
  CASE WHEN back.new_state = 'pending' AND webhooks.enabled THEN $4::bigint END
FROM back JOIN webhooks ON webhooks.id = back.webhook_id`)

/** Ends deliveries that are not being sent: those may arrive, and end by themselves. */
export const END_DELIVERIES = statement<
  [ids: readonly DeliveryId[], state: 'failed' | 'cancelled', now: Instant, reasons: readonly string[]],
  EndedRow
>(`
WITH gone AS (
  DELETE FROM deliveries USING unnest($1::bigint[], $4::text[]) AS given (id, reason)
  WHERE deliveries.id = given.id AND deliveries.state IN ('waiting', 'pending')
  RETURNING deliveries.*, given.reason
), ended AS (
  INSERT INTO ended_deliveries (${SAME.replace('last_reason, ', '')}, attempts_made, attempts_uncounted, state, finished_at, last_reason)
  SELECT ${SAME.replace('last_reason, ', '')}, attempts_made, attempts_uncounted, $2, $3::bigint, reason FROM gone
)
SELECT id, state, webhook_id, subject, event_id, event_at, fallback_depth, urgency, queue_urgency FROM gone`)

export async function insertJoined(
  transaction: Transaction,
  deliveries: readonly (NewDelivery & Joined)[],
  now: Instant,
): Promise<void> {
  if (deliveries.length === 0) return
  await transaction.query(INSERT, [
    now,
    deliveries.map(({ event_id: eventId }) => eventId),
    deliveries.map(({ event_at: eventAt }) => eventAt!),
    deliveries.map(({ webhook_id: webhookId }) => webhookId),
    deliveries.map(({ subject }) => subject),
    deliveries.map(({ state }) => state),
    deliveries.map(({ fallbackOf }) => fallbackOf ?? null),
    deliveries.map(({ fallbackDepth }) => fallbackDepth ?? 0),
    deliveries.map(({ operationId }) => operationId ?? null),
    deliveries.map(({ urgency }) => urgency),
    deliveries.map(({ queueUrgency }) => queueUrgency),
    deliveries.map(({ fallbackAt }) => fallbackAt ?? null),
  ])
}

export async function restartJoined(
  transaction: Transaction,
  deliveries: readonly (EndedDelivery & Joined)[],
  now: Instant,
): Promise<void> {
  if (deliveries.length === 0) return
  const { count } = await transaction.query(RESTART, [
    deliveries.map(({ id }) => id),
    deliveries.map(({ event_at: eventAt }) => eventAt!),
    deliveries.map(({ state }) => state),
    now,
    deliveries.map(({ queueUrgency }) => queueUrgency),
  ])
  if (count < deliveries.length) throw new RacedError('somebody else has restarted one of them')
}

export async function endThem(
  transaction: Transaction,
  ending: readonly Pick<Superseded, 'id' | 'reason'>[],
  { state, now }: { readonly state: 'failed' | 'cancelled'; readonly now: Instant },
): Promise<readonly EndedRow[]> {
  if (ending.length === 0) return []
  const ids = ending.map(({ id }) => id)
  return (await transaction.query(END_DELIVERIES, [ids, state, now, ending.map(({ reason }) => reason)])).rows
}
