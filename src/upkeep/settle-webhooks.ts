import type { Clock } from '../runtime/clock.ts'
import type { Store } from '../storage/store.ts'
import type { PeriodicTask } from './periodic.ts'

const STEP_MAX = 2_000

interface SettleDeps {
  readonly store: Pick<Store, 'settleWebhooks'>
  readonly clock: Clock
  readonly wake: () => void
}

/** A node that ended while it held, freed or cancelled the deliveries of a webhook left the rest of them to this. */
export function settleWebhooks({ store, clock, wake }: SettleDeps): PeriodicTask {
  return {
    name: 'upkeep.webhooks_settled',
    everyMs: 10_000,
    stepMax: STEP_MAX,
    step: async () => {
      const count = await store.settleWebhooks({ now: clock.now(), limit: STEP_MAX })
      if (count > 0) wake()
      return count
    },
  }
}
