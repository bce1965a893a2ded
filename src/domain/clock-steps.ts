import type { Instant, Monotonic } from './instant.ts'

/**
 * The largest difference between the clocks of nodes: they know the database server's time to milliseconds, or to
 * tenths of a second while it is slow.
 */
export const CLOCKS_APART_MS_MAX = 1_000

/**
 * Tells whether a moment was written before the clock was set back, as it lies further ahead than possible. It then
 * counts as now, or everything would be held for the length of the step.
 */
export function isOutOfReach(moment: Instant, now: Instant, aheadMsMax: number): boolean {
  return moment - now > aheadMsMax + CLOCKS_APART_MS_MAX
}

/** A smaller change is drift. */
export const STEP_MS_MIN = 1_000

/** The time at a moment of the monotonic clock, give or take `errorMs`. */
export interface TimeReading {
  readonly at: Monotonic
  readonly time: Instant
  readonly errorMs: number
}

export function timeAt({ at, time }: TimeReading, monotonic: Monotonic): Instant {
  return time + (monotonic - at)
}

/** The worst drift of a machine's clock: 100 ms in 1,000 s. */
export const CLOCK_DRIFT = 1e-4

/** Returns by how much the clock was set between two readings, negative for back; 0: not noticeably. */
export function stepBetween(before: TimeReading, after: TimeReading): number {
  const stepMs = after.time - timeAt(before, after.at)
  return Math.abs(stepMs) >= STEP_MS_MIN + before.errorMs + after.errorMs ? Math.round(stepMs) : 0
}

/**
 * Steps forward that a process noticed, as one: a moment before `at` was written by a clock `ms` slower than the
 * current one. The last of several steps counts for all.
 */
export interface ClockJump {
  readonly at: Instant
  readonly ms: number
}

/** The step of a clock that made none: nothing was written before it. */
export const NO_CLOCK_JUMP: ClockJump = { at: 0, ms: 0 }

/** Returns the jump after another step in either direction, which set the clock to `now`. A step back reduces it. */
export function clockJumpAfter(clockJump: ClockJump, stepMs: number, now: Instant): ClockJump {
  const ms = clockJump.ms + stepMs
  return ms > 0 ? { at: now, ms } : NO_CLOCK_JUMP
}

/** Returns what the clock showed that long ago. */
export function momentAgo(agoMs: number, now: Instant, clockJump: ClockJump): Instant {
  const moment = now - agoMs
  return moment < clockJump.at ? moment - clockJump.ms : moment
}

/** Returns a written moment by the clock as it is now. */
export function byPresentClock(moment: Instant, clockJump: ClockJump): Instant {
  return moment < clockJump.at ? moment + clockJump.ms : moment
}

/** The reading that a process leaves for the next one. `at` counts from the start of the machine. */
export interface ClockWatermark extends TimeReading {
  readonly clockJump: ClockJump
}

/** Returns by how much the clock was set since the watermark, if the machine was not started since. */
export function stepSince(mark: ClockWatermark, reading: TimeReading): number {
  // A machine that was set back as a whole has not left this watermark.
  if (reading.at < mark.at) return 0
  return stepBetween({ ...mark, errorMs: mark.errorMs + (reading.at - mark.at) * CLOCK_DRIFT }, reading)
}
