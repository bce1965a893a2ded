import type { OverdueRow } from '../../changes/delivery-rows.ts'
import type { AlertId, DeliveryId } from '../../../domain/ids.ts'
import { alertIdOf } from '../../../domain/alert/event.ts'
import { alertOfSubject, isAlertSubject } from '../../rows/delivery-row.ts'
import type { AlertRow } from '../../rows/alert-row.ts'
import type { Transaction } from '../connection/database.ts'
import { statement } from '../connection/statement.ts'

const LOCK = statement<[ids: readonly AlertId[]], AlertRow>(
  'SELECT * FROM alerts WHERE id = ANY ($1) ORDER BY source, key FOR NO KEY UPDATE',
)

/** Locks alerts, skipping those that a report changes now. */
const TRY_LOCK = statement<[ids: readonly AlertId[]], { id: AlertId }>(
  'SELECT id FROM alerts WHERE id = ANY ($1) FOR NO KEY UPDATE SKIP LOCKED',
)

/** Selects the alerts of deliveries outside of OFFSET 0, see `FIND_OF_DELIVERIES`. */
export const LOCK_OF_DELIVERIES = statement<[ids: readonly DeliveryId[]]>(`
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
  return wanted.length === 0 ? [] : (await transaction.query(LOCK, [wanted])).rows
}

export async function lockAlertsOf(
  transaction: Transaction,
  deliveryIds: readonly DeliveryId[],
): Promise<void> {
  if (deliveryIds.length > 0) await transaction.query(LOCK_OF_DELIVERIES, [deliveryIds])
}

/** Locks alerts after deliveries, leaving out rows whose alert another transaction has locked. */
export async function tryAlertsOf(
  transaction: Transaction,
  rows: readonly OverdueRow[],
): Promise<readonly OverdueRow[]> {
  const ids = [...new Set(rows.map(({ subject }) => alertIdOf(subject)))].filter((id) => id !== 0)
  if (ids.length === 0) return rows
  const locked = new Set((await transaction.query(TRY_LOCK, [ids])).rows.map(({ id }) => id))
  return rows.filter(({ subject }) => alertIdOf(subject) === 0 || locked.has(alertIdOf(subject)))
}
