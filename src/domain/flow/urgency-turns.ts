import { URGENCIES, urgencyName, type Urgency, type UrgencyName } from '../delivery/urgency.ts'
import type { Instant } from '../instant.ts'

/**
 * Of each seven deliveries that are sent to a webhook four are for what is urgent, two for what is normal and one for what is
 * low, as far as there are any: so the urgent go first, and nothing starves. What one has no use for goes to the most urgent.
 */
const PATTERN: readonly UrgencyName[] = ['high', 'normal', 'high', 'low', 'high', 'normal', 'high']

export type Turns = Readonly<Record<UrgencyName, number>>

/** The first due time of each urgency; null: none is pending. None is too late, so a look at it finds what there is. */
export type DueAts = readonly (Instant | null)[]

export function isDueOf(dueAts: DueAts, urgency: Urgency, now: Instant): boolean {
  const dueAt = dueAts[urgency] ?? null
  return dueAt !== null && dueAt <= now
}

/** The most urgent of which something is due. */
export function mostUrgentDue(dueAts: DueAts, now: Instant): Urgency | undefined {
  return URGENCIES.find((urgency) => isDueOf(dueAts, urgency, now))
}

/** How the next turns are divided. `turn`: how many there were before. */
export function divideTurns(
  count: number,
  { turn, dueAts, now }: { readonly turn: number; readonly dueAts: DueAts; readonly now: Instant },
): Turns {
  const turns = { high: 0, normal: 0, low: 0 }
  const due = new Set(URGENCIES.filter((urgency) => isDueOf(dueAts, urgency, now)).map(urgencyName))
  const [first] = due
  if (first === undefined) return turns
  if (due.size === 1) return { ...turns, [first]: count }
  for (let index = 0; index < count; index += 1) {
    const name = PATTERN[(turn + index) % PATTERN.length] ?? first
    turns[due.has(name) ? name : first] += 1
  }
  return turns
}

/** So many turns later: the place in the pattern. */
export function turnAfter(turn: number, count: number): number {
  return (turn + count) % PATTERN.length
}
