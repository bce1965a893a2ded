import { type Claim, leaseMsOf, type LeaseLength, type UnreadableClaim } from '../delivery/delivery.ts'
import { URGENCY, type Urgency } from '../delivery/urgency.ts'
import type { DeliveryId, NodeId } from '../ids.ts'
import { earlierOf, type Instant } from '../instant.ts'
import type { Webhook } from '../webhook/webhook.ts'
import { isProbed, probedAtOf } from './breaker.ts'
import { takePermits } from './rate.ts'
import {
  type Contender,
  divideQuota,
  type DueAts,
  dueUrgencies,
  isDue,
  isStillContending,
  mostUrgentDue,
  quotaPositionAfter,
  shareOut,
} from './shares.ts'
import {
  capacityOf,
  mostUnderWay,
  nextScanAt,
  type QueueLimits,
  type WebhookQueueState,
} from './webhook-queue.ts'

export interface ClaimRequest extends QueueLimits {
  readonly limit: number
  readonly lease: LeaseLength
  /** The holder of the leases: an id that no other process ever has. */
  readonly node: NodeId
  /** Most slots for all webhooks together whose last attempt failed. */
  readonly failingMax: number
}

export interface Claimed {
  readonly claims: readonly Claim[]
  /** Leased and counted like the others; the caller ends them as failed, so that nothing waits for them. */
  readonly unreadable: readonly UnreadableClaim[]
  /** When a claim may next find something, if nothing happens before; null: never. */
  readonly nextAt: Instant | null
}

/** A webhook queue as an engine sees it. A claim counts in it what was taken. */
export interface ClaimedQueue extends WebhookQueueState {
  readonly dueAts: DueAts
  /** Its position in the quota of urgencies. */
  position: number
  inFlight: number
  rateNextAt: Instant
}

interface Candidate<Queue> extends Contender {
  readonly queue: Queue
  readonly webhook: Webhook
  /** The highest urgency of what is due. */
  readonly urgency: Urgency
  capacity: number
  /** In this round. */
  share: number
  taken: number
}

/** How many deliveries of a webhook to lease in one round, and which. */
export interface Share<Queue> {
  readonly candidate: Candidate<Queue>
  readonly queue: Queue
  readonly webhook: Webhook
  readonly count: number
  /** Most deliveries under way on all nodes. */
  readonly mostUnderWay: number
  readonly leaseUntil: Instant
  /** The way of choosing among deliveries that nobody retried. */
  readonly choice: Choice
}

/**
 * Chooses by urgency: first the quotas of the less urgent, then what is most urgent. Or one probe: the most urgent,
 * then the last that became due, and what failed last only if there is no other.
 */
export type Choice = { readonly due: readonly Urgency[] } & (
  | { readonly kind: 'by urgency'; readonly quota: QuotaByUrgency }
  | { readonly kind: 'one urgency'; readonly urgency: Urgency }
  | { readonly kind: 'probe'; readonly failedId: DeliveryId | null }
)

/** Slots that an urgency gets before the rest goes to the most urgent, by its number. */
type QuotaByUrgency = readonly [high: number, endOfHigh: number, normal: number, low: number]

interface QueueSource<Queue> {
  readonly webhookOf: (queue: Queue) => Webhook | undefined
  /** Called before a queue that is not probed gets a share, if its due times may be too early. */
  readonly learnDueAts?: (queue: Queue) => void
}

/** Decides one claim, round by round, and collects it: an engine leases the shares and says what it took. */
export class ClaimPlan<Queue extends ClaimedQueue> {
  readonly request: ClaimRequest
  readonly #claims: Claim[] = []
  readonly #unreadable: UnreadableClaim[] = []
  readonly #source: QueueSource<Queue>
  #candidates: readonly Candidate<Queue>[] = []
  #failingFree = 0

  constructor(request: ClaimRequest, source: QueueSource<Queue>) {
    this.request = request
    this.#source = source
  }

  /** Number of deliveries taken so far. */
  get count(): number {
    return this.#claims.length + this.#unreadable.length
  }

  /** Begins with what was scanned. `failingInFlight`: what is being sent here to receivers that fail. */
  begin(queues: Iterable<Queue>, failingInFlight: number): void {
    const candidates: Candidate<Queue>[] = []
    for (const queue of queues) {
      const webhook = isDue(queue, this.request.now) ? this.#source.webhookOf(queue) : undefined
      const candidate = webhook && candidateOf(queue, webhook, this.request)
      if (candidate) candidates.push(candidate)
    }
    this.#candidates = candidates.toSorted(compareCandidates)
    this.#failingFree = this.request.failingMax - failingInFlight
  }

