import { CLOCKS_APART_MS_MAX } from '../../../domain/clock-steps.ts'
import type { DeliveryId, WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { AlertQueue, EndedDelivery } from '../../changes/queue-rows.ts'
import type { KnownBreaker } from '../../changes/delivery-rows.ts'
import { alertOfSubject, type DeliveryRow } from '../../rows/delivery-row.ts'
import { type FlowRow, toBreaker } from '../../rows/flow-row.ts'
import type { Transaction } from '../connection/database.ts'
import { listStatement, setStatement } from '../connection/set-statement.ts'
import { statement } from '../connection/statement.ts'
import { QUEUE } from '../queue/alert-queue.ts'
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
export const HASTEN = listStatement<DeliveryId, [now: Instant]>(
  'UPDATE deliveries SET fallback_at = $1 WHERE id = ANY ($2) AND fallback_at + 0 > $1',
)

/** Returns each late delivery once. */
export const FORGET_TIME = listStatement<DeliveryId, [now: Instant], LateRow>(`
WITH late AS MATERIALIZED (
  SELECT id FROM deliveries WHERE id = ANY ($2) AND fallback_at <= $1 ORDER BY id FOR NO KEY UPDATE
)
UPDATE deliveries SET fallback_at = NULL FROM late WHERE deliveries.id = late.id
RETURNING deliveries.id, webhook_id, subject, event_id, event_at, fallback_depth, urgency`)

export const LOCK_QUEUE_HEADS = setStatement<AlertQueue, [], AlertQueueRow>(QUEUE)(`
SELECT ${alertQueueColumns('deliveries')} FROM deliveries WHERE id = ANY (ARRAY(
  SELECT head.id FROM GIVEN
  CROSS JOIN LATERAL (
    SELECT id FROM deliveries WHERE ${inAlertQueue('given', 'deliveries.')} AND deliveries.state <> 'waiting' OFFSET 0
  ) AS head
)) ORDER BY id FOR UPDATE`)

const SELECT_ASKING = statement<[now: Instant], FlowRow>(
  'SELECT * FROM webhook_flow WHERE asked_until > $1 ORDER BY webhook_id',
)

interface Clamped {
  readonly webhookId: WebhookId
  /** How far ahead a delivery can be due, by attempts made, as a comma-separated list. */
  readonly aheadsMs: string
}

export const CLAMP = setStatement<Clamped, [now: Instant, limit: number]>({
  webhookId: 'bigint',
  aheadsMs: 'text',
})(`
WITH far AS MATERIALIZED (
  SELECT late.id FROM GIVEN
  CROSS JOIN LATERAL (SELECT string_to_array(given."aheadsMs", ',')::bigint[] AS aheads_ms OFFSET 0) AS read
  CROSS JOIN ${EACH_URGENCY}
  CROSS JOIN LATERAL (
    SELECT id FROM deliveries
    WHERE webhook_id = given."webhookId" AND state = 'pending' AND queue_urgency = each.urgency AND due_at > $1::bigint + ${CLOCKS_APART_MS_MAX}
      AND due_at > $1::bigint + ${CLOCKS_APART_MS_MAX}
        + aheads_ms[least(1 + attempts_made - attempts_uncounted, cardinality(aheads_ms))]
    ORDER BY due_at, id LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED
  ) AS late LIMIT $2
)
UPDATE deliveries SET due_at = $1::bigint FROM far WHERE deliveries.id = far.id`)

export async function clamp(
  transaction: Transaction,
  clamped: readonly { readonly webhookId: WebhookId; readonly aheadsMs: readonly number[] }[],
  now: Instant,
  limit: number,
): Promise<number> {
  const given = clamped.map(({ webhookId, aheadsMs }) => ({ webhookId, aheadsMs: aheadsMs.join(',') }))
  return CLAMP.count({ ...transaction, query: transaction.queryLast }, given, now, limit)
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
