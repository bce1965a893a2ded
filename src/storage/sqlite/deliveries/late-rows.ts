import type { Database } from 'better-sqlite3'
import { URGENCIES, type Urgency } from '../../../domain/delivery/urgency.ts'
import type { DeliveryId, WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { LateRows } from '../../changes/delivery-rows.ts'
import { alertOfSubject, type DeliveryRow } from '../../rows/delivery-row.ts'
import { runStep } from '../../transactions/transaction-script.ts'
import type { SqliteDeps } from '../node-memory/deps.ts'

export function lateRows({ db, queues, webhooks }: SqliteDeps): LateRows {
  const sql = prepare(db)
  return {
    failingBreakers: () =>
      runStep(() =>
        [...queues.all()].filter(
          ({ webhookId, breaker }) => breaker.failures > 0 && webhooks.find(webhookId)?.enabled,
        ),
      ),

    lockOverdue: (webhookId, dueBefore, limit) =>
      runStep(() =>
        URGENCIES.flatMap((urgency) => sql.selectOverdue.all(webhookId, urgency, dueBefore, limit)).slice(
          0,
          limit,
        ),
      ),

    late: (now, limit) => runStep(() => sql.selectLate.all(now, limit)),

    forgetFallbackTimes: (ids) =>
      runStep(() => {
        for (const id of ids) sql.forgetTime.run(id)
        return ids.flatMap((id) => sql.selectOne.get(id) ?? [])
      }),
  }
}

function prepare(db: Database) {
  return {
    selectOne: db.prepare<[DeliveryId], DeliveryRow>('SELECT * FROM deliveries WHERE id = ?'),
    selectOverdue: db.prepare<
      [webhookId: WebhookId, urgency: Urgency, dueBefore: Instant, limit: number],
      DeliveryRow
    >(
      // Deliveries of alerts that a fallback follows do not grow old either.
      `SELECT * FROM deliveries WHERE webhook_id = ? AND state = 'pending' AND queue_urgency = ? AND due_at < ?
         AND NOT EXISTS (SELECT 1 FROM receiver_states WHERE receiver_states.alert_id = ${alertOfSubject('subject')}
           AND receiver_states.webhook_id = deliveries.webhook_id)
       ORDER BY due_at, id LIMIT ?`,
    ),
    // Casts: see queue-rows.ts.
    selectLate: db.prepare<[now: Instant, limit: number], Pick<DeliveryRow, 'id' | 'subject'>>(
      `SELECT id, subject FROM deliveries WHERE fallback_at IS NOT NULL AND finished_at IS NULL AND fallback_at <= CAST(? AS INTEGER)
       ORDER BY fallback_at LIMIT CAST(? AS INTEGER)`,
    ),
    forgetTime: db.prepare<[DeliveryId]>('UPDATE deliveries SET fallback_at = NULL WHERE id = ?'),
  }
}
