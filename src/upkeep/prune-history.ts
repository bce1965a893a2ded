import type { Clock } from '../runtime/clock.ts'
import type { Store } from '../storage/store.ts'
import type { PeriodicTask } from './periodic.ts'

/** Small steps: each holds the database for some milliseconds at the most. */
const STEP_MAX = 500

interface PruneDeps {
  readonly store: Pick<Store, 'pruneHistory'>
  readonly clock: Clock
  readonly retentionMs: number
}

/** History older than the retention goes, in steps that never hold up the deliveries. */
export function pruneHistory({ store, clock, retentionMs }: PruneDeps): PeriodicTask {
  return {
    name: 'upkeep.history_pruned',
    everyMs: 60_000,
    stepMax: STEP_MAX,
    step: () => {
      const now = clock.now()
      return store.pruneHistory({ endedBefore: now - retentionMs, now, limit: STEP_MAX })
    },
  }
}
