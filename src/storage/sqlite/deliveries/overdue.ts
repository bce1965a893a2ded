import type { Database } from 'better-sqlite3'
import { URGENCIES, type Urgency } from '../../../domain/delivery/urgency.ts'
import { findOverdue } from '../../../domain/flow/breaker.ts'
import type { DeliveryId, WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import { usesCurrentState } from '../../../domain/receiver-state/receiver-state.ts'
import { alertOfSubject, type DeliveryRow } from '../../rows/delivery-row.ts'
import type { SyncMethods } from '../connection/run-script.ts'
import type { SqliteDeps } from '../node-memory/deps.ts'
import type { Notifications } from '../receiver-state/create-notifications.ts'

export function overdueMethod(
  { db, queues, counts, webhooks }: SqliteDeps,
  { alertQueue, fallback, receiverStates }: Notifications,
): Pick<SyncMethods, 'endOverdue'> {
  const sql = prepare(db)
  const findOldest = (webhookId: WebhookId, dueBefore: Instant) => {
    for (const urgency of URGENCIES) {
      const row = sql.selectOverdue.get(webhookId, urgency, dueBefore)
      if (row) return row
    }
    return undefined
  }
  const end = (row: DeliveryRow, reason: string, now: Instant) => {
    sql.fail.run(now, reason, row.id)
    counts.move('pending', 'failed')
    alertQueue.promoteNext(row, (next) => Math.min(next.created_at, now))
    fallback.add(row.id, now)
    receiverStates.leave(row, 'later', now)
  }
  return {
    endOverdue: (request) => {
      const { now, limit } = request
      let count = 0
      for (const { webhookId, breaker } of queues.all()) {
        const webhook = webhooks.find(webhookId)
        // A current state does not grow old.
        const overdue =
          webhook?.enabled && !usesCurrentState(webhook) ? findOverdue(webhook, breaker, request) : undefined
        if (!overdue) continue
        // The next of the subject becomes the head, as old as it is.
        for (let row; count < limit && (row = findOldest(webhookId, overdue.dueBefore)); count += 1)
          end(row, overdue.reason, now)
      }
      return count
    },
  }
}

function prepare(db: Database) {
  return {
    selectOverdue: db.prepare<[webhookId: WebhookId, urgency: Urgency, dueBefore: Instant], DeliveryRow>(
      // Deliveries of alerts that a fallback follows do not grow old either.
      `SELECT * FROM deliveries WHERE webhook_id = ? AND state = 'pending' AND queue_urgency = ? AND due_at < ?
         AND NOT EXISTS (SELECT 1 FROM receiver_states WHERE receiver_states.alert_id = ${alertOfSubject('subject')}
           AND receiver_states.webhook_id = deliveries.webhook_id)
       ORDER BY due_at, id LIMIT 1`,
    ),
    fail: db.prepare<[finishedAt: Instant, reason: string, id: DeliveryId]>(
      "UPDATE deliveries SET state = 'failed', due_at = NULL, finished_at = ?, last_reason = ? WHERE id = ?",
    ),
  }
}
