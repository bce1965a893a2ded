import type { Instant } from '../instant.ts'
import { momentsShowing } from './local-time.ts'
import { offsetAt } from './time-zone.ts'

const DAY_MS = 86_400_000

/**
 * Returns the moment at which the clocks of a zone (its IANA name) show a time, given as the instant of the same digits
 * in UTC. A time that exists twice, as summer ends, is its first moment; one that does not exist, as summer begins, is
 * the first moment after the gap. A zone that does not exist counts as UTC.
 */
export function firstInstantAt(shown: Instant, zone: string): Instant {
  const before = offsetAt(shown - DAY_MS, zone) ?? 0
  const after = offsetAt(shown + DAY_MS, zone) ?? 0
  const [first] = momentsShowing(shown, zone, [before, after])
  return first ?? changeBetween(shown - after, shown - before, zone)
}

/** Returns what the clocks of a zone show, as the instant of the same digits in UTC. */
export function shownAt(at: Instant, zone: string): Instant {
  return at + (offsetAt(at, zone) ?? 0)
}

/** Returns the first moment after `from` with another offset than there, `to` at the latest. */
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
