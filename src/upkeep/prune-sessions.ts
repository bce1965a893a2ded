import type { Clock } from '../runtime/clock.ts'
import type { Store } from '../storage/store.ts'
import type { PeriodicTask } from './periodic.ts'

/** Small steps: each holds the database for some milliseconds at the most. */
const STEP_MAX = 500

interface PruneSessionsDeps {
  readonly store: Pick<Store, 'pruneSessions'>
  readonly clock: Clock
  readonly sessionIdleMs: number
}

/** Sessions and invitations that open nothing any more go; none of them opens anything until then. */
export function pruneSessions({ store, clock, sessionIdleMs }: PruneSessionsDeps): PeriodicTask {
  return {
    name: 'upkeep.sessions_pruned',
    everyMs: 600_000,
    stepMax: STEP_MAX,
    step: () => {
      const now = clock.now()
      return store.pruneSessions({ now, seenBefore: now - sessionIdleMs, limit: STEP_MAX })
    },
  }
}
