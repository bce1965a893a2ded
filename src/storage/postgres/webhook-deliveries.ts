import type { Instant } from '../../domain/instant.ts'
import type { Transaction } from './database.ts'

const HOLD =
  "UPDATE deliveries SET due_at = NULL WHERE webhook_id = $1 AND state = 'pending' AND due_at IS NOT NULL"
const UNHOLD =
  "UPDATE deliveries SET due_at = $2 WHERE webhook_id = $1 AND state = 'pending' AND due_at IS NULL"
const CANCEL = `WITH gone AS (DELETE FROM deliveries WHERE webhook_id = $1 RETURNING *)
  INSERT INTO ended_deliveries (id, event_id, event_at, webhook_id, subject, state, attempts_made, attempts_uncounted,
    begun_at, created_at, finished_at, last_reason, fallback_of, fallback_depth, operation_id)
  SELECT id, event_id, event_at, webhook_id, subject, 'cancelled', attempts_made, attempts_uncounted,
    begun_at, created_at, $2, 'the webhook was deleted', fallback_of, fallback_depth, operation_id
  FROM gone`

/** While its webhook is disabled a delivery is held: pending without a due time. */
export async function hold(transaction: Transaction, webhookId: number): Promise<void> {
  await transaction.query(HOLD, [webhookId])
}

export async function unhold(transaction: Transaction, webhookId: number, now: Instant): Promise<void> {
  await transaction.query(UNHOLD, [webhookId, now])
}

export async function cancelAll(transaction: Transaction, webhookId: number, now: Instant): Promise<void> {
  await transaction.query(CANCEL, [webhookId, now])
}
