import type { Clock } from '../runtime/clock.ts'
import type { Store } from '../storage/store.ts'
import type { IdleWatch } from './idle-watch.ts'
import type { PeriodicTask } from './periodic.ts'

const EVERY_MS = 5_000
const IDLE_MS = 15_000

interface WatchDeps {
  readonly store: Pick<Store, 'isMaintenanceDue'>
  readonly clock: Pick<Clock, 'now'>
  readonly idle: Pick<IdleWatch, 'isIdle' | 'isResting' | 'noteWork'>
}

/**
 * Asks for all that may be due by the time alone, and for what a node left that told nobody: while a node is idle, in
 * place of the other tasks, which go on when this finds something.
 */
export function watchForWork({ store, clock, idle }: WatchDeps): PeriodicTask {
  return {
    name: 'maintenance.work_found',
    everyMs: EVERY_MS,
    idleMs: IDLE_MS,
    stepMax: Infinity,
    step: async () => {
      if (!idle.isResting) return 0
      // A node that does not hear the others any more must not rest.
      const isFound = idle.isIdle && (await store.isMaintenanceDue(clock.now()))
      if (isFound || !idle.isIdle) idle.noteWork()
      return isFound ? 1 : 0
    },
  }
}
