import { URGENCIES, urgencyName, type Urgency, type UrgencyName } from '../delivery/urgency.ts'
import type { Instant } from '../instant.ts'

/**
 * Divides seven deliveries to a webhook: four are high, two are normal and one is low, as far as there are any: so
 * the urgent go first, and nothing starves. Unused slots go to the most urgent.
 */
const PATTERN: readonly UrgencyName[] = ['high', 'normal', 'high', 'low', 'high', 'normal', 'high']

export type Quota = Readonly<Record<UrgencyName, number>>

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

interface QuotaGiven {
  /** The number of slots given so far, since only one urgency had a use for them. */
  readonly position: number
  readonly dueAts: DueAts
  readonly now: Instant
}

/** Divides the next slots. */
export function divideQuota(count: number, { position, ...given }: QuotaGiven): Quota {
  const quota = { high: 0, normal: 0, low: 0 }
  const due = dueNames(given)
  const [first] = due
  if (first === undefined) return quota
  if (due.size === 1) return { ...quota, [first]: count }
  for (let index = 0; index < count; index += 1) {
    const name = PATTERN[(position + index) % PATTERN.length] ?? first
    quota[due.has(name) ? name : first] += 1
  }
  return quota
}

/**
 * Where the pattern goes on, so many slots later: at its beginning, with the urgent, if nobody else had a use for
 * them.
 */
export function quotaPositionAfter(count: number, { position, ...given }: QuotaGiven): number {
  return dueNames(given).size > 1 ? (position + count) % PATTERN.length : 0
}

/** The most urgent first. */
function dueNames({ dueAts, now }: Omit<QuotaGiven, 'position'>): ReadonlySet<UrgencyName> {
  return new Set(URGENCIES.filter((urgency) => isDueOf(dueAts, urgency, now)).map(urgencyName))
}
