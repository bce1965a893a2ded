import { CLOCKS_APART_MS_MAX } from '../../../domain/clock-steps.ts'
import type { LeaseHeld } from '../../../domain/delivery/delivery.ts'
import type { NodeId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import { TIMEOUT_MS_MAX } from '../../../domain/webhook/webhook-limits.ts'
import type { LostLeases } from '../../changes/delivery-rows.ts'
import type { QueuedRow } from '../../changes/queue-rows.ts'
import type { Transaction } from '../connection/database.ts'
import { setStatement } from '../connection/set-statement.ts'
import { statement } from '../connection/statement.ts'
import { alertQueueColumns } from '../receiver-state/alert-states.ts'
import { IS_HELD, LEASE_HELD } from '../receiver-state/attempts.ts'

/**
 * Releases leases, found and locked as FINISH does. Holds deliveries of disabled webhooks: pending without a
 * due time.
 */
export const RELEASE = setStatement<LeaseHeld, [now: Instant], QueuedRow>(LEASE_HELD)(`
WITH held AS MATERIALIZED (
  SELECT locked.id FROM GIVEN
  CROSS JOIN LATERAL (
    SELECT id FROM deliveries WHERE ${IS_HELD}
    FOR NO KEY UPDATE
  ) AS locked
)
UPDATE deliveries SET state = 'pending', attempts_made = attempts_made - 1, lease_until = NULL, leased_by = NULL,
  due_at = CASE WHEN webhooks.enabled THEN $1::bigint END
FROM held, webhooks WHERE deliveries.id = held.id AND webhooks.id = deliveries.webhook_id
RETURNING ${alertQueueColumns('deliveries')}`)

/**
 * Takes back lost leases, except rows that another transaction writes. Holds deliveries of disabled webhooks.
 * `leased_by` counts only for the attempt that it numbers: a release that does not know it leaves it.
 */
export const RECLAIM = statement<
  [leasedBefore: Instant, limit: number, now: Instant, reason: string, goneNodes: readonly NodeId[]],
  QueuedRow
>(`
WITH lost AS MATERIALIZED (
  SELECT id, lease_until FROM deliveries WHERE state = 'sending'
    AND (lease_until < $1 OR (
      split_part(leased_by, ':', 1) = ANY ($5::text[]) AND split_part(leased_by, ':', 2) = attempts_made::text
    ))
  ORDER BY lease_until LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED
), back AS (
  UPDATE deliveries SET state = 'pending', attempts_uncounted = attempts_uncounted + 1, lease_until = NULL,
    last_reason = $4, last_failure = NULL, due_at = CASE WHEN webhooks.enabled THEN $3::bigint END
  FROM lost, webhooks WHERE deliveries.id = lost.id AND webhooks.id = deliveries.webhook_id
  RETURNING deliveries.*, lost.lease_until AS leased_until
), written AS (
  INSERT INTO attempts (event_at, delivery_id, number, started_at, outcome, reason)
  SELECT event_at, id, attempts_made, least(leased_until, $3), 'retry', $4 FROM back
)
SELECT ${alertQueueColumns('back')} FROM back`)

/**
 * The longest time limit of a request under way: the webhook's, unless it was changed lately. A change in the
 * future says nothing: the clock was set back.
 */
const LONGEST = `CASE WHEN webhooks.updated_at BETWEEN $3::bigint AND $4::bigint
  THEN ${TIMEOUT_MS_MAX} ELSE coalesce(webhooks.timeout_ms, $2::bigint) END`

/** Shortens leases that reach too far, except rows that another transaction writes. */
export const CUT_LEASES = statement<
  [longestFrom: Instant, timeoutMs: number, changedSince: Instant, changedUntil: Instant]
>(`
WITH far AS MATERIALIZED (
  SELECT deliveries.id, ${LONGEST} AS timeout_ms
  FROM deliveries LEFT JOIN webhooks ON webhooks.id = deliveries.webhook_id
  WHERE state = 'sending' AND lease_until > $1::bigint + ${CLOCKS_APART_MS_MAX} + ${LONGEST}
  FOR NO KEY UPDATE OF deliveries SKIP LOCKED
)
UPDATE deliveries SET lease_until = $1::bigint + far.timeout_ms FROM far WHERE deliveries.id = far.id`)

export async function takeLostLeases(
  transaction: Transaction,
  { leasedBefore, now, limit, lease, goneNodes = [], reason }: LostLeases,
): Promise<readonly QueuedRow[]> {
  const cut =
    lease &&
    transaction.query(CUT_LEASES, [
      now + lease.marginMs,
      lease.timeoutMs,
      now - TIMEOUT_MS_MAX - lease.marginMs,
      now + CLOCKS_APART_MS_MAX,
    ])
  const taken = transaction.query(RECLAIM, [leasedBefore, limit, now, reason, goneNodes])
  await cut
  return (await taken).rows
}
