import type { DeliveryId, WebhookId } from '../../../domain/ids.ts'
import type { Behind } from '../../changes/receiver-states.ts'
import type { AlertQueue } from '../../changes/queue-rows.ts'
import type { PackedAttempt } from '../../rows/attempt-row.ts'
import type { Transaction } from '../connection/database.ts'
import { statement } from '../connection/statement.ts'
import { inAlertQueue } from '../queue/in-alert-queue.ts'
import { alertQueueColumns, type AlertQueueRow } from './alert-states.ts'
import { findReceiverStatesOf } from './state-table.ts'

/** Locks the heads, and so their alert queues, as FINISH finds them and in its order. */
export const LOCK_SENT = statement<
  [ids: readonly DeliveryId[], numbers: readonly number[], leasedBy: readonly (string | null)[]],
  AlertQueueRow
>(`
SELECT ${alertQueueColumns('locked')}
FROM unnest($1::bigint[], $2::integer[], $3::text[]) AS given (id, number, leased_by)
CROSS JOIN LATERAL (
  SELECT * FROM deliveries
  WHERE id = given.id AND attempts_made = given.number AND state || '' = 'sending'
    AND leased_by IS NOT DISTINCT FROM given.leased_by
  FOR UPDATE
) AS locked`)

/** Selects what waits after each `head`. Comparing rows at both ends forces the index of alert queues. */
export const BEHIND_HEAD = `
CROSS JOIN LATERAL (
  SELECT * FROM deliveries WHERE ${inAlertQueue('head')} AND state = 'waiting' OFFSET 0
) AS behind`

const selectBehind = (heads: string) =>
  `SELECT ${alertQueueColumns('behind')} FROM ${heads} ${BEHIND_HEAD} ORDER BY behind.event_id DESC, behind.id DESC`

/** Selects the alert queues of these deliveries, which this transaction has locked. */
export const SELECT_BEHIND = statement<[ids: readonly DeliveryId[]], AlertQueueRow>(
  selectBehind('(SELECT subject, webhook_id FROM deliveries WHERE id = ANY ($1) OFFSET 0) AS head'),
)

export const SELECT_WAITING = statement<
  [webhookIds: readonly WebhookId[], subjects: readonly string[]],
  AlertQueueRow
>(selectBehind('unnest($1::bigint[], $2::text[]) AS head (webhook_id, subject)'))

/** Locks in the given order, which is that of ids. */
export async function lockSent(
  transaction: Transaction,
  attempts: readonly PackedAttempt[],
): Promise<ReadonlyMap<DeliveryId, AlertQueueRow>> {
  const { rows } = await transaction.query(LOCK_SENT, [
    attempts.map(({ deliveryId }) => deliveryId),
    attempts.map(({ attempt }) => attempt),
    attempts.map(({ leasedBy }) => leasedBy),
  ])
  return new Map(rows.map((row) => [row.id, row]))
}

export async function readBehind(transaction: Transaction, ids: readonly DeliveryId[]): Promise<Behind> {
  const [states, { rows }] = await Promise.all([
    findReceiverStatesOf(transaction, ids),
    transaction.query(SELECT_BEHIND, [ids]),
  ])
  return { states, waiting: rows }
}

/** Reads what waits in alert queues whose heads this transaction has locked or removed. */
export async function readWaiting(
  transaction: Transaction,
  queues: readonly AlertQueue[],
): Promise<readonly AlertQueueRow[]> {
  if (queues.length === 0) return []
  const ids = queues.map(({ webhook_id: webhookId }) => webhookId)
  return (await transaction.query(SELECT_WAITING, [ids, queues.map(({ subject }) => subject)])).rows
}
