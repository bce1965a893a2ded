import type { Database } from 'better-sqlite3'
import { CLOCKS_APART_MS_MAX } from '../../../domain/clock-steps.ts'
import type { DeliveryId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import { TIMEOUT_MS_MAX } from '../../../domain/webhook/webhook-limits.ts'
import type { LeaseRows, LostLeases } from '../../changes/delivery-rows.ts'
import type { DeliveryRow } from '../../rows/delivery-row.ts'
import { runStep } from '../../transactions/transaction-script.ts'
import type { SqliteDeps } from '../node-memory/deps.ts'
import type { LeasedDeliveries } from './leased-deliveries.ts'

export function leaseRows({ db, queues }: SqliteDeps, leased: LeasedDeliveries): LeaseRows {
  const sql = prepare(db)

  function cut({ now, lease }: LostLeases): void {
    if (!lease) return
    sql.cutLeases.run({
      marginUntil: now + lease.marginMs,
      timeoutMs: lease.timeoutMs,
      timeoutMsMax: TIMEOUT_MS_MAX,
      changedFrom: now - TIMEOUT_MS_MAX - lease.marginMs,
      changedUntil: now + CLOCKS_APART_MS_MAX,
      slackMs: CLOCKS_APART_MS_MAX,
    })
  }

  function takeBack(row: DeliveryRow, { reason, now }: LostLeases): DeliveryRow {
    const dueAt = leased.returned(row, 'pending', now)
    sql.reclaim.run(dueAt, reason, row.id)
    const startedAt = Math.min(row.lease_until ?? now, now)
    leased.insertAttempt.run(row.id, row.attempts_made, startedAt, 'retry', reason, null, null, null, null)
    const uncounted = row.attempts_uncounted + 1
    return { ...row, attempts_uncounted: uncounted, due_at: dueAt, last_reason: reason, last_failure: null }
  }

  return {
    releaseLeases: (claims, now) =>
      runStep(() => {
        queues.ready()
        return claims.flatMap(({ deliveryId, attempt }) => {
          const row = sql.selectOne.get(deliveryId)
          if (row?.state !== 'sending' || row.attempts_made !== attempt) return []
          const dueAt = leased.returned(row, 'pending', now)
          sql.release.run(dueAt, deliveryId)
          return [{ ...row, state: 'pending' as const, attempts_made: attempt - 1, due_at: dueAt }]
        })
      }),

    takeLostLeases: (lost) =>
      runStep(() => {
        queues.ready()
        cut(lost)
        const { leasedBefore, limit, goneNodes = [] } = lost
        const rows =
          goneNodes.length === 0
            ? sql.selectLost.all(leasedBefore, limit)
            : sql.selectLostOrGone.all(leasedBefore, JSON.stringify(goneNodes), limit)
        return rows.map((row) => takeBack(row, lost))
      }),
  }
}

function prepare(db: Database) {
  return {
    selectOne: db.prepare<[DeliveryId], DeliveryRow>('SELECT * FROM deliveries WHERE id = ?'),
    release: db.prepare<[dueAt: Instant | null, id: DeliveryId]>(
      `UPDATE deliveries SET state = 'pending', attempts_made = attempts_made - 1, due_at = ?, lease_until = NULL
       WHERE id = ?`,
    ),
    // Casts: see queue-reads.ts.
    selectLost: db.prepare<[leasedBefore: Instant, limit: number], DeliveryRow>(
      `SELECT * FROM deliveries WHERE state = 'sending' AND lease_until < CAST(? AS INTEGER)
       ORDER BY lease_until LIMIT CAST(? AS INTEGER)`,
    ),
    selectLostOrGone: db.prepare<[leasedBefore: Instant, nodes: string, limit: number], DeliveryRow>(
      `SELECT * FROM deliveries WHERE state = 'sending' AND (lease_until < CAST(? AS INTEGER) OR leased_by IN (SELECT value FROM json_each(?)))
       ORDER BY lease_until LIMIT CAST(? AS INTEGER)`,
    ),
    // A request under way has its webhook's time limit, unless that was changed lately. A change in the
    // future says nothing: the clock was set back.
    cutLeases: db.prepare<Readonly<Record<string, number>>>(
      `UPDATE deliveries SET lease_until = @marginUntil + timeout_ms FROM (
         SELECT deliveries.id AS leased_id,
           CASE WHEN webhooks.updated_at BETWEEN @changedFrom AND @changedUntil
             THEN @timeoutMsMax ELSE coalesce(webhooks.timeout_ms, @timeoutMs) END AS timeout_ms
         FROM deliveries INDEXED BY deliveries_leased LEFT JOIN webhooks ON webhooks.id = deliveries.webhook_id
         WHERE deliveries.state = 'sending' AND deliveries.lease_until > @marginUntil + @slackMs
       ) WHERE id = leased_id AND lease_until > @marginUntil + @slackMs + timeout_ms`,
    ),
    reclaim: db.prepare<[dueAt: Instant | null, reason: string, id: DeliveryId]>(
      "UPDATE deliveries SET state = 'pending', attempts_uncounted = attempts_uncounted + 1, due_at = ?, lease_until = NULL, last_reason = ?, last_failure = NULL WHERE id = ?",
    ),
  }
}
