import type { Instant } from '../instant.ts'
import type { Observation } from './alert.ts'

const SECOND_MS = 1_000

/**
 * Returns the moment that a report counts as when it is compared with others. An end given in whole seconds counts as
 * the end of its second, but not as later than its arrival: a monitor that starts a command for each notification says
 * problem and end of one second in either order, and says the end only once.
 */
export function countedMoment(
  { state, countsByArrival }: Pick<Observation, 'state' | 'countsByArrival'>,
  at: Instant,
  now: Instant,
): Instant {
  if (state !== 'cleared' || countsByArrival || at % SECOND_MS !== 0) return at
  return Math.max(at, Math.min(at + SECOND_MS - 1, now))
}
