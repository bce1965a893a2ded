import type { Database } from 'better-sqlite3'
import { CLOCKS_APART_MS_MAX } from '../../../domain/clock-steps.ts'
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

    askingBreakers: () => runStep(() => [...queues.all()]),

    clamp: (clamped, now, limit) =>
      runStep(() => {
        let count = 0
        for (const { webhookId, aheadsMs } of clamped) {
          const [most, left] = [aheadsMs.length - 1, limit - count]
          const given = { now, webhookId, aheadsMs: JSON.stringify(aheadsMs), most, limit: left }
          const { changes } = left > 0 ? sql.clamp.run(given) : NOTHING_CHANGED
          if (changes > 0) queues.noteDue(webhookId, now)
          count += changes
        }
        return count
      }),

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

const NOTHING_CHANGED = { changes: 0 }

function prepare(db: Database) {
  return {
    clamp: db.prepare<{
      now: Instant
      webhookId: WebhookId
      aheadsMs: string
      most: number
      limit: number
    }>(
      `UPDATE deliveries SET due_at = @now WHERE id IN (
       SELECT id FROM deliveries INDEXED BY deliveries_webhook_queue
       WHERE webhook_id = CAST(@webhookId AS INTEGER) AND state = 'pending' AND queue_urgency IN (${URGENCIES.join(', ')}) AND due_at > CAST(@now AS INTEGER) + ${CLOCKS_APART_MS_MAX}
         AND due_at > @now + ${CLOCKS_APART_MS_MAX} + json_extract(@aheadsMs, '$[' || CAST(min(attempts_made - attempts_uncounted, @most) AS INTEGER) || ']')
       LIMIT CAST(@limit AS INTEGER))`,
    ),
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
