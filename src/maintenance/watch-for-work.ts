import type { Clock } from '../runtime/clock.ts'
import type { Instant } from '../domain/instant.ts'
import type { Store } from '../storage/store.ts'
import type { IdleWatch } from './idle-watch.ts'
import type { PeriodicTask } from './periodic.ts'

const EVERY_MS = 1_000
/** A node that died tells nobody what it left. */
const IDLE_MS_MAX = 15_000

interface WatchDeps {
  readonly store: Pick<Store, 'nextMaintenanceAt'>
  readonly clock: Pick<Clock, 'now'>
  /** Makes the clock follow a step of this very moment. */
  readonly freshTime: () => Promise<void>
  readonly idle: Pick<IdleWatch, 'isIdle' | 'isResting' | 'noteWork'>
}

/**
 * Asks when something is due by the time alone, and sleeps until then; and for what a node left that told nobody. While
 * a node is idle, it does so in place of the other tasks, which go on when this finds something.
 */
export function watchForWork({ store, clock, freshTime, idle }: WatchDeps): PeriodicTask {
  /** Undefined: it is not known. */
  let nextAt: Instant | undefined
  return {
    name: 'maintenance.work_found',
    everyMs: EVERY_MS,
    idleMs: () => (nextAt === undefined ? 0 : Math.min(Math.max(nextAt - clock.now(), 0), IDLE_MS_MAX)),
    stepMax: Infinity,
    step: async () => {
      if (!idle.isIdle) {
        nextAt = undefined
        // A node that does not hear the others any more must not rest.
        if (idle.isResting) idle.noteWork()
        return 0
      }
      // Where the database does not answer.
      nextAt = clock.now() + EVERY_MS
      await freshTime()
      const now = clock.now()
      nextAt = (await store.nextMaintenanceAt(now)) ?? Infinity
      if (nextAt > now) return 0
      idle.noteWork()
      return 1
    },
  }
}
