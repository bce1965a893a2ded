import type { Instant, Monotonic } from './instant.ts'

/**
 * How far the clocks of two nodes may be apart. A moment that another node wrote may lie so much further ahead than one
 * that is planned here: nodes know the time of the database server to some milliseconds, or to tenths of a second while
 * it is slow.
 */
export const CLOCKS_APART_MS_MAX = 1_000

/**
 * Whether a moment lies further ahead than it ever can: it was written before the clock was set back. Then it counts as
 * now, or what it holds up would be held up for as long as the step.
 */
export function isOutOfReach(moment: Instant, now: Instant, aheadMsMax: number): boolean {
  return moment - now > aheadMsMax + CLOCKS_APART_MS_MAX
}

/** From this on a change of the clock is a step; what is less is drift, which a clock is cured of bit by bit. */
export const STEP_MS_MIN = 1_000

/** What one look at a clock told: at this moment of the monotonic clock it was this time, give or take `errorMs`. */
export interface TimeReading {
  readonly at: Monotonic
  readonly time: Instant
  readonly errorMs: number
}

export function timeAt({ at, time }: TimeReading, monotonic: Monotonic): Instant {
  return time + (monotonic - at)
}

/** How far clocks of machines run apart, at the worst: 100 ms in 1,000 s. */
export const CLOCK_DRIFT = 1e-4

/**
 * By how much the clock was set between two looks at it, back if it is negative; 0: it was not, as far as they tell.
 */
export function stepBetween(before: TimeReading, after: TimeReading): number {
  const stepMs = after.time - timeAt(before, after.at)
  return Math.abs(stepMs) >= STEP_MS_MIN + before.errorMs + after.errorMs ? Math.round(stepMs) : 0
}

/**
 * Steps forward that a process has noticed, as one: a moment before `at` was written by a clock that was `ms` behind
 * the present one, so by the clock it is that much older than it is. Of several steps the last counts for all of them.
 */
export interface ClockJump {
  readonly at: Instant
  readonly ms: number
}

/** Before which nothing was written. */
export const NO_CLOCK_JUMP: ClockJump = { at: 0, ms: 0 }

/**
 * What is known after one more step, of either direction, by which the clock has come to `now`. A step back takes away.
 */
export function clockJumpAfter(clockJump: ClockJump, stepMs: number, now: Instant): ClockJump {
  const ms = clockJump.ms + stepMs
  return ms > 0 ? { at: now, ms } : NO_CLOCK_JUMP
}

/** What the clock showed when it was so long ago. */
export function momentAgo(agoMs: number, now: Instant, clockJump: ClockJump): Instant {
  const moment = now - agoMs
  return moment < clockJump.at ? moment - clockJump.ms : moment
}

/** A moment that was written, by the clock as it is now. */
export function byPresentClock(moment: Instant, clockJump: ClockJump): Instant {
  return moment < clockJump.at ? moment + clockJump.ms : moment
}

/** What a process knew of the clock, for the one after it. `at` is by a clock that began with the machine. */
export interface ClockMark extends TimeReading {
  readonly clockJump: ClockJump
}

/** By how much the clock was set since the mark was left, by a process of the same start of the machine. */
export function stepSince(mark: ClockMark, reading: TimeReading): number {
  // A machine that was set back as a whole has not left this mark.
  if (reading.at < mark.at) return 0
  return stepBetween({ ...mark, errorMs: mark.errorMs + (reading.at - mark.at) * CLOCK_DRIFT }, reading)
}
