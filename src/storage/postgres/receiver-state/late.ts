import { alertIdOf } from '../../../domain/alert/event.ts'
import type { DeliveryId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { StoreMethods } from '../../store.ts'
import { beginMaintenance } from '../cluster/maintenance-lock.ts'
import type { Transaction } from '../connection/database.ts'
import { statement } from '../connection/statement.ts'
import type { Deps } from '../node-memory/deps.ts'
import { addFallbacks } from './fallback.ts'
import { toFailed } from './escalate.ts'
import { lockAlerts } from './alert-locks.ts'

export const SELECT_LATE = statement<[now: Instant, limit: number], { id: DeliveryId; subject: string }>(`
SELECT id, subject FROM deliveries WHERE fallback_at IS NOT NULL AND fallback_at <= $1 ORDER BY fallback_at LIMIT $2`)

/** Updates by id: the time is compared in a way that fits no index. */
const HASTEN = statement<[ids: readonly DeliveryId[], now: Instant]>(
  'UPDATE deliveries SET fallback_at = $2 WHERE id = ANY ($1) AND fallback_at + 0 > $2',
)

/** Their retry schedules are used up: their fallbacks are notified now, if they are yet to be (`fallbackAtAfter`). */
export async function hastenFallbacks(
  transaction: Transaction,
  ids: readonly DeliveryId[],
  now: Instant,
): Promise<void> {
  if (ids.length > 0) await transaction.query(HASTEN, [ids, now])
}

/** Once for each. Those that have arrived in the moment before are gone. */
const FORGET_TIME = statement<[ids: readonly DeliveryId[], now: Instant], Parameters<typeof toFailed>[0]>(`
WITH late AS MATERIALIZED (
  SELECT id FROM deliveries WHERE id = ANY ($1) AND fallback_at <= $2 ORDER BY id FOR NO KEY UPDATE
)
UPDATE deliveries SET fallback_at = NULL FROM late WHERE deliveries.id = late.id
RETURNING deliveries.id, webhook_id, subject, event_id, event_at, fallback_depth, urgency`)

export function escalateToFallbacks(
  deps: Deps,
  { now, limit }: Parameters<StoreMethods['escalateToFallbacks']>[0],
): Promise<number> {
  return deps.database.transaction(async (transaction) => {
    const [isOurs, { rows }] = await Promise.all([
      beginMaintenance(transaction, 'escalateToFallbacks'),
      transaction.query(SELECT_LATE, [now, limit]),
    ])
    if (!isOurs || rows.length === 0) return 0
    await lockAlerts(
      transaction,
      rows.map(({ subject }) => alertIdOf(subject)),
    )
    const late = await transaction.query(FORGET_TIME, [rows.map(({ id }) => id), now])
    const failed = late.rows.map(toFailed)
    await addFallbacks(transaction, deps, { failed: failed.toSorted((a, b) => a.id - b.id), now })
    return rows.length
  })
}
