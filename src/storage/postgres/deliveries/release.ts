import type { LeaseHeld } from '../../../domain/delivery/delivery.ts'
import type { DeliveryId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { Transaction } from '../connection/database.ts'
import type { Deps } from '../node-memory/deps.ts'
import { statement } from '../connection/statement.ts'
import { alertQueueColumns } from '../receiver-state/alert-states.ts'
import { resolveUnrecorded, type ReturnedRow } from '../receiver-state/unrecorded.ts'

/**
 * Releases leases, found and locked as FINISH does. Holds deliveries of disabled webhooks: pending without a
 * due time.
 */
export const RELEASE = statement<
  [
    deliveryIds: readonly DeliveryId[],
    numbers: readonly number[],
    now: Instant,
    leasedBy: readonly (string | null)[],
  ],
  ReturnedRow
>(`
WITH held AS MATERIALIZED (
  SELECT locked.id FROM unnest($1::bigint[], $2::integer[], $4::text[]) AS given (id, number, leased_by)
  CROSS JOIN LATERAL (
    SELECT id FROM deliveries WHERE id = given.id AND attempts_made = given.number AND state || '' = 'sending'
      AND leased_by IS NOT DISTINCT FROM given.leased_by
    FOR NO KEY UPDATE
  ) AS locked
)
UPDATE deliveries SET state = 'pending', attempts_made = attempts_made - 1, lease_until = NULL, leased_by = NULL,
  due_at = CASE WHEN webhooks.enabled THEN $3::bigint END
FROM held, webhooks WHERE deliveries.id = held.id AND webhooks.id = deliveries.webhook_id
RETURNING ${alertQueueColumns('deliveries')}`)

/** Makes unsent claims pending again, and returns those whose leases were not lost. */
export async function releaseLeases(
  transaction: Transaction,
  claims: readonly LeaseHeld[],
  now: Instant,
): Promise<readonly ReturnedRow[]> {
  const ordered = claims.toSorted((one, other) => one.deliveryId - other.deliveryId)
  const ids = ordered.map(({ deliveryId }) => deliveryId)
  const numbers = ordered.map(({ attempt }) => attempt)
  const leasedBy = ordered.map((claim) => claim.leasedBy)
  return (await transaction.query(RELEASE, [ids, numbers, now, leasedBy])).rows
}

export async function releaseClaims(
  { database, queues, webhooks }: Pick<Deps, 'database' | 'queues' | 'webhooks'>,
  claims: readonly LeaseHeld[],
  now: Instant,
): Promise<void> {
  if (claims.length === 0) return
  await database.transaction(async (transaction) => {
    const [rows, all] = await Promise.all([
      releaseLeases(transaction, claims, now),
      webhooks.all(transaction),
    ])
    await resolveUnrecorded(transaction, rows, { webhooks: all, certainty: 'not_notified', now })
  })
  for (const claim of claims) queues.noteEnded(claim)
}
