import { URGENCIES, URGENCY, type Urgency, urgencyName, type UrgencyName } from '../delivery/urgency.ts'
import type { Instant } from '../instant.ts'
import type { Webhook } from '../webhook/webhook.ts'
import { probedAtOf } from './breaker.ts'
import { capacityOf, type QueueLimits, type WebhookQueueState } from './webhook-queue.ts'

interface Contender {
  readonly capacity: number
  /** Failing receivers share a limit. */
  readonly isFailing: boolean
}

export interface Candidate<WebhookQueue extends WebhookQueueState> extends Contender {
  readonly queue: WebhookQueue
  readonly webhook: Webhook
  /** The highest urgency of what is due. */
  readonly urgency: Urgency
  capacity: number
}

export function isDue({ dueAt }: Pick<WebhookQueueState, 'dueAt'>, now: Instant): boolean {
  return dueAt !== null && dueAt <= now
}

/** Returns a webhook queue that takes part in a claim; undefined: nothing of it may be claimed now. */
export function candidateOf<WebhookQueue extends WebhookQueueState & { readonly dueAts: DueAts }>(
  queue: WebhookQueue,
  webhook: Webhook,
  limits: QueueLimits,
): Candidate<WebhookQueue> | undefined {
  // A webhook that was just disabled may have due deliveries. With a damaged one they end for that reason.
  if (!webhook.enabled && webhook.damage === undefined) return undefined
  const capacity = capacityOf(queue, webhook, limits)
  const urgency = mostUrgentDue(queue.dueAts, limits.now) ?? URGENCY.low
  return capacity > 0
    ? { queue, webhook, capacity, urgency, isFailing: queue.breaker.failures > 0 }
    : undefined
}

type Compared = Pick<Candidate<WebhookQueueState>, 'queue' | 'urgency' | 'isFailing'>

/**
 * Puts those with the fewest under way first. Failing ones share few slots, so they go by urgency, then by the oldest
 * probe; the others by who has waited longest.
 */
export function compareCandidates(one: Compared, other: Compared): number {
  const byLoad = one.queue.inFlight - other.queue.inFlight || Number(other.isFailing) - Number(one.isFailing)
  if (byLoad !== 0) return byLoad
  if (!one.isFailing) return (one.queue.dueAt ?? 0) - (other.queue.dueAt ?? 0)
  return one.urgency - other.urgency || probedAtOf(one.queue.breaker) - probedAtOf(other.queue.breaker)
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

/** The most urgent of which something is due. */
export function mostUrgentDue(dueAts: DueAts, now: Instant): Urgency | undefined {
  return URGENCIES.find((urgency) => isDueOf(dueAts, urgency, now))
}

interface QuotaGiven {
  /** Slots given since more than one urgency needed them. */
  readonly position: number
  readonly dueAts: DueAts
  readonly now: Instant
}

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

/** Restarts the pattern, with the urgent, while only one urgency needs slots. */
export function quotaPositionAfter(count: number, { position, ...given }: QuotaGiven): number {
  return dueNames(given).size > 1 ? (position + count) % PATTERN.length : 0
}

function dueNames({ dueAts, now }: Omit<QuotaGiven, 'position'>): ReadonlySet<UrgencyName> {
  return new Set(URGENCIES.filter((urgency) => isDueOf(dueAts, urgency, now)).map(urgencyName))
}
