import type { Claim, UnreadableClaim } from '../../../domain/delivery/delivery.ts'
import type { WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import { leaseMsOf } from '../../../domain/delivery/lease.ts'
import {
  candidateOf,
  compareCandidates,
  earlierOf,
  isDue,
  type Candidate,
} from '../../../domain/flow/candidates.ts'
import { isProbed } from '../../../domain/flow/breaker.ts'
import { sentStates } from '../../../domain/receiver-state/sent-states.ts'
import { divideQuota, isDueOf, quotaPositionAfter, type DueAts } from '../../../domain/flow/urgency-quota.ts'
import { URGENCIES } from '../../../domain/delivery/urgency.ts'
import { mostUnderWay, nextScanAt, type WebhookQueueState } from '../../../domain/flow/webhook-queue.ts'
import { takeTokens } from '../../../domain/flow/rate.ts'
import { isStillContending, shareOut } from '../../../domain/flow/shares.ts'
import type { Webhook } from '../../../domain/webhook/webhook.ts'
import { toClaim } from '../../rows/claim-row.ts'
import { isAltered, readEvent } from '../../rows/event-row.ts'
import type { ClaimRequest, Claimed, StoreMethods } from '../../store.ts'
import { lease, type Choice, type Leased, type LeasedRow, type Wanted } from './lease.ts'
import { scan, type QueueScan } from '../queue/queue-scan.ts'
import type { Deps } from '../node-memory/deps.ts'
import { DoubtfulLeases } from './doubtful-leases.ts'
import { releaseClaims } from './release.ts'
import type { KnownWebhooks } from '../node-memory/known-webhooks.ts'

/** A webhook with something pending, as it is known in the course of one claim. */
interface WebhookQueue extends WebhookQueueState {
  readonly webhook: Webhook
  readonly laterDueAts: DueAts
  dueAts: DueAts
  dueAt: Instant | null
  /** Its place among the turns that the urgent and the others take. */
  position: number
  inFlight: number
  inFlightHere: number
  rateNextAt: Instant
  flowSeen: string | null
}

interface Round {
  readonly request: ClaimRequest
  readonly claims: Claim[]
  readonly unreadable: UnreadableClaim[]
}

/** Another node was at the same webhooks, or something of them changed: then it is looked at once more, so often. */
const TRIES_MAX = 3

/** Rounds of one claim, each one round trip; after this many, the next call continues. */
const ROUNDS_MAX = 4

export function claimMethods(deps: Deps): Pick<StoreMethods, 'claimDue' | 'releaseClaims'> {
  const claims = new Claims(deps)
  return {
    claimDue: (request) => claims.claimDue(request),
    releaseClaims: (released, now) => releaseClaims(deps, released, now),
  }
}

/** Leasing deliveries: which webhooks have their turn, and how many of each. */
class Claims {
  readonly #deps: Deps
  #webhooks: { readonly version: number; readonly byId: KnownWebhooks } | undefined
  readonly #doubtful: DoubtfulLeases
  #lastNumber = 0
  /** The call before. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(deps: Deps) {
    this.#deps = deps
    this.#doubtful = new DoubtfulLeases(deps)
  }

  /** Claims one call at a time: calls of one process would only meet each other's locks. */
  claimDue(request: ClaimRequest): Promise<Claimed> {
    const claimed = this.#last.then(() => this.#claim(request))
    this.#last = claimed.catch(() => undefined)
    return claimed
  }

  async #claim(request: ClaimRequest): Promise<Claimed> {
    const claims: Claim[] = []
    const unreadable: UnreadableClaim[] = []
    const count = () => claims.length + unreadable.length
    try {
      // The next call claims what was given back, so a claim that fails has changed nothing.
      if (await this.#doubtful.giveBack(request)) return { claims, unreadable, nextAt: request.now }
      for (let looks = 1; ; looks += 1) {
        const { nextAt, isRaced } = await this.#scanAndLease({ request, claims, unreadable })
        const isEnough = count() >= request.limit
        if (!isRaced || looks === TRIES_MAX || isEnough) return { claims, unreadable, nextAt }
      }
    } catch (error) {
      if (count() === 0) throw error
      // What is leased is leased; the next call will say what is wrong.
      return { claims, unreadable, nextAt: request.now }
    }
  }

  /**
   * Adds to the claims of the round. `isRaced`: something was in the way that is over in a moment. Where it went by
   * what was remembered, it is looked at soon.
   */
  async #scanAndLease(round: Round): Promise<{ readonly nextAt: Instant | null; readonly isRaced: boolean }> {
    const { request, claims, unreadable } = round
    const { database, fresh } = this.#deps
    const inFlight = this.#deps.queues.inFlight(request.now)
    const remembered = fresh.take(request.now, inFlight)
    const seen = remembered ?? (await this.#check(request.now, inFlight))
    const queues = await this.#queuesOf(seen)
    let candidates = candidatesOf(queues, request)
    let failingCapacity = request.failingMax - seen.failingHere
    let isRaced = false
    for (let rounds = 0; rounds < ROUNDS_MAX; rounds += 1) {
      const all = request.limit - claims.length - unreadable.length
      const shares = shareOut(candidates, { all, forFailing: failingCapacity })
      if (!shares.some((share) => share > 0)) break
      const wanted = candidates.flatMap(({ queue }, index) => toWanted(queue, shares[index] ?? 0, request))
      const isRemembered = this.#webhooks !== undefined && this.#webhooks.byId.areRemembered
      const terms = {
        ...request,
        version: seen.version,
        isRemembered,
        nextNumber: () => (this.#lastNumber += 1),
        onDoubt: (number: number) => this.#doubtful.add(number, request.now),
      }
      const leased = await lease(database, wanted, terms)
      candidates = candidates.filter((candidate, index) => {
        const share = shares[index] ?? 0
        if (share === 0) return true
        const taken = leased.get(candidate.queue.webhook.id)
        if (!taken) isRaced = true
        else if (candidate.isFailing) failingCapacity -= taken.rows.length
        return taken !== undefined && this.#take(candidate, { share, taken }, round)
      })
    }
    const isLeft = isRaced || queues.some((queue) => isDue(queue, request.now))
    if (remembered) {
      if (isLeft) fresh.forget()
      return { nextAt: isLeft ? request.now : remembered.nextAt, isRaced }
    }
    // Room may come before it is due, so it counts whether or not there is room now.
    const dueAts = queues.map(({ dueAt }) => dueAt)
    if (!isLeft) fresh.endScan(seen.version, request.now, dueAts.reduce(earlierOf, null))
    const scanAts = queues.map((queue) => nextScanAt(queue, queue.webhook, request))
    return { nextAt: scanAts.reduce(earlierOf, null), isRaced }
  }

  async #check(now: Instant, inFlight: ReadonlyMap<WebhookId, number>): Promise<QueueScan> {
    const { database, fresh } = this.#deps
    fresh.beginScan()
    const seen = await scan(database, { now, inFlight })
    for (const queue of seen.queues) fresh.noteFlow(queue.webhookId, queue)
    return seen
  }

  /** Takes what was leased of one webhook. Returns whether the webhook takes part in the next round. */
  #take(
    candidate: Candidate<WebhookQueue>,
    { share, taken: { rows, flowSeen } }: { readonly share: number; readonly taken: Leased },
    { request, claims, unreadable }: Round,
  ): boolean {
    const { queue } = candidate
    const { rateLimit } = queue.webhook
    const count = rows.length
    const taken: Claim[] = []
    for (const row of rows) {
      const claim = readClaim(row, queue)
      if ('reason' in claim) unreadable.push(claim)
      else taken.push(claim)
    }
    claims.push(...taken)
    this.#deps.queues.noteClaimed(taken, request.windowFirst)
    queue.inFlight += count
    queue.inFlightHere += count
    queue.flowSeen = flowSeen
    if (rateLimit !== null && count > 0) {
      queue.rateNextAt = takeTokens(rateLimit, queue.rateNextAt, { count, now: request.now })
    }
    queue.position = quotaPositionAfter(count, { ...queue, now: request.now })
    this.#deps.queues.noteTurn(queue.webhook.id, queue.position)
    this.#deps.fresh.noteFlow(queue.webhook.id, queue)
    // If all that was wanted was there, more may be due.
    if (count < share) {
      queue.dueAts = queue.laterDueAts
      queue.dueAt = queue.laterDueAts.reduce(earlierOf, null)
    }
    candidate.capacity -= count
    return isStillContending({ share, taken: count, capacity: candidate.capacity })
  }

  async #queuesOf({ version, queues }: QueueScan): Promise<readonly WebhookQueue[]> {
    if (queues.length === 0) return []
    const { queues: known } = this.#deps
    const webhooks = await this.#webhooksOf(version)
    return queues.flatMap(({ webhookId, ...queue }) => {
      const webhook = webhooks.get(webhookId)
      if (!webhook) return []
      const [window, inFlightHere] = [known.windowOf(webhookId), known.inFlightOf(webhookId)]
      return { ...queue, webhook, window, inFlightHere, position: known.turnOf(webhookId) }
    })
  }

  /**
   * Returns the webhooks of that version, or of a later one: then nothing is leased, and the queues are scanned once
   * more.
   */
  async #webhooksOf(version: number): Promise<KnownWebhooks> {
    const { database, webhooks, queues, fresh } = this.#deps
    if (this.#webhooks?.version !== version) {
      this.#webhooks = await database.transaction(async (transaction) => ({
        byId: await webhooks.all(transaction),
        version: await transaction.webhooksVersion,
      }))
      queues.keepOnly(this.#webhooks.byId)
      fresh.keepOnly(this.#webhooks.byId)
    }
    return this.#webhooks.byId
  }
}

