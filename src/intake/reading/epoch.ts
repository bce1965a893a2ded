import type { Instant } from '../../domain/instant.ts'

/** As many seconds since 1970 are the year 5138, as many milliseconds the year 1973; likewise on with micro- and nanoseconds. */
const SECONDS_MAX = 1e11
const MILLISECONDS_MAX = 1e14
const MICROSECONDS_MAX = 1e17
const YEAR_2200 = Date.UTC(2200, 0)

/** The moment so many seconds, milli-, micro- or nanoseconds after 1970; undefined: nobody means a moment that far ahead. */
export function sinceEpoch(count: number): Instant | undefined {
  if (count < SECONDS_MAX) return Math.floor(count * 1_000)
  if (count < MILLISECONDS_MAX) return Math.floor(count)
  const at = Math.floor(count < MICROSECONDS_MAX ? count / 1_000 : count / 1_000_000)
  return at < YEAR_2200 ? at : undefined
}
