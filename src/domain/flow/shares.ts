import { URGENCIES, type Urgency, urgencyName, type UrgencyName } from '../delivery/urgency.ts'
import type { Instant } from '../instant.ts'
import type { WebhookQueueState } from './webhook-queue.ts'

export interface Contender {
  readonly capacity: number
  /** Failing receivers share a limit. */
  readonly isFailing: boolean
}

export function isDue({ dueAt }: Pick<WebhookQueueState, 'dueAt'>, now: Instant): boolean {
  return dueAt !== null && dueAt <= now
}

export interface FreeSlots {
  readonly all: number
  readonly forFailing: number
}

/**
 * Shares slots in one round, in the same order: an equal share within their capacity, and the rest to later
 * ones; if slots are few, the first get one each. Further rounds share what is left among those that took
 * all of theirs.
 */
export function shareOut(contenders: readonly Contender[], free: FreeSlots): readonly number[] {
  let { all, forFailing } = free
  return contenders.map(({ capacity, isFailing }, index) => {
    const equal = Math.ceil(all / (contenders.length - index))
    const share = Math.max(0, Math.min(equal, capacity, isFailing ? forFailing : all))
    all -= share
    if (isFailing) forFailing -= share
    return share
  })
}

/** Tells whether one takes part in the next round: it may take more, or got nothing yet. */
export function isStillContending(round: { share: number; taken: number; capacity: number }): boolean {
  return round.share === 0 || (round.taken === round.share && round.capacity > 0)
}

/**
 * Gives of seven slots of a webhook four to high, two to normal and one to low, if there are any: the urgent go first
 * and nothing starves. Unused slots go to the most urgent.
 */
const PATTERN: readonly UrgencyName[] = ['high', 'normal', 'high', 'low', 'high', 'normal', 'high']

export type Quota = Readonly<Record<UrgencyName, number>>

/**
 * The first due time of each urgency; null: nothing is pending. Never too late, so a claim at that time finds what
 * there is.
 */
export type DueAts = readonly (Instant | null)[]

export function isDueOf(dueAts: DueAts, urgency: Urgency, now: Instant): boolean {
  const dueAt = dueAts[urgency] ?? null
  return dueAt !== null && dueAt <= now
}

/** Returns the urgencies of which something is due, the most urgent first. */
export function dueUrgencies(dueAts: DueAts, now: Instant): readonly Urgency[] {
  return URGENCIES.filter((urgency) => isDueOf(dueAts, urgency, now))
}

/** The most urgent of which something is due. */
export function mostUrgentDue(dueAts: DueAts, now: Instant): Urgency | undefined {
  return URGENCIES.find((urgency) => isDueOf(dueAts, urgency, now))
}

interface QuotaGiven {
  /** Slots given since more than one urgency needed them. */
  readonly position: number
  readonly due: readonly Urgency[]
}

export function divideQuota(count: number, { position, due: urgencies }: QuotaGiven): Quota {
  const quota = { high: 0, normal: 0, low: 0 }
  const due = new Set(urgencies.map(urgencyName))
  const [first] = due
  if (first === undefined) return quota
  if (due.size === 1) return { ...quota, [first]: count }
  for (let index = 0; index < count; index += 1) {
    const name = PATTERN[(position + index) % PATTERN.length] ?? first
    quota[due.has(name) ? name : first] += 1
  }
  return quota
}

/** Restarts the pattern, with the urgent, while only one urgency needs slots. */
export function quotaPositionAfter(count: number, { position, due }: QuotaGiven): number {
  const isShared = due.length > 1 && new Set(due.map(urgencyName)).size > 1
  return isShared ? (position + count) % PATTERN.length : 0
}
