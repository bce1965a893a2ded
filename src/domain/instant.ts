import type { Branded } from './ids.ts'

/** Milliseconds since 1970-01-01T00:00:00Z, as `Date.now()`. On the wire: RFC 3339 in UTC. */
export type Instant = Branded<number, 'instant'>

/** Milliseconds with fractions by a clock that is never set, since a moment that only its process or machine knows. */
export type Monotonic = Branded<number, 'monotonic'>

/** RFC 3339 in UTC with milliseconds, e.g. `2026-09-14T03:12:40.117Z`. */
export function formatInstant(at: Instant): string {
  return new Date(at).toISOString()
}

const RFC3339 = /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(\.\d+)?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/

/** Reads RFC 3339 with any zone and any fraction (cut to milliseconds); undefined: no date. */
export function parseInstant(text: string): Instant | undefined {
  const match = RFC3339.exec(text)
  if (!match) return undefined
  const [, year, month, day, hour, minute, second, fraction = '', sign, zoneHour = '0', zoneMinute = '0'] =
    match
  const parts = [year, month, day, hour, minute, second].map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  // Date.UTC reads years 0 to 99 as 1900 to 1999; Go's zero time (year 1) must not become 1901.
  const date = new Date(0)
  date.setUTCFullYear(parts[0], parts[1] - 1, parts[2])
  if (date.getUTCMonth() !== parts[1] - 1 || date.getUTCDate() !== parts[2]) return undefined
  if (parts[3] > 23 || parts[4] > 59 || parts[5] > 60) return undefined
  if (Number(zoneHour) > 23 || Number(zoneMinute) > 59) return undefined
  const zoneMs = (Number(zoneHour) * 60 + Number(zoneMinute)) * 60_000 * (sign === '-' ? -1 : 1)
  const fractionMs = Math.floor(Number(`0${fraction}`) * 1000)
  return date.getTime() + ((parts[3] * 60 + parts[4]) * 60 + parts[5]) * 1000 + fractionMs - zoneMs
}

/** Returns the earlier moment; null is never. */
export function earlierOf(one: Instant | null, other: Instant | null): Instant | null {
  return one === null || (other !== null && other < one) ? other : one
}
