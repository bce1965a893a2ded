import type { OverdueRow } from '../../changes/delivery-rows.ts'
import type { AlertId, DeliveryId } from '../../../domain/ids.ts'
import { alertIdOf } from '../../../domain/alert/event.ts'
import { alertOfSubject, isAlertSubject } from '../../rows/delivery-row.ts'
import type { AlertRow } from '../../rows/alert-row.ts'
import type { Transaction } from '../connection/database.ts'
import { listStatement } from '../connection/set-statement.ts'

const LOCK = listStatement<AlertId, [], AlertRow>(
  'SELECT * FROM alerts WHERE id = ANY ($1) ORDER BY source, key FOR NO KEY UPDATE',
)

/** Locks alerts, skipping those that a report changes now. */
const TRY_LOCK = listStatement<AlertId, [], { id: AlertId }>(
  'SELECT id FROM alerts WHERE id = ANY ($1) FOR NO KEY UPDATE SKIP LOCKED',
)

/** Selects the alerts of deliveries outside of OFFSET 0, see `FIND_OF_DELIVERIES`. */
export const LOCK_OF_DELIVERIES = listStatement<DeliveryId>(`
SELECT alerts.id FROM alerts WHERE id = ANY (ARRAY(
  SELECT ${alertOfSubject('subject')}
  FROM (SELECT subject FROM deliveries WHERE id = ANY ($1) OFFSET 0) AS given WHERE ${isAlertSubject('subject')}
)) ORDER BY source, key FOR NO KEY UPDATE`)

/**
 * Locks alerts, as intake does, before any delivery and in its order. Only this transaction then changes them
 * or creates receiver states. Returns those that exist.
 */
export async function lockAlerts(
  transaction: Transaction,
  ids: readonly AlertId[],
): Promise<readonly AlertRow[]> {
  const wanted = [...new Set(ids)].filter((id) => id !== 0)
  return LOCK.read(transaction, wanted)
}

/** Locks alerts after deliveries, leaving out rows whose alert another transaction has locked. */
export async function tryAlertsOf(
  transaction: Transaction,
  rows: readonly OverdueRow[],
): Promise<readonly OverdueRow[]> {
  const ids = [...new Set(rows.map(({ subject }) => alertIdOf(subject)))].filter((id) => id !== 0)
  const locked = new Set((await TRY_LOCK.read(transaction, ids)).map(({ id }) => id))
  return rows.filter(({ subject }) => alertIdOf(subject) === 0 || locked.has(alertIdOf(subject)))
}
