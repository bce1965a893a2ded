import type { Database } from 'better-sqlite3'
import type { Urgency } from '../../../domain/delivery/urgency.ts'
import type { DeliveryId, EventId, OperationId, WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { DeliveryState } from '../../../domain/delivery/delivery.ts'
import type { QueueEntries } from '../../changes/queue-rows.ts'
import type { DeliveryRow } from '../../rows/delivery-row.ts'
import { runStep } from '../../transactions/transaction-script.ts'
import { CURRENT_EPOCH } from '../connection/epoch.ts'
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
          const { webhook_id: webhookId, state, urgency, queueUrgency } = one
          sql.insert.run(
            one.event_id,
            webhookId,
            one.subject,
            state,
            state === 'pending' ? dueAtFor(webhookId, now, queueUrgency) : null,
            now,
            one.fallbackOf ?? null,
            one.fallbackDepth ?? 0,
            one.operationId ?? null,
            urgency,
            queueUrgency,
            one.fallbackAt ?? null,
          )
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

type NewValues = [
  eventId: EventId,
  webhookId: WebhookId,
  subject: string,
  state: DeliveryState,
  dueAt: Instant | null,
  createdAt: Instant,
  fallbackOf: DeliveryId | null,
  fallbackDepth: number,
  operationId: OperationId | null,
  urgency: Urgency,
  queueUrgency: Urgency,
  fallbackAt: Instant | null,
]

type RestartedValues = [
  state: DeliveryState,
  dueAt: Instant | null,
  queueUrgency: Urgency,
  fallbackAt: Instant | null,
  id: DeliveryId,
]

function prepare(db: Database) {
  return {
    selectUnsent: db.prepare<[DeliveryId], DeliveryRow>(
      "SELECT * FROM deliveries WHERE id = ? AND state IN ('waiting', 'pending')",
    ),
    insert: db.prepare<NewValues>(
      `INSERT INTO deliveries (event_id, webhook_id, subject, state, due_at, created_at, fallback_of, fallback_depth, operation_id,
         urgency, queue_urgency, fallback_at, epoch)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ${CURRENT_EPOCH})`,
    ),
    restart: db.prepare<RestartedValues>(
      `UPDATE deliveries SET state = ?, due_at = ?, queue_urgency = ?, finished_at = NULL, fallback_at = ?,
         attempts_uncounted = attempts_made
       WHERE id = ?`,
    ),
    end: db.prepare<[state: DeliveryState, finishedAt: Instant, reason: string, id: DeliveryId]>(
      'UPDATE deliveries SET state = ?, due_at = NULL, finished_at = ?, last_reason = ? WHERE id = ?',
    ),
  }
}
