import type { Instant } from '../instant.ts'

/**
 * Zones kept ready: each takes half a millisecond and some 26 KiB to make. A service has receivers in a few of them.
 */
export const TIME_ZONES_KEPT_MAX = 64

/** The form of an IANA name: `Europe/Berlin`, `America/Argentina/Buenos_Aires`, `UTC`. */
export const TIME_ZONE_PATTERN = '[A-Za-z][A-Za-z0-9_+/-]*'

/** The form in which all our times are written. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/

/** The name that `longOffset` gives: `GMT`, `GMT+05:30`, `GMT-00:44:30`. */
const OFFSET = /^GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/

/**
 * Returns what the clocks of a zone show, and how far they are from UTC: `2026-09-14 05:12:40 +02:00`. A text that is
 * no time, or a zone that does not exist, changes nothing. Never throws.
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

/** Returns how far the clocks of a zone are ahead of UTC, in milliseconds. Undefined: there is no such zone. */
export function offsetAt(at: Instant, zone: string): number | undefined {
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

/** Caches formatters by name; null: there is no such zone. The one that was asked for first goes first. */
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
