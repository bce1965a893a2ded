import type { Database } from 'better-sqlite3'
import type { Urgency } from '../../../domain/delivery/urgency.ts'
import type { DeliveryId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { DeliveryState } from '../../../domain/delivery/delivery.ts'
import type { QueueEntries } from '../../changes/queue-rows.ts'
import type { DeliveryRow } from '../../rows/delivery-row.ts'
import { runStep } from '../../transactions/transaction-script.ts'
import { CURRENT_EPOCH } from '../connection/epoch.ts'
import type { Bound } from '../connection/prepare-insert.ts'
import type { SqliteDeps } from '../node-memory/deps.ts'
import { dueAtForWebhook } from './queue-moves.ts'

export function queueEntries(deps: SqliteDeps): QueueEntries {
  const { db, counts, queues } = deps
  const sql = prepare(db)
  const dueAtFor = dueAtForWebhook(deps)
  return {
    insert: (deliveries, now) =>
      runStep(() => {
        for (const one of deliveries) {
          const { event_id: eventId, webhook_id: webhookId, subject, state, urgency, queueUrgency } = one
          const { fallbackOf = null, fallbackDepth = 0, operationId = null, fallbackAt = null } = one
          const dueAt = state === 'pending' ? dueAtFor(webhookId, now, queueUrgency) : null
          const from = [fallbackOf, fallbackDepth, operationId]
          const urgencies = [urgency, queueUrgency]
          sql.insert.run(eventId, webhookId, subject, state, dueAt, now, ...from, ...urgencies, fallbackAt)
          counts.add(state)
        }
      }),

    restart: (deliveries, now) =>
      runStep(() => {
        for (const { id, webhook_id: webhookId, state, queueUrgency } of deliveries) {
          const dueAt = state === 'pending' ? dueAtFor(webhookId, now, queueUrgency) : null
          sql.restart.run(state, dueAt, queueUrgency, null, id)
          counts.add(state)
        }
      }),

    sendNow: ({ id, webhook_id: webhookId, due_at, queue_urgency: urgency, fallback_at: fallbackAt }, now) =>
      runStep(() => {
        const dueAt = due_at === null ? null : now
        sql.restart.run('pending', dueAt, urgency, fallbackAt, id)
        queues.noteDue(webhookId, dueAt, urgency)
      }),

    end: (ending, { state, now }) =>
      runStep(() =>
        ending.flatMap(({ id, reason }) => {
          const row = sql.selectUnsent.get(id)
          if (!row) return []
          sql.end.run(state, now, reason, id)
          counts.move(row.state, state)
          return [row]
        }),
      ),
  }
}

function prepare(db: Database) {
  return {
    selectUnsent: db.prepare<[DeliveryId], DeliveryRow>(
      "SELECT * FROM deliveries WHERE id = ? AND state IN ('waiting', 'pending')",
    ),
    insert: db.prepare<Bound[]>(
      `INSERT INTO deliveries (event_id, webhook_id, subject, state, due_at, created_at, fallback_of, fallback_depth, operation_id,
         urgency, queue_urgency, fallback_at, epoch)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ${CURRENT_EPOCH})`,
    ),
    restart: db.prepare<[DeliveryState, Instant | null, Urgency, Instant | null, DeliveryId]>(
      `UPDATE deliveries SET state = ?, due_at = ?, queue_urgency = ?, finished_at = NULL, fallback_at = ?,
         attempts_uncounted = attempts_made
       WHERE id = ?`,
    ),
    end: db.prepare<[state: DeliveryState, finishedAt: Instant, reason: string, id: DeliveryId]>(
      'UPDATE deliveries SET state = ?, due_at = NULL, finished_at = ?, last_reason = ? WHERE id = ?',
    ),
  }
}
