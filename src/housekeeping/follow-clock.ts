import type { TimeReading } from '../domain/clock-steps.ts'
import type { Monotonic } from '../domain/instant.ts'
import type { ClockSteps } from '../monitoring/clock-watch.ts'
import type { Boot, Clock } from '../runtime/clock.ts'
import type { Store } from '../storage/store.ts'
import type { PeriodicTask } from './periodic.ts'

const STEP_MAX = 1_000

/** The time in which other nodes may miss a step, and write due times by the old clock. */
const UNNOTICED_MS_MAX = 60_000
const AGAIN_AFTER_MS = 10_000
const IDLE_MS = 60_000

interface ClampDeps {
  readonly store: Pick<Store, 'clampDueTimes'>
  readonly clock: Clock
  /** Notices a step of the clock made this very moment. */
  readonly freshTime: () => Promise<void>
  readonly clockSteps: Pick<ClockSteps, 'count'>
  readonly wake: () => void
  /** The schedule of webhooks that have none of their own. */
  readonly retryScheduleMs: readonly number[]
}

/**
 * Makes due what is due later than it can be, after a step of the clock or a start. It reads everything
 * that is not due yet, so it runs at no other time.
 */
export function clampDueTimes({
  store,
  clock,
  freshTime,
  clockSteps,
  wake,
  retryScheduleMs,
}: ClampDeps): PeriodicTask {
  let stepCount = -1
  let steppedAt: Monotonic = -Infinity
  let checkedAt: Monotonic = -Infinity
  const isNeeded = (monotonic: Monotonic) => {
    if (clockSteps.count !== stepCount) {
      stepCount = clockSteps.count
      steppedAt = monotonic
      return true
    }
    return monotonic - steppedAt <= UNNOTICED_MS_MAX && monotonic - checkedAt >= AGAIN_AFTER_MS
  }
  return {
    name: 'housekeeping.due_times_clamped',
    everyMs: 1_000,
    idleMs: IDLE_MS,
    stepMax: STEP_MAX,
    step: async () => {
      await freshTime()
      // Reading the time is what notices a step.
      const now = clock.now()
      if (!isNeeded(clock.monotonic())) return 0
      const count = await store.clampDueTimes({ now, limit: STEP_MAX, scheduleMs: retryScheduleMs })
      // Checks again at once if there may be more, or if this failed.
      checkedAt = count >= STEP_MAX ? -Infinity : clock.monotonic()
      if (count > 0) wake()
      return count
    },
  }
}

const WRITTEN_EVERY_MS = 10_000
const WRITTEN_IDLE_MS = 60_000

interface ClockWatermarkDeps {
  readonly store: Pick<Store, 'findClockWatermark' | 'writeClockWatermark'>
  /** The clock that all nodes agree on. */
  readonly clock: Clock
  readonly clockSteps: Pick<ClockSteps, 'clockJump' | 'recall'>
  readonly boot: Boot
}

/** Reads the clock of the last process: a step made since counts as if one had been running. */
export async function recallClock({ store, clock, clockSteps, boot }: ClockWatermarkDeps): Promise<void> {
  const watermark = await store.findClockWatermark(boot.id)
  if (watermark) clockSteps.recall(watermark, readClock(clock, boot))
}

export function keepClockWatermark({ store, clock, clockSteps, boot }: ClockWatermarkDeps): PeriodicTask {
  return {
    name: 'clock.marked',
    everyMs: WRITTEN_EVERY_MS,
    idleMs: WRITTEN_IDLE_MS,
    logsSteps: false,
    step: async () => {
      // Read first: reading is what notices a step.
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
