import type { Instant } from './instant.ts'

/** Cached zones: each takes half a millisecond and some 26 KiB to make. */
export const TIME_ZONES_KEPT_MAX = 64

/** The form of an IANA name: `Europe/Berlin`, `America/Argentina/Buenos_Aires`, `UTC`. */
export const TIME_ZONE_PATTERN = '[A-Za-z][A-Za-z0-9_+/-]*'

/** The form of all our times. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/

/** The form of `longOffset`: `GMT`, `GMT+05:30`, `GMT-00:44:30`. */
const OFFSET = /^GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/

/**
 * Returns local time and offset: `2026-09-14 05:12:40 +02:00`. Unknown zones, and texts that are no time, change
 * nothing. Never throws.
 */
export function timeInZone(text: string, zone: string): string {
  if (!INSTANT.test(text)) return text
  const at = Date.parse(text)
  const formatter = formatterOf(zone)
  if (formatter === null || Number.isNaN(at)) return text
  const parts = new Map(formatter.formatToParts(at).map(({ type, value }) => [type, value]))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? ''
  const offset = part('timeZoneName').replace('GMT', '') || '+00:00'
  return `${part('year')}-${part('month')}-${part('day')} ${part('hour')}:${part('minute')}:${part('second')} ${offset}`
}

/** Returns how far the zone is ahead of UTC, in milliseconds; undefined: there is no such zone. */
function offsetAt(at: Instant, zone: string): number | undefined {
  const parts = formatterOf(zone)?.formatToParts(at)
  if (!parts) return undefined
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign = '+', hours = '0', minutes = '0', seconds = '0'] = OFFSET.exec(name) ?? []
  const ahead = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000
  return sign === '-' ? -ahead : ahead
}

export function isTime(text: string): boolean {
  return INSTANT.test(text)
}

export function isTimeZone(zone: string): boolean {
  return formatterOf(zone) !== null
}

/** Formatters by zone; null: there is no such zone. The oldest is dropped first. */
const KEPT = new Map<string, Intl.DateTimeFormat | null>()

function formatterOf(zone: string): Intl.DateTimeFormat | null {
  const kept = KEPT.get(zone)
  if (kept !== undefined) return kept
  const formatter = createFormatter(zone)
  const [oldest] = KEPT.keys()
  if (KEPT.size >= TIME_ZONES_KEPT_MAX && oldest !== undefined) KEPT.delete(oldest)
  KEPT.set(zone, formatter)
  return formatter
}

function createFormatter(zone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      timeZoneName: 'longOffset',
    })
  } catch {
    return null
  }
}

/** Local time, with months from 1. */
interface LocalTime {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
}

const DAY_MS = 86_400_000

/**
 * Returns when a clock in a zone (IANA name) shows this. Of a time that occurs twice, the last one not
 * after `latest`; a time that summer time skips counts as if the clock had not been changed. Undefined for
 * unknown zones and impossible dates.
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

/** Returns when the zone's clocks show a time, given the zone's offsets around it. */
function momentsShowing(shown: Instant, zone: string, offsets: readonly number[]): readonly Instant[] {
  return [...new Set(offsets)]
    .map((offset) => shown - offset)
    .filter((at) => at + (offsetAt(at, zone) ?? 0) === shown)
    .toSorted((one, other) => one - other)
}

/**
 * Returns when the zone's clocks show a time, given as the instant of the same digits in UTC. Of a time that occurs
 * twice, the first; for one that summer time skips, the first moment after the gap. An unknown zone counts as UTC.
 */
export function firstInstantAt(shown: Instant, zone: string): Instant {
  const before = offsetAt(shown - DAY_MS, zone) ?? 0
  const after = offsetAt(shown + DAY_MS, zone) ?? 0
  const [first] = momentsShowing(shown, zone, [before, after])
  return first ?? changeBetween(shown - after, shown - before, zone)
}

/** Returns local time as the instant of the same digits in UTC. */
export function shownAt(at: Instant, zone: string): Instant {
  return at + (offsetAt(at, zone) ?? 0)
}

/** Returns the first moment after `from` with another offset, `to` at the latest. */
function changeBetween(from: Instant, to: Instant, zone: string): Instant {
  const before = offsetAt(from, zone)
  let [low, high] = [from, to]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetAt(middle, zone) === before) low = middle
    else high = middle
  }
  return high
}
