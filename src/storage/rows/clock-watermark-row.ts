import type { ClockWatermark } from '../../domain/clock-steps.ts'
import type { BootId } from '../../domain/ids.ts'
import { readStored } from './stored-json.ts'

/**
 * The time for which a watermark is kept that nobody renews, in milliseconds: the machine was restarted, or is gone.
 */
export const CLOCK_WATERMARK_KEPT_MS = 30 * 24 * 3600_000

/** Returns the key of the row in `meta`. */
export function clockWatermarkKey(bootId: BootId): string {
  return `clock ${bootId}`
}

/**
 * Returns the value. Sorted as texts, values are in the order of their times, which have as many digits until the year
 * 2286.
 */
export function toClockWatermarkValue({ time, at, errorMs, clockJump }: ClockWatermark): string {
  return JSON.stringify([Math.round(time), at, errorMs, clockJump.at, clockJump.ms])
}

/** Every value that is smaller was written longer ago than a watermark is kept. */
export function forgottenBefore({ time }: ClockWatermark): string {
  return `[${Math.round(time) - CLOCK_WATERMARK_KEPT_MS}`
}

export function toClockWatermark(value: string): ClockWatermark | undefined {
  const stored = readStored<unknown>(value, null)
  if (!Array.isArray(stored) || stored.length !== 5 || !stored.every(Number.isFinite)) return undefined
  const [time, at, errorMs, jumpAt, jumpMs] = stored
  return { time, at, errorMs, clockJump: { at: jumpAt, ms: jumpMs } }
}
