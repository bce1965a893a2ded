import { CLOCKS_APART_MS_MAX } from '../../../domain/clock-steps.ts'
import type { DeliveryId, WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { AlertQueue, EndedDelivery } from '../../changes/queue-rows.ts'
import type { KnownBreaker } from '../../changes/delivery-rows.ts'
import { alertOfSubject, type DeliveryRow } from '../../rows/delivery-row.ts'
import { type FlowRow, toBreaker } from '../../rows/flow-row.ts'
import type { Transaction } from '../connection/database.ts'
import { statement } from '../connection/statement.ts'
import { EACH_URGENCY } from '../queue/each-urgency.ts'
import { inAlertQueue } from '../queue/in-alert-queue.ts'
import { alertQueueColumns, type AlertQueueRow } from '../receiver-state/alert-states.ts'

type LateRow = EndedDelivery & Pick<DeliveryRow, 'fallback_depth'>

const SELECT_FAILING = statement<[], FlowRow>(
  'SELECT * FROM webhook_flow WHERE failures > 0 ORDER BY webhook_id',
)

/**
 * Locks overdue deliveries, and with them their alert queues, see alert-queue.ts. Leaves out what is being sent, or
 * escalated.
 */
export const LOCK_OVERDUE = statement<
  [webhookId: WebhookId, dueBefore: Instant, limit: number],
  { id: DeliveryId; subject: string }
>(`
SELECT overdue.id, overdue.subject FROM ${EACH_URGENCY} CROSS JOIN LATERAL (
  SELECT id, subject FROM deliveries
  WHERE webhook_id = $1 AND state = 'pending' AND queue_urgency = each.urgency AND due_at < $2
    AND NOT EXISTS (
      SELECT FROM receiver_states WHERE webhook_id = $1 AND alert_id = ${alertOfSubject('subject')}
    )
  ORDER BY due_at, id LIMIT $3 FOR UPDATE SKIP LOCKED
) AS overdue LIMIT $3`)

export const SELECT_LATE = statement<[now: Instant, limit: number], { id: DeliveryId; subject: string }>(`
SELECT id, subject FROM deliveries WHERE fallback_at IS NOT NULL AND fallback_at <= $1 ORDER BY fallback_at LIMIT $2`)

/** Updates by id: the comparison of the time fits no index. */
const HASTEN = statement<[ids: readonly DeliveryId[], now: Instant]>(
  'UPDATE deliveries SET fallback_at = $2 WHERE id = ANY ($1) AND fallback_at + 0 > $2',
)

export async function hasten(
  transaction: Transaction,
  ids: readonly DeliveryId[],
  now: Instant,
): Promise<void> {
  if (ids.length > 0) await transaction.query(HASTEN, [ids, now])
}

/** Returns each late delivery once. */
const FORGET_TIME = statement<[ids: readonly DeliveryId[], now: Instant], LateRow>(`
WITH late AS MATERIALIZED (
  SELECT id FROM deliveries WHERE id = ANY ($1) AND fallback_at <= $2 ORDER BY id FOR NO KEY UPDATE
)
UPDATE deliveries SET fallback_at = NULL FROM late WHERE deliveries.id = late.id
RETURNING deliveries.id, webhook_id, subject, event_id, event_at, fallback_depth, urgency`)

const LOCK_HEADS = statement<[webhookIds: readonly WebhookId[], subjects: readonly string[]], AlertQueueRow>(`
SELECT ${alertQueueColumns('deliveries')} FROM deliveries WHERE id = ANY (ARRAY(
  SELECT head.id FROM unnest($1::bigint[], $2::text[]) AS late (webhook_id, subject)
  CROSS JOIN LATERAL (
    SELECT id FROM deliveries WHERE ${inAlertQueue('late', 'deliveries.')} AND deliveries.state <> 'waiting' OFFSET 0
  ) AS head
)) ORDER BY id FOR UPDATE`)

const SELECT_ASKING = statement<[now: Instant], FlowRow>(
  'SELECT * FROM webhook_flow WHERE asked_until > $1 ORDER BY webhook_id',
)

/** $2: how far ahead a delivery can be due, by attempts made, as a comma-separated list per webhook. */
export const CLAMP = statement<
  [webhookIds: readonly WebhookId[], aheadsMs: readonly string[], now: Instant, limit: number]
>(`
WITH far AS MATERIALIZED (
  SELECT late.id FROM unnest($1::bigint[], $2::text[]) AS asked (webhook_id, listed)
  CROSS JOIN LATERAL (SELECT string_to_array(asked.listed, ',')::bigint[] AS aheads_ms OFFSET 0) AS read
  CROSS JOIN ${EACH_URGENCY}
  CROSS JOIN LATERAL (
    SELECT id FROM deliveries
    WHERE webhook_id = asked.webhook_id AND state = 'pending' AND queue_urgency = each.urgency AND due_at > $3::bigint + ${CLOCKS_APART_MS_MAX}
      AND due_at > $3::bigint + ${CLOCKS_APART_MS_MAX}
        + aheads_ms[least(1 + attempts_made - attempts_uncounted, cardinality(aheads_ms))]
    ORDER BY due_at, id LIMIT $4 FOR NO KEY UPDATE SKIP LOCKED
  ) AS late LIMIT $4
)
UPDATE deliveries SET due_at = $3::bigint FROM far WHERE deliveries.id = far.id`)

export async function clamp(
  transaction: Transaction,
  clamped: readonly { readonly webhookId: WebhookId; readonly aheadsMs: readonly number[] }[],
  now: Instant,
  limit: number,
): Promise<number> {
  const ids = clamped.map(({ webhookId }) => webhookId)
  const aheads = clamped.map(({ aheadsMs }) => aheadsMs.join(','))
  return (await transaction.queryLast(CLAMP, [ids, aheads, now, limit])).count
}

export async function findAskingBreakers(
  transaction: Transaction,
  now: Instant,
): Promise<readonly KnownBreaker[]> {
  const { rows } = await transaction.query(SELECT_ASKING, [now])
  return rows.map((row) => ({ webhookId: row.webhook_id, breaker: toBreaker(row) }))
}

export async function findFailingBreakers(transaction: Transaction): Promise<readonly KnownBreaker[]> {
  const { rows } = await transaction.query(SELECT_FAILING, [])
  return rows.map((row) => ({ webhookId: row.webhook_id, breaker: toBreaker(row) }))
}

export async function lockOverdue(
  transaction: Transaction,
  webhookId: WebhookId,
  dueBefore: Instant,
  limit: number,
): Promise<readonly (AlertQueue & Pick<DeliveryRow, 'id'>)[]> {
  const { rows } = await transaction.query(LOCK_OVERDUE, [webhookId, dueBefore, limit])
  return rows.map((row) => ({ ...row, webhook_id: webhookId }))
}

export async function findLate(transaction: Transaction, now: Instant, limit: number) {
  return (await transaction.query(SELECT_LATE, [now, limit])).rows
}

export async function forgetFallbackTimes(
  transaction: Transaction,
  ids: readonly DeliveryId[],
  now: Instant,
): Promise<readonly LateRow[]> {
  return (await transaction.query(FORGET_TIME, [ids, now])).rows
}

export async function lockHeads(
  transaction: Transaction,
  queues: readonly AlertQueue[],
): Promise<readonly AlertQueueRow[]> {
  if (queues.length === 0) return []
  const ids = queues.map(({ webhook_id: webhookId }) => webhookId)
  return (await transaction.query(LOCK_HEADS, [ids, queues.map(({ subject }) => subject)])).rows
}
