import type { Database } from 'better-sqlite3'
import { promotedUrgency } from '../../../domain/delivery/alert-queue.ts'
import type { Urgency } from '../../../domain/delivery/urgency.ts'
import type { DeliveryId, WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { FormerHead, QueueMoves } from '../../changes/queue-rows.ts'
import type { DeliveryRow } from '../../rows/delivery-row.ts'
import { runStep } from '../../transactions/transaction-script.ts'
import type { SqliteDeps } from '../node-memory/deps.ts'
import { IN_ALERT_QUEUE, type InQueue } from './queue-reads.ts'

/** Writes at once, one after the other, and notes each change in the counts and in the queues of webhooks. */
export function queueMoves(deps: SqliteDeps): QueueMoves {
  const { db, counts, queues } = deps
  const sql = prepare(db)
  const dueAtFor = dueAtForWebhook(deps)

  function promoteOne(former: FormerHead, dueAtOf: (next: DeliveryRow) => Instant): boolean {
    const { webhook_id: webhookId, subject, urgency, queue_urgency: queueUrgency } = former
    const next = sql.selectNext.get(webhookId, subject)
    if (!next) return false
    const waits = (level: Urgency) => sql.selectWaitingOf.get(webhookId, subject, level) !== undefined
    const promoted = promotedUrgency({ urgency, queueUrgency }, next.urgency, waits)
    sql.promoteNext.run(dueAtFor(webhookId, dueAtOf(next), promoted), promoted, next.id)
    counts.move('waiting', 'pending')
    return true
  }

  return {
    demote: (ids) =>
      runStep(() => {
        for (const id of ids) counts.move('pending', 'waiting', sql.demote.run(id).changes)
      }),

    putFirst: (deliveries, now) =>
      runStep(() => {
        for (const { id, webhook_id: webhookId, urgency } of deliveries) {
          sql.promoteNext.run(dueAtFor(webhookId, now, urgency), urgency, id)
          counts.move('waiting', 'pending')
        }
      }),

    hurry: (heads, now) =>
      runStep(() => {
        for (const { id, webhook_id: webhookId, urgency } of heads) {
          sql.hurry.run(urgency, now, id)
          queues.noteDue(webhookId, now, urgency)
        }
      }),

    promoteNext: (formers, due) =>
      runStep(() => {
        const dueAtOf = ({ created_at: madeAt }: DeliveryRow) =>
          typeof due === 'number' ? due : Math.min(madeAt, due.whenMadeBefore)
        return formers.filter((former) => promoteOne(former, dueAtOf)).length
      }),

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
          const dueAt = dueAtFor(one.webhookId, one.dueAt, one.urgency)
          const { urgency, attemptsUncounted, begunAt, fallbackAt, id } = one
          sql.promote.run(dueAt, urgency, attemptsUncounted, begunAt, fallbackAt, id)
          counts.move('waiting', 'pending')
        }
      }),
  }
}

/** While its webhook is disabled, a delivery is held: pending without a due time. */
export function dueAtForWebhook({ queues, webhooks }: SqliteDeps) {
  return (webhookId: WebhookId, at: Instant, urgency: Urgency): Instant | null => {
    const dueAt = webhooks.find(webhookId)?.enabled ? at : null
    queues.noteDue(webhookId, dueAt, urgency)
    return dueAt
  }
}

function prepare(db: Database) {
  return {
    selectNext: db.prepare<InQueue, DeliveryRow>(
      `SELECT * ${IN_ALERT_QUEUE} AND state = 'waiting' ORDER BY event_id, id LIMIT 1`,
    ),
    selectWaitingOf: db.prepare<[...InQueue, urgency: Urgency], unknown>(
      `SELECT 1 ${IN_ALERT_QUEUE} AND state = 'waiting' AND urgency = ? ORDER BY event_id LIMIT 1`,
    ),
    demote: db.prepare<[DeliveryId]>(
      "UPDATE deliveries SET state = 'waiting', due_at = NULL WHERE id = ? AND state = 'pending'",
    ),
    hurry: db.prepare<[urgency: Urgency, now: Instant, id: DeliveryId]>(
      'UPDATE deliveries SET queue_urgency = min(queue_urgency, ?), due_at = min(due_at, ?) WHERE id = ?',
    ),
    supersede: db.prepare<[finishedAt: Instant, reason: string, id: DeliveryId]>(
      `UPDATE deliveries SET state = 'superseded', due_at = NULL, finished_at = ?, last_reason = coalesce(last_reason || '; ', '') || ?
       WHERE id = ?`,
    ),
    promoteNext: db.prepare<[dueAt: Instant | null, queueUrgency: Urgency, id: DeliveryId]>(
      "UPDATE deliveries SET state = 'pending', due_at = ?, queue_urgency = ? WHERE id = ?",
    ),
    promote: db.prepare<[Instant | null, Urgency, number, Instant | null, Instant | null, DeliveryId]>(
      `UPDATE deliveries SET state = 'pending', due_at = ?, queue_urgency = ?, attempts_uncounted = ?, begun_at = ?, fallback_at = ?
       WHERE id = ?`,
    ),
  }
}
