import type { Instant } from '../../domain/instant.ts'

/**
 * Largest counts in each unit. 1e11 seconds are the year 5138, 1e11 milliseconds the year 1973; so no unit is
 * ambiguous.
 */
const SECONDS_MAX = 1e11
const MILLISECONDS_MAX = 1e14
const MICROSECONDS_MAX = 1e17
const YEAR_2200 = Date.UTC(2200, 0)

/**
 * Converts seconds, milli-, micro- or nanoseconds since 1970, distinguished by size; undefined for a moment after 2200.
 */
export function sinceEpoch(count: number): Instant | undefined {
  if (count < SECONDS_MAX) return Math.floor(count * 1_000)
  if (count < MILLISECONDS_MAX) return Math.floor(count)
  const at = Math.floor(count < MICROSECONDS_MAX ? count / 1_000 : count / 1_000_000)
  return at < YEAR_2200 ? at : undefined
}
