import type { Instant } from '../../../src/domain/instant.ts'
import type { Store } from '../../../src/storage/store.ts'

/** Tells whether an idle node that asks now goes on at once. */
export async function isHousekeepingDue(
  store: Pick<Store, 'nextHousekeepingAt'>,
  now: Instant,
): Promise<boolean> {
  const at = await store.nextHousekeepingAt(now)
  return at !== null && at <= now
}
