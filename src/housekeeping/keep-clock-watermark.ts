import type { Boot, Clock } from '../runtime/clock.ts'
import type { ClockSteps } from '../monitoring/clock-watch.ts'
import type { TimeReading } from '../domain/clock-steps.ts'
import type { Store } from '../storage/store.ts'
import type { PeriodicTask } from './periodic.ts'

const EVERY_MS = 10_000
const IDLE_MS = 60_000

interface ClockWatermarkDeps {
  readonly store: Pick<Store, 'findClockWatermark' | 'writeClockWatermark'>
  /** The clock that all nodes agree on. */
  readonly clock: Clock
  readonly clockSteps: Pick<ClockSteps, 'clockJump' | 'recall'>
  readonly boot: Boot
}

/** So that a step made while no process ran is known to the next one, as if it had been running. */
export async function recallClock({ store, clock, clockSteps, boot }: ClockWatermarkDeps): Promise<void> {
  const mark = await store.findClockWatermark(boot.id)
  if (mark) clockSteps.recall(mark, readClock(clock, boot))
}

/** Stores what this process knows of the clock for the next process. */
export function keepClockWatermark({ store, clock, clockSteps, boot }: ClockWatermarkDeps): PeriodicTask {
  return {
    name: 'clock.marked',
    everyMs: EVERY_MS,
    idleMs: IDLE_MS,
    stepMax: Infinity,
    logsSteps: false,
    step: async () => {
      // The reading first: it may be what notices a step.
      const reading = readClock(clock, boot)
      await store.writeClockWatermark(boot.id, { ...reading, clockJump: clockSteps.clockJump })
      return 0
    },
  }
}

/** The process may pause between the two clocks. */
function readClock(clock: Clock, { originMs }: Boot): TimeReading {
  const begunAt = clock.monotonic()
  const time = clock.now()
  const at = clock.monotonic()
  return { at: originMs + at, time, errorMs: at - begunAt }
}
