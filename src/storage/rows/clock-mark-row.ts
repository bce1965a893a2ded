import type { ClockMark } from '../../domain/clock-steps.ts'
import type { BootId } from '../../domain/ids.ts'
import { readStored } from './stored-json.ts'

/** How long a mark is kept that nobody renews, in milliseconds: the machine was started anew, or is no more. */
export const CLOCK_MARK_KEPT_MS = 30 * 24 * 3600_000

/** Of the row in `meta`. */
export function clockMarkKey(bootId: BootId): string {
  return `clock ${bootId}`
}

/** In the order of their times as texts, too: until the year 2286 these have as many digits. */
export function toClockMarkValue({ time, at, errorMs, clockJump }: ClockMark): string {
  return JSON.stringify([Math.round(time), at, errorMs, clockJump.at, clockJump.ms])
}

/** Every value that is smaller was written longer ago than a mark is kept. */
export function forgottenBefore({ time }: ClockMark): string {
  return `[${Math.round(time) - CLOCK_MARK_KEPT_MS}`
}

export function toClockMark(value: string): ClockMark | undefined {
  const stored = readStored<unknown>(value, null)
  if (!Array.isArray(stored) || stored.length !== 5 || !stored.every(Number.isFinite)) return undefined
  const [time, at, errorMs, jumpAt, jumpMs] = stored
  return { time, at, errorMs, clockJump: { at: jumpAt, ms: jumpMs } }
}
