import type { Transaction } from '../connection/database.ts'
import { CLUSTER_LOCKS, LOCK_CLASS } from '../connection/locks.ts'
import { statement } from '../connection/statement.ts'

type Task =
  | 'expireAlerts'
  | 'reclaimLeases'
  | 'endOverdue'
  | 'advanceOperations'
  | 'pruneHistory'
  | 'clampDueTimes'
  | 'createMissingDeliveries'
  | 'escalateToFallbacks'

const TRY_LOCK = statement<[lock: number], { isOurs: boolean }>(
  `SELECT pg_try_advisory_xact_lock(${LOCK_CLASS.cluster}, $1) AS "isOurs"`,
)

/**
 * True: until this transaction ends no other one in the cluster does this task. False: another one does it just now;
 * there is nothing to do here, and nothing to wait for.
 */
export async function beginHousekeeping(transaction: Transaction, task: Task): Promise<boolean> {
  const { rows } = await transaction.query(TRY_LOCK, [CLUSTER_LOCKS[task]])
  return rows[0]?.isOurs === true
}
