import type { Instant } from '../instant.ts'
import type { Webhook } from '../webhook/webhook.ts'
import { capacityOf, type QueueLimits, type WebhookQueueState } from './webhook-queue.ts'
import { probedAtOf } from './breaker.ts'
import type { Contender } from './shares.ts'
import { URGENCY, type Urgency } from '../delivery/urgency.ts'
import { mostUrgentDue, type DueAts } from './urgency-quota.ts'

interface DueQueue extends WebhookQueueState {
  readonly dueAts: DueAts
}

/** A webhook that has something due and capacity for it. */
export interface Candidate<WebhookQueue extends WebhookQueueState> extends Contender {
  readonly queue: WebhookQueue
  readonly webhook: Webhook
  /** The highest urgency of what is due. */
  readonly urgency: Urgency
  /** The capacity that is left; each round takes from it. */
  capacity: number
}

export function isDue({ dueAt }: Pick<WebhookQueueState, 'dueAt'>, now: Instant): boolean {
  return dueAt !== null && dueAt <= now
}

/** Undefined: it is due, but nothing of it may be claimed now. */
export function candidateOf<WebhookQueue extends DueQueue>(
  queue: WebhookQueue,
  webhook: Webhook,
  limits: QueueLimits,
): Candidate<WebhookQueue> | undefined {
  // A webhook that was just disabled may still have due deliveries. An unreadable delivery ends with that reason.
  if (!webhook.enabled && webhook.damage === undefined) return undefined
  const capacity = capacityOf(queue, webhook, limits)
  const urgency = mostUrgentDue(queue.dueAts, limits.now) ?? URGENCY.low
  return capacity > 0
    ? { queue, webhook, capacity, urgency, isFailing: queue.breaker.failures > 0 }
    : undefined
}

type Compared = Pick<Candidate<WebhookQueueState>, 'queue' | 'urgency' | 'isFailing'>

/**
 * Compares candidates: those with the fewest under way go first. Failing ones, which have few slots for all of them
 * together, go by urgency, then the one that was not probed for the longest. Of the others the one that has waited
 * longest goes first.
 */
export function compareCandidates(one: Compared, other: Compared): number {
  const byLoad = one.queue.inFlight - other.queue.inFlight || Number(other.isFailing) - Number(one.isFailing)
  if (byLoad !== 0) return byLoad
  if (!one.isFailing) return (one.queue.dueAt ?? 0) - (other.queue.dueAt ?? 0)
  return one.urgency - other.urgency || probedAtOf(one.queue.breaker) - probedAtOf(other.queue.breaker)
}

/** Null: never. */
export function earlierOf(one: Instant | null, other: Instant | null): Instant | null {
  return one === null || (other !== null && other < one) ? other : one
}
