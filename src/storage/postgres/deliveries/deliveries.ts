import type { DeliveryId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import { type DeliveryRow } from '../../rows/delivery-row.ts'
import { RacedError } from '../../transactions/transaction-script.ts'
import type { Transaction } from '../connection/database.ts'
import { statement } from '../connection/statement.ts'
import { ENDED_COLUMNS, HOT_COLUMNS } from '../connection/delivery-columns.ts'

/** Selects a delivery from either table, in one snapshot. */
export const SELECT_ONE = statement<[id: DeliveryId], DeliveryRow & { readonly event_at: Instant }>(`
SELECT ${HOT_COLUMNS} FROM deliveries WHERE id = $1
UNION ALL
SELECT ${ENDED_COLUMNS} FROM ended_deliveries WHERE id = $1`)

/** Restarts the schedule of a pending delivery, due at once unless it is held. */
const SEND_NOW = statement<[id: DeliveryId, now: Instant]>(`
UPDATE deliveries
SET due_at = CASE WHEN due_at IS NOT NULL THEN $2::bigint END, attempts_uncounted = attempts_made
WHERE id = $1 AND state = 'pending'`)

export async function sendNow(
  transaction: Transaction,
  { id }: { readonly id: DeliveryId },
  now: Instant,
): Promise<void> {
  const { count } = await transaction.query(SEND_NOW, [id, now])
  if (count === 0) throw new RacedError('it was claimed in the moment before')
}
