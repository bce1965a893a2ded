import type { Monotonic } from '../instant.ts'

/** Recent wrong passwords for one name; all times are of a clock that nobody can set. */
export interface WrongPasswords {
  readonly count: number
  readonly startedAt: Monotonic
  /** Nothing is tried before; 0: it may be. */
  readonly blockedUntil: Monotonic
}

/** Wrong passwords for one name within 15 minutes; then it is closed for 1, 2, 4, 8, 15 minutes. */
export const WRONG_PASSWORDS_MAX = 10
const WINDOW_MS = 15 * 60_000
const MINUTE_MS = 60_000

/** Counts one more wrong password. From the tenth on each closes the name for 1, 2, 4, … 15 minutes. */
export function addWrongPassword(before: WrongPasswords | undefined, now: Monotonic): WrongPasswords {
  const isLate = before === undefined || isForgotten(before, now)
  const count = isLate ? 1 : before.count + 1
  const startedAt = isLate ? now : before.startedAt
  return { count, startedAt, blockedUntil: count < WRONG_PASSWORDS_MAX ? 0 : now + blockMs(count) }
}

/**
 * Ranks the wrong passwords of a name, where only so many names can be kept; the lowest goes first. 0: they no longer
 * count. Infinity: they close the name just now, and must stay. Else their number, so that one try at each of very
 * many names never pushes out a name that was tried more often.
 */
export function rankWrongPasswords(wrong: WrongPasswords, now: Monotonic): number {
  if (isForgotten(wrong, now)) return 0
  return wrong.blockedUntil > now ? Infinity : wrong.count
}

/** Takes one back that was not checked after all; undefined: no other is left. */
export function takeBackWrongPassword({ count, startedAt }: WrongPasswords): WrongPasswords | undefined {
  return count === 1 ? undefined : { count: count - 1, startedAt, blockedUntil: 0 }
}

/**
 * Tells whether they no longer count: their quarter of an hour is over, or a whole one since the name was opened
 * again.
 */
function isForgotten({ startedAt, blockedUntil }: WrongPasswords, now: Monotonic): boolean {
  return Math.max(startedAt, blockedUntil) + WINDOW_MS <= now
}

function blockMs(count: number): number {
  return Math.min(15, 2 ** Math.min(10, count - WRONG_PASSWORDS_MAX)) * MINUTE_MS
}
