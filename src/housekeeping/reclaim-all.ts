import type { Clock } from '../runtime/clock.ts'
import type { Store } from '../storage/store.ts'

const STEP_MAX = 500

/**
 * Reclaims all leases when SQLite starts: only this process has the database, so every lease is a predecessor's.
 * Returns how many there were.
 */
export async function reclaimAll(
  store: Pick<Store, 'reclaimLeases'>,
  clock: Pick<Clock, 'now'>,
): Promise<number> {
  let total = 0
  for (;;) {
    const count = await store.reclaimLeases({
      leasedBefore: Number.MAX_SAFE_INTEGER,
      now: clock.now(),
      limit: STEP_MAX,
    })
    total += count
    if (count < STEP_MAX) return total
  }
}
