import type { Clock } from '../clock.ts'
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
}

/** A receiver that stays dead does not gather deliveries for ever: what is due for too long fails. */
export function endOverdue({ store, clock, wake, retryScheduleMs, onFailed }: OverdueDeps): PeriodicTask {
  return {
    name: 'upkeep.overdue_ended',
    everyMs: 10_000,
    stepMax: STEP_MAX,
    step: async () => {
      const count = await store.endOverdue({ now: clock.now(), limit: STEP_MAX, scheduleMs: retryScheduleMs })
      if (count > 0) {
        onFailed?.(count)
        wake()
      }
      return count
    },
  }
}