  /** Shares out the free slots, at most so many; empty: there is nothing more to take. */
  nextRound(most = this.request.limit): readonly Share<Queue>[] {
    const all = Math.min(this.request.limit - this.count, most)
    if (all <= 0) return []
    this.#candidates = this.#candidates.filter(isStillContending)
    const shares = shareOut(this.#candidates, { all, forFailing: this.#failingFree })
    const round: Share<Queue>[] = []
    for (const [index, candidate] of this.#candidates.entries()) {
      candidate.share = shares[index] ?? 0
      candidate.taken = 0
      if (candidate.share > 0) round.push(this.#toShare(candidate))
    }
    return round
  }

  #toShare(candidate: Candidate<Queue>): Share<Queue> {
    const { queue, webhook, share: count } = candidate
    const { now, lease } = this.request
    if (!isProbed(queue.breaker)) this.#source.learnDueAts?.(queue)
    return {
      candidate,
      queue,
      webhook,
      count,
      mostUnderWay: mostUnderWay(queue.breaker, webhook, this.request),
      leaseUntil: now + leaseMsOf(lease, webhook),
      choice: choiceOf(queue, count, now),
    }
  }

  /**
   * Notes what was taken of a share. Probes do not count in the quota, nor does what somebody retried, where the
   * engine knows. A webhook of which nothing is noted takes no part in the next round.
   */
  noteTaken(
    { candidate, choice }: Share<Queue>,
    taken: readonly (Claim | UnreadableClaim)[],
    retriedCount = 0,
  ): void {
    const { queue, webhook, isFailing } = candidate
    const { rateLimit } = webhook
    const count = taken.length
    for (const claim of taken) {
      if ('reason' in claim) this.#unreadable.push(claim)
      else this.#claims.push(claim)
    }
    candidate.taken = count
    candidate.capacity -= count
    if (isFailing) this.#failingFree -= count
    queue.inFlight += count
    const byQuota = choice.kind === 'probe' ? 0 : count - retriedCount
    queue.position = quotaPositionAfter(byQuota, { position: queue.position, due: choice.due })
    if (rateLimit !== null && count > 0) {
      queue.rateNextAt = takePermits(rateLimit, queue.rateNextAt, { count, now: this.request.now })
    }
  }

  /** Returns when to claim again, if no attempt ends before; null: not without that. */
  nextAt(queues: Iterable<Queue>): Instant | null {
    let nextAt: Instant | null = null
    for (const queue of queues) {
      const webhook = queue.dueAt === null ? undefined : this.#source.webhookOf(queue)
      if (webhook) nextAt = earlierOf(nextAt, nextScanAt(queue, webhook, this.request))
    }
    return nextAt
  }

  end(nextAt: Instant | null): Claimed {
    return { claims: this.#claims, unreadable: this.#unreadable, nextAt }
  }
}

/** Returns a webhook queue that takes part in a claim; undefined: nothing of it may be claimed now. */
function candidateOf<Queue extends ClaimedQueue>(
  queue: Queue,
  webhook: Webhook,
  limits: QueueLimits,
): Candidate<Queue> | undefined {
  // A webhook that was just disabled may have due deliveries. With a damaged one they end for that reason.
  if (!webhook.enabled && webhook.damage === undefined) return undefined
  const capacity = capacityOf(queue, webhook, limits)
  if (capacity <= 0) return undefined
  const urgency = mostUrgentDue(queue.dueAts, limits.now) ?? URGENCY.low
  const isFailing = queue.breaker.failures > 0
  return { queue, webhook, capacity, urgency, isFailing, share: 0, taken: 0 }
}

type Compared = Candidate<ClaimedQueue>

/**
 * Puts those with the fewest under way first. Failing ones share few slots, so they go by urgency, then by the oldest
 * probe; the others by who has waited longest.
 */
function compareCandidates(one: Compared, other: Compared): number {
  const byLoad = one.queue.inFlight - other.queue.inFlight || Number(other.isFailing) - Number(one.isFailing)
  if (byLoad !== 0) return byLoad
  if (!one.isFailing) return (one.queue.dueAt ?? 0) - (other.queue.dueAt ?? 0)
  return one.urgency - other.urgency || probedAtOf(one.queue.breaker) - probedAtOf(other.queue.breaker)
}

/** Chooses among what nobody retried. */
export function choiceOf({ breaker, dueAts, position }: ClaimedQueue, count: number, now: Instant): Choice {
  const due = dueUrgencies(dueAts, now)
  if (isProbed(breaker)) return { kind: 'probe', failedId: breaker.failedId, due }
  const [first] = due
  if (first !== undefined && due.length === 1) return { kind: 'one urgency', urgency: first, due }
  const { normal, low } = divideQuota(count, { position, due })
  return { kind: 'by urgency', quota: [0, 0, normal, low], due }
}
