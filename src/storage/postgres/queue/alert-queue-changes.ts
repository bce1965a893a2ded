import type { DeliveryState } from '../../../domain/delivery/delivery.ts'
import type { DeliveryId, EventId, OperationId, WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { Transaction } from '../connection/database.ts'
import { RacedError } from '../connection/faults.ts'
import {
  joinAlertQueues,
  lockAlertQueues,
  promoteNext,
  type AlertQueue,
  type Newcomer,
  type State,
} from './alert-queue.ts'
import type { Urgency } from '../../../domain/delivery/urgency.ts'
import { probeNow } from './webhook-flow.ts'
import { statement } from '../connection/statement.ts'

export interface NewDelivery extends Newcomer {
  readonly eventAt: Instant
  readonly fallbackOf?: DeliveryId
  readonly fallbackDepth?: number
  /** When to notify its own fallback, if it has not arrived by then. */
  readonly fallbackAt?: Instant | null
  readonly operationId?: OperationId
}

export interface Known extends Newcomer {
  readonly id: DeliveryId
  readonly eventAt: Instant
}

type InsertValues = [
  now: Instant,
  eventIds: readonly EventId[],
  eventAts: readonly Instant[],
  webhookIds: readonly WebhookId[],
  subjects: readonly string[],
  states: readonly State[],
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
    states: readonly State[],
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
  [ids: readonly DeliveryId[], state: 'failed' | 'cancelled', now: Instant, reason: string],
  EndedRow
>(`
WITH gone AS (
  DELETE FROM deliveries WHERE id = ANY ($1) AND state IN ('waiting', 'pending') RETURNING *
), ended AS (
  INSERT INTO ended_deliveries (${SAME.replace('last_reason, ', '')}, attempts_made, attempts_uncounted, state, finished_at, last_reason)
  SELECT ${SAME.replace('last_reason, ', '')}, attempts_made, attempts_uncounted, $2, $3::bigint, $4 FROM gone
)
SELECT id, state, webhook_id, subject, event_id, event_at, fallback_depth, urgency, queue_urgency FROM gone`)

export interface EndedRow {
  readonly id: DeliveryId
  readonly state: DeliveryState
  readonly webhook_id: WebhookId
  readonly subject: string
  readonly event_id: EventId
  readonly event_at: Instant
  readonly fallback_depth: number
  readonly urgency: Urgency
  readonly queue_urgency: Urgency
}

/** Inserts deliveries at their positions in alert queues; heads are due at once. */
export async function insertDeliveries(
  transaction: Transaction,
  deliveries: readonly NewDelivery[],
  now: Instant,
): Promise<void> {
  if (deliveries.length === 0) return
  const joined = await joinAlertQueues(transaction, deliveries, now)
  await transaction.query(INSERT, [
    now,
    deliveries.map(({ eventId }) => eventId),
    deliveries.map(({ eventAt }) => eventAt),
    deliveries.map(({ webhookId }) => webhookId),
    deliveries.map(({ subject }) => subject),
    joined.map(({ state }) => state),
    deliveries.map(({ fallbackOf }) => fallbackOf ?? null),
    deliveries.map(({ fallbackDepth }) => fallbackDepth ?? 0),
    deliveries.map(({ operationId }) => operationId ?? null),
    deliveries.map(({ urgency }) => urgency),
    joined.map(({ queueUrgency }) => queueUrgency),
    deliveries.map(({ fallbackAt }) => fallbackAt ?? null),
  ])
}

/** Restarts ended deliveries with new schedules, even if their receivers are paused. */
export async function restartDeliveries(
  transaction: Transaction,
  deliveries: readonly Known[],
  now: Instant,
): Promise<void> {
  if (deliveries.length === 0) return
  const joined = await joinAlertQueues(transaction, deliveries, now)
  const { count } = await transaction.query(RESTART, [
    deliveries.map(({ id }) => id),
    deliveries.map(({ eventAt }) => eventAt),
    joined.map(({ state }) => state),
    now,
    joined.map(({ queueUrgency }) => queueUrgency),
  ])
  if (count < deliveries.length) throw new RacedError('somebody else has restarted one of them')
  await probeNow(transaction, [...new Set(deliveries.map(({ webhookId }) => webhookId))])
}

/** Ends waiting and pending deliveries, not those being sent. Returns their ids. */
export async function cancelDeliveries(
  transaction: Transaction,
  deliveries: readonly (AlertQueue & { readonly id: DeliveryId })[],
  { reason, now }: { readonly reason: string; readonly now: Instant },
): Promise<ReadonlySet<DeliveryId>> {
  if (deliveries.length === 0) return new Set()
  await lockAlertQueues(transaction, distinctAlertQueues(deliveries))
  const ids = deliveries.map(({ id }) => id)
  const { rows } = await transaction.query(END_DELIVERIES, [ids, 'cancelled', now, reason])
  const heads = rows.filter(({ state }) => state === 'pending')
  await promoteNext(
    transaction,
    heads.map(({ webhook_id: webhookId, subject, urgency, queue_urgency: queueUrgency }) => ({
      webhookId,
      subject,
      urgency,
      queueUrgency,
    })),
    now,
  )
  return new Set(rows.map(({ id }) => id))
}

function distinctAlertQueues(alertQueues: readonly AlertQueue[]): readonly AlertQueue[] {
  return [
    ...new Map(
      alertQueues.map((alertQueue) => [`${alertQueue.webhookId} ${alertQueue.subject}`, alertQueue]),
    ).values(),
  ]
}
