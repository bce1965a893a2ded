import type { Database } from 'better-sqlite3'
import type { Urgency } from '../../../domain/delivery/urgency.ts'
import type { DeliveryId, WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { QueueRows } from '../../changes/rows.ts'
import type { DeliveryRow } from '../../rows/delivery-row.ts'
import { runStep } from '../../transactions/transaction-script.ts'
import type { SqliteDeps } from '../node-memory/deps.ts'

export function queueRows({ db, counts, queues, webhooks }: SqliteDeps): QueueRows {
  const sql = prepare(db)
  return {
    waiting: (alertQueues) =>
      runStep(() =>
        alertQueues.flatMap(({ webhook_id: webhookId, subject }) =>
          sql.selectWaiting.all(webhookId, subject),
        ),
      ),

    supersede: (superseded) =>
      runStep(() => {
        for (const { id, state, reason, at } of superseded) {
          sql.supersede.run(at, reason, id)
          counts.move(state, 'superseded')
        }
      }),

    promote: (promoted) =>
      runStep(() => {
        for (const one of promoted) {
          const { id, webhookId, urgency } = one
          const dueAt = webhooks.find(webhookId)?.enabled ? one.dueAt : null
          sql.promote.run(dueAt, urgency, one.attemptsUncounted, one.begunAt, one.fallbackAt, id)
          counts.move('waiting', 'pending')
          queues.noteDue(webhookId, dueAt, urgency)
        }
      }),
  }
}

type PromotedValues = [
  dueAt: Instant | null,
  queueUrgency: Urgency,
  attemptsUncounted: number,
  begunAt: Instant | null,
  fallbackAt: Instant | null,
  id: DeliveryId,
]

/** The deliveries of an alert queue. Without casts SQLite compiles an ordered statement again for each value. */
const IN_ALERT_QUEUE =
  'FROM deliveries WHERE webhook_id = CAST(? AS INTEGER) AND subject = CAST(? AS TEXT) AND finished_at IS NULL'

function prepare(db: Database) {
  return {
    selectWaiting: db.prepare<[webhookId: WebhookId, subject: string], DeliveryRow>(
      `SELECT * ${IN_ALERT_QUEUE} AND state = 'waiting' ORDER BY event_id DESC, id DESC`,
    ),
    supersede: db.prepare<[finishedAt: Instant, reason: string, id: DeliveryId]>(
      `UPDATE deliveries SET state = 'superseded', due_at = NULL, finished_at = ?, last_reason = coalesce(last_reason || '; ', '') || ?
       WHERE id = ?`,
    ),
    promote: db.prepare<PromotedValues>(
      `UPDATE deliveries SET state = 'pending', due_at = ?, queue_urgency = ?, attempts_uncounted = ?, begun_at = ?, fallback_at = ?
       WHERE id = ?`,
    ),
  }
}
