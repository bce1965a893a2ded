import type { Clock } from '../runtime/clock.ts'
import type { Leap } from '../domain/clock-steps.ts'
import type { Store } from '../storage/store.ts'
import type { PeriodicTask } from './periodic.ts'

const STEP_MAX = 200

interface ExpiryDeps {
  readonly store: Pick<Store, 'expireAlerts'>
  readonly clock: Clock
  readonly graceMs: number
  /** Makes the clock follow a step of this very moment. */
  readonly freshTime: () => Promise<void>
  readonly leap: () => Leap
  readonly wake: () => void
  /** So many events have been accepted. */
  readonly onEvents?: (count: number) => void
}

/** Alerts whose monitor fell silent are cleared by us: `expires_at` plus grace has passed without a refresh. */
export function expireAlerts({
  store,
  clock,
  graceMs,
  leap,
  freshTime,
  wake,
  onEvents,
}: ExpiryDeps): PeriodicTask {
  return {
    name: 'upkeep.alerts_expired',
    everyMs: 1_000,
    stepMax: STEP_MAX,
    step: async () => {
      await freshTime()
      const now = clock.now()
      const count = await store.expireAlerts({
        expiredBefore: now - graceMs,
        now,
        limit: STEP_MAX,
        leap: leap(),
      })
      if (count > 0) {
        onEvents?.(count)
        wake()
      }
      return count
    },
  }
}