function candidatesOf(queues: readonly WebhookQueue[], request: ClaimRequest): Candidate<WebhookQueue>[] {
  return queues
    .flatMap((queue) => (isDue(queue, request.now) ? (candidateOf(queue, queue.webhook, request) ?? []) : []))
    .toSorted(compareCandidates)
}

function toWanted(queue: WebhookQueue, count: number, request: ClaimRequest): readonly Wanted[] {
  if (count === 0) return []
  const { webhook, breaker, rateNextAt, flowSeen } = queue
  const leaseUntil = request.now + leaseMsOf(request.lease, webhook)
  const most = mostUnderWay(breaker, webhook, request)
  const choice = choiceOf(queue, count, request)
  return [{ webhook, count, mostUnderWay: most, leaseUntil, rateNextAt, flowSeen, choice }]
}

function choiceOf({ breaker, position, dueAts }: WebhookQueue, count: number, { now }: ClaimRequest): Choice {
  if (isProbed(breaker)) return { kind: 'probe', failedId: breaker.failedId }
  const due = URGENCIES.filter((urgency) => isDueOf(dueAts, urgency, now))
  const [first] = due
  return first !== undefined && due.length === 1
    ? { kind: 'one urgency', urgency: first }
    : { kind: 'by urgency', quota: divideQuota(count, { position, dueAts, now }), due }
}

function readClaim(row: LeasedRow, { webhook, breaker }: WebhookQueue): Claim | UnreadableClaim {
  const { id } = row
  const stored = id === null ? undefined : { ...row, id }
  const event = stored && readEvent(stored)
  return toClaim(row.delivery_id, row, {
    webhook,
    breaker,
    event,
    isAltered: stored !== undefined && event === undefined && isAltered(stored),
    sentStates: event ? sentStates(event, webhook, notifiedIn(row)) : null,
  })
}

function notifiedIn(row: LeasedRow) {
  const { sent_state: knownState, desired_state: desiredState } = row
  if (!knownState || !desiredState) return undefined
  return {
    lastSent: { state: knownState, episodeNumber: row.sent_episode_number ?? 0 },
    desired: { state: desiredState, episodeNumber: row.desired_episode_number ?? 0 },
    eventId: row.notified_event_id ?? 0,
    escalated: row.escalated === 1,
  }
}
