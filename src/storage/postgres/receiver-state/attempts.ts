import type { LeaseHeld } from '../../../domain/delivery/delivery.ts'
import type { DeliveryId } from '../../../domain/ids.ts'
import type { AlertQueue } from '../../changes/queue-rows.ts'
import { listStatement, setStatement } from '../connection/set-statement.ts'
import { QUEUE } from '../queue/alert-queue.ts'
import { inAlertQueue } from '../queue/in-alert-queue.ts'
import { alertQueueColumns, type AlertQueueRow } from './alert-states.ts'

export const LEASE_HELD = { deliveryId: 'bigint', attempt: 'integer', leasedBy: 'text' } as const

/** The comparison of the state fits no index, so that each is found by its id. */
export const IS_HELD = `id = given."deliveryId" AND attempts_made = given.attempt AND state || '' = 'sending'
      AND leased_by IS NOT DISTINCT FROM given."leasedBy"`

/** In the order of ids, against deadlocks. */
export function inOrder<Claim extends LeaseHeld>(claims: readonly Claim[]): readonly Claim[] {
  return claims.toSorted((one, other) => one.deliveryId - other.deliveryId)
}

/** Locks the heads, and so their alert queues, as FINISH finds them and in its order. */
export const LOCK_SENT = setStatement<LeaseHeld, [], AlertQueueRow>(LEASE_HELD)(`
SELECT ${alertQueueColumns('locked')} FROM GIVEN
CROSS JOIN LATERAL (
  SELECT * FROM deliveries
  WHERE ${IS_HELD}
  FOR UPDATE
) AS locked`)

/** Selects what waits after each given head. Comparing rows at both ends forces the index of alert queues. */
export const BEHIND_GIVEN = `
CROSS JOIN LATERAL (
  SELECT * FROM deliveries WHERE ${inAlertQueue('given')} AND state = 'waiting' OFFSET 0
) AS behind`

const selectBehind = (given: string) =>
  `SELECT ${alertQueueColumns('behind')} FROM ${given} ${BEHIND_GIVEN} ORDER BY behind.event_id DESC, behind.id DESC`

/** Selects the alert queues of these deliveries, which this transaction has locked. */
export const SELECT_BEHIND = listStatement<DeliveryId, [], AlertQueueRow>(
  selectBehind('(SELECT subject, webhook_id FROM deliveries WHERE id = ANY ($1) OFFSET 0) AS given'),
)

/** Reads what waits in alert queues whose heads this transaction has locked or removed. */
export const SELECT_WAITING = setStatement<AlertQueue, [], AlertQueueRow>(QUEUE)(selectBehind('GIVEN'))
