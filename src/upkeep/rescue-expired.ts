import type { Clock } from '../clock.ts'
import type { Store } from '../storage/store.ts'
import type { PeriodicTask } from './periodic.ts'

const STEP_MAX = 1_000

interface RescueDeps {
  readonly store: Pick<Store, 'rescueExpired'>
  readonly clock: Clock
  readonly wake: () => void
}

/** Deliveries whose worker died become due again when their lease has run out. */
export function rescueExpired({ store, clock, wake }: RescueDeps): PeriodicTask {
  return {
    name: 'upkeep.rescued',
    everyMs: 1_000,
    stepMax: STEP_MAX,
    step: async () => {
      const now = clock.now()
      const count = await store.rescueExpired({ leasedBefore: now, now, limit: STEP_MAX })
      if (count > 0) wake()
      return count
    },
  }
}

/**
 * At start on the embedded database: it belongs to this process alone, so whatever is leased was leased by a
 * predecessor that is gone, and need not wait for its lease to run out. Answers how many there were.
 */
export async function rescueAll({ store, clock }: Omit<RescueDeps, 'wake'>): Promise<number> {
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
