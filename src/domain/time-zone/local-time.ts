import type { Instant } from '../instant.ts'
import { offsetAt } from './time-zone.ts'

/** The time of a clock on the wall: numbers as people count them, the month from 1 on. */
export interface LocalTime {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
}

const DAY_MS = 86_400_000

/**
 * When a clock in a time zone (its IANA name, e.g. `Europe/Warsaw`) shows this. What it shows twice, as summer ends, is
 * the later moment that is not after `latest`; what it skips, as summer begins, is taken as if it had not been changed
 * yet. Undefined for a zone that does not exist, and for a date that does not. Pure.
 */
export function instantInZone(local: LocalTime, zone: string, latest: Instant): Instant | undefined {
  const shown = asUtc(local)
  if (shown === undefined) return undefined
  const before = offsetAt(shown - DAY_MS, zone)
  const after = offsetAt(shown + DAY_MS, zone)
  if (before === undefined || after === undefined) return undefined
  const moments = momentsShowing(shown, zone, [before, after])
  return moments.findLast((at) => at <= latest) ?? moments[0] ?? shown - before
}

function asUtc({ year, month, day, hour, minute, second }: LocalTime): number | undefined {
  const at = Date.UTC(year, month - 1, day, hour, minute, second)
  const date = new Date(at)
  const isSame =
    date.getUTCFullYear() === year &&
    date.getUTCMonth() === month - 1 &&
    date.getUTCDate() === day &&
    date.getUTCHours() === hour &&
    date.getUTCMinutes() === minute &&
    date.getUTCSeconds() === second
  return isSame ? at : undefined
}

/** Returns the moments at which the clocks of a zone show a time, by the offsets that the zone has around it. */
export function momentsShowing(shown: Instant, zone: string, offsets: readonly number[]): readonly Instant[] {
  return [...new Set(offsets)]
    .map((offset) => shown - offset)
    .filter((at) => at + (offsetAt(at, zone) ?? 0) === shown)
    .toSorted((one, other) => one - other)
}
