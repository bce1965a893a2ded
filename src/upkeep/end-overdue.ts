import type { Clock } from '../runtime/clock.ts'
import type { Leap } from '../domain/clock-steps.ts'
import type { Store } from '../storage/store.ts'
import type { PeriodicTask } from './periodic.ts'

const STEP_MAX = 500

interface OverdueDeps {
  readonly store: Pick<Store, 'endOverdue'>
  readonly clock: Clock
  readonly wake: () => void
  /** So many deliveries have ended as failed. */
  readonly onFailed?: (count: number) => void
  /** For webhooks that have no schedule of their own. */
  readonly retryScheduleMs: readonly number[]
  /** Makes the clock follow a step of this very moment. */
  readonly freshTime: () => Promise<void>
  readonly leap: () => Leap
}

/** A receiver that stays dead does not gather deliveries for ever: what is due for too long fails. */
export function endOverdue({
  store,
  clock,
  wake,
  retryScheduleMs,
  leap,
  freshTime,
  onFailed,
}: OverdueDeps): PeriodicTask {
  return {
    name: 'upkeep.overdue_ended',
    everyMs: 10_000,
    stepMax: STEP_MAX,
    step: async () => {
      await freshTime()
      const count = await store.endOverdue({
        now: clock.now(),
        limit: STEP_MAX,
        scheduleMs: retryScheduleMs,
        leap: leap(),
      })
      if (count > 0) {
        onFailed?.(count)
        wake()
      }
      return count
    },
  }
}
