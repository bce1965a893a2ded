import type { Transaction } from '../connection/database.ts'
import { LOCK_CLASS } from '../connection/transaction-words.ts'

/** The second keys of `LOCK_CLASS.cluster`. What is no upkeep has those below 10. */
const TASKS = {
  expireAlerts: 10,
  rescueExpired: 11,
  endOverdue: 12,
  advanceOperations: 13,
  pruneHistory: 14,
  pruneAudit: 15,
  hastenDeliveries: 16,
} as const

const TRY_LOCK = `SELECT pg_try_advisory_xact_lock(${LOCK_CLASS.cluster}, $1) AS "isOurs"`

/**
 * True: until this transaction ends no other one in the cluster does this task. False: another one does it just now;
 * there is nothing to do here, and nothing to wait for.
 */
export async function beginUpkeep(transaction: Transaction, task: keyof typeof TASKS): Promise<boolean> {
  const { rows } = await transaction.query<{ isOurs: boolean }>(TRY_LOCK, [TASKS[task]])
  return rows[0]?.isOurs === true
}
