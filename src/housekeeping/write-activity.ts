import type { Clock } from '../runtime/clock.ts'
import type { Instant } from '../domain/instant.ts'
import type { Backlog } from '../storage/store.ts'
import type { ActivityCounter } from './activity-counter.ts'
import type { PeriodicTask } from './periodic.ts'

const EVERY_MS = 10_000
const IDLE_MS = 60_000

interface WriteActivityDeps {
  readonly counter: Pick<ActivityCounter, 'noteBacklog' | 'write'>
  readonly clock: Pick<Clock, 'now'>
  /** Undefined: this node does not look at it, because others do. */
  readonly readBacklog: (() => Promise<Backlog>) | undefined
}

/** Looks at the backlog, and writes down what this node has counted since the last time. */
export function writeActivity({ counter, clock, readBacklog }: WriteActivityDeps): PeriodicTask {
  return {
    name: 'housekeeping.activity_written',
    everyMs: EVERY_MS,
    idleMs: IDLE_MS,
    stepMax: Infinity,
    logsSteps: false,
    step: async () => {
      // A reading that fails leaves a gap; what was counted is written all the same.
      const backlog = await readBacklog?.().catch(() => undefined)
      if (backlog) {
        const { waiting, pending, sending, oldestDueAt, paused } = backlog
        const ageMs = (at: Instant | null) => (at === null ? 0 : Math.max(0, clock.now() - at))
        counter.noteBacklog({
          unfinished: waiting + pending + sending,
          oldestDueMs: ageMs(oldestDueAt),
          paused: paused.deliveryCount,
          oldestPausedMs: ageMs(paused.oldestMadeAt),
        })
      }
      await counter.write()
      return 0
    },
  }
}
