import type { Database } from 'better-sqlite3'
import { CLOCKS_APART_MS_MAX } from '../../../domain/clock-steps.ts'
import { againAt } from '../../../domain/delivery/successor.ts'
import type { DeliveryId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import { TIMEOUT_MS_MAX } from '../../../domain/webhook/webhook-limits.ts'
import type { DeliveryRow } from '../../rows/delivery-row.ts'
import type { SyncMethods } from '../connection/run-script.ts'
import type { SqliteDeps } from '../node-memory/deps.ts'
import type { ReceiverStates } from '../receiver-state/receiver-states.ts'
import type { LeasedDeliveries } from './leased-deliveries.ts'

const LOST_LEASE = 'the attempt was cut off: its worker stopped before the response was recorded'

/** Takes back leases that ran out, or whose nodes are gone. */
export function reclaimMethod(
  { db, queues }: SqliteDeps,
  receiverStates: ReceiverStates,
  leased: LeasedDeliveries,
): Pick<SyncMethods, 'reclaimLeases'> {
  const sql = prepare(db)
  const reclaim = (row: DeliveryRow, now: Instant) => {
    const dueAt = leased.dueAtFor(row.webhook_id, now)
    const lost = { ...row, attempts_uncounted: row.attempts_uncounted + 1 }
    const possible = { certainty: 'possible', next: 'pending', again: againAt(now) } as const
    const plan = receiverStates.planUnconfirmed(lost, possible, now)
    sql.reclaim.run(dueAt, LOST_LEASE, row.id)
    leased.returned(row, { state: 'pending', dueAt })
    if (plan) leased.giveWay(row.id, plan, { reason: LOST_LEASE, now })
    const startedAt = Math.min(row.lease_until ?? now, now)
    leased.insertAttempt(row.id, row.attempts_made, startedAt, 'retry', LOST_LEASE, null, null, null, null)
  }
  return {
    reclaimLeases: ({ leasedBefore, now, limit, lease, goneNodes = [] }) => {
      queues.ready()
      if (lease) {
        const { timeoutMs, marginMs } = lease
        sql.cutLeases.run({
          marginUntil: now + marginMs,
          timeoutMs,
          timeoutMsMax: TIMEOUT_MS_MAX,
          changedFrom: now - TIMEOUT_MS_MAX - marginMs,
          changedUntil: now + CLOCKS_APART_MS_MAX,
          slackMs: CLOCKS_APART_MS_MAX,
        })
      }
      const lost =
        goneNodes.length === 0
          ? sql.selectLost.all(leasedBefore, limit)
          : sql.selectLostOrGone.all(leasedBefore, JSON.stringify(goneNodes), limit)
      for (const row of lost) reclaim(row, now)
      return lost.length
    },
  }
}

interface LeaseBounds {
  readonly marginUntil: Instant
  readonly timeoutMs: number
  readonly timeoutMsMax: number
  readonly changedFrom: number
  readonly changedUntil: Instant
  readonly slackMs: number
}

function prepare(db: Database) {
  return {
    // Casts: see alert-queues.ts.
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
    cutLeases: db.prepare<LeaseBounds>(
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
