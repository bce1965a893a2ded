import type { Clock } from '../runtime/clock.ts'
import type { Leap } from '../domain/clock-steps.ts'
import type { Instant } from '../domain/instant.ts'
import type { LeaseLength } from '../domain/delivery/lease.ts'
import { TIMEOUT_MS_MAX } from '../domain/webhook/webhook-limits.ts'
import type { Store } from '../storage/store.ts'
import type { PeriodicTask } from './periodic.ts'

const STEP_MAX = 1_000

interface RescueDeps {
  readonly store: Pick<Store, 'rescueExpired'>
  readonly clock: Clock
  readonly wake: () => void
  readonly lease: LeaseLength
  /** Of which it is proven that they are gone: what they had under way is taken back at once. */
  readonly goneNodes: readonly string[]
  /** Makes the clock follow a step of this very moment. */
  readonly freshTime: () => Promise<void>
  readonly leap: () => Leap
}

/**
 * Deliveries whose worker died become due again when their lease has run out, or when it is proven that it is gone. That
 * holds for good, and is asked each time: what a process sent just before its end reaches the database a little later.
 */
export function rescueExpired({
  store,
  clock,
  freshTime,
  wake,
  lease,
  goneNodes,
  leap,
}: RescueDeps): PeriodicTask {
  return {
    name: 'upkeep.rescued',
    everyMs: 1_000,
    stepMax: STEP_MAX,
    step: async () => {
      await freshTime()
      const now = clock.now()
      const count = await store.rescueExpired({
        leasedBefore: lostBefore(now, leap(), lease),
        now,
        limit: STEP_MAX,
        lease,
        goneNodes,
      })
      if (count > 0) wake()
      return count
    },
  }
}

/**
 * While attempts may be under way that began before the clock leapt ahead, their leases have as much more time: nothing of
 * it has passed for them.
 */
function lostBefore(now: Instant, leap: Leap, { marginMs }: LeaseLength): Instant {
  return now < leap.at + marginMs + TIMEOUT_MS_MAX ? now - leap.ms : now
}

/**
 * At start on the embedded database: it belongs to this process alone, so whatever is leased was leased by a
 * predecessor that is gone, and need not wait for its lease to run out. Answers how many there were.
 */
export async function rescueAll({ store, clock }: Pick<RescueDeps, 'store' | 'clock'>): Promise<number> {
  let total = 0
  for (;;) {
    const count = await store.rescueExpired({
      leasedBefore: Number.MAX_SAFE_INTEGER,
      now: clock.now(),
      limit: STEP_MAX,
    })
    total += count
    if (count < STEP_MAX) return total
  }
}
