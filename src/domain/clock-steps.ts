import type { Instant, Monotonic } from './instant.ts'

/**
 * Limits how far the clocks of two nodes may be apart. A moment that another node wrote may lie this much further
 * ahead than one that is planned here: nodes know the time of the database server to some milliseconds, or to tenths
 * of a second while it is slow.
 */
export const CLOCKS_APART_MS_MAX = 1_000

/**
 * Tells whether a moment lies further ahead than it can: it was written before the clock was set back. It then counts
 * as now, or it would hold things up for as long as the step.
 */
export function isOutOfReach(moment: Instant, now: Instant, aheadMsMax: number): boolean {
  return moment - now > aheadMsMax + CLOCKS_APART_MS_MAX
}

/** The least change of the clock that counts as a step; a smaller one is drift, which a clock corrects bit by bit. */
export const STEP_MS_MIN = 1_000

/** A reading of a clock: the time at this moment of the monotonic clock, give or take `errorMs`. */
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

/**
 * Returns by how much the clock was set between two readings, negative for back; 0: it was not, as far as they
 * show.
 */
export function stepBetween(before: TimeReading, after: TimeReading): number {
  const stepMs = after.time - timeAt(before, after.at)
  return Math.abs(stepMs) >= STEP_MS_MIN + before.errorMs + after.errorMs ? Math.round(stepMs) : 0
}

/**
 * Steps forward that a process has noticed, as one: a moment before `at` was written by a clock that is `ms` slower
 * than the current one, so by the clock it is that much older than it is. Of several steps the last counts for all
 * of them.
 */
export interface ClockJump {
  readonly at: Instant
  readonly ms: number
}

/** Before which nothing was written. */
export const NO_CLOCK_JUMP: ClockJump = { at: 0, ms: 0 }

/**
 * Returns the jump after one more step, of either direction, by which the clock came to `now`. A step
 * back takes away.
 */
export function clockJumpAfter(clockJump: ClockJump, stepMs: number, now: Instant): ClockJump {
  const ms = clockJump.ms + stepMs
  return ms > 0 ? { at: now, ms } : NO_CLOCK_JUMP
}

/** Returns what the clock showed that long ago. */
export function momentAgo(agoMs: number, now: Instant, clockJump: ClockJump): Instant {
  const moment = now - agoMs
  return moment < clockJump.at ? moment - clockJump.ms : moment
}

/** A moment that was written, by the clock as it is now. */
export function byPresentClock(moment: Instant, clockJump: ClockJump): Instant {
  return moment < clockJump.at ? moment + clockJump.ms : moment
}

/** The reading that a process leaves for the next one. `at` is by a clock that began with the machine. */
export interface ClockWatermark extends TimeReading {
  readonly clockJump: ClockJump
}

/**
 * Returns by how much the clock was set since the watermark was left, by a process of the same start of the machine.
 */
export function stepSince(mark: ClockWatermark, reading: TimeReading): number {
  // A machine that was set back as a whole has not left this watermark.
  if (reading.at < mark.at) return 0
  return stepBetween({ ...mark, errorMs: mark.errorMs + (reading.at - mark.at) * CLOCK_DRIFT }, reading)
}
