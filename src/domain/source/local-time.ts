import type { Instant } from '../instant.ts'

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
  const formatter = formatterOf(zone)
  if (!formatter || shown === undefined) return undefined
  const offsets = [shown - DAY_MS, shown + DAY_MS].map((at) => offsetAt(at, formatter))
  const [before = 0] = offsets
  const moments = [...new Set(offsets)]
    .map((offset) => shown - offset)
    .filter((at) => at + offsetAt(at, formatter) === shown)
    .toSorted((a, b) => a - b)
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

function formatterOf(zone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  } catch {
    return undefined
  }
}

/** Returns how far the zone is ahead of UTC at a moment of whole seconds, in milliseconds. */
function offsetAt(at: Instant, formatter: Intl.DateTimeFormat): number {
  const parts = new Map(formatter.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
  const shown = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  )
  return shown - at
}
