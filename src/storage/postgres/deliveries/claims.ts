import type { Claim, UnreadableClaim } from '../../../domain/delivery/delivery.ts'
import type { WebhookId } from '../../../domain/ids.ts'
import { earlierOf, type Instant } from '../../../domain/instant.ts'
import { type Candidate, isDue, isStillContending, quotaPositionAfter } from '../../../domain/flow/shares.ts'
import { nextScanAt } from '../../../domain/flow/webhook-queue.ts'
import { takePermits } from '../../../domain/flow/rate.ts'
import type { ClaimRequest, Claimed, StoreMethods } from '../../store.ts'
import { candidatesOf, planLease, readClaim, type Plan, type WebhookQueue } from './claim-plan.ts'
import { lease, leasedOf, leaseIn, type Leased } from './lease.ts'
import { scan, type QueueScan } from '../queue/queue-scan.ts'
import type { Deps } from '../node-memory/deps.ts'
import { DoubtfulLeases } from './doubtful-leases.ts'
import type { FreshDelivery } from '../node-memory/fresh-queues.ts'
import type { JoinedAt, JoinedLease } from '../node-memory/joined-claims.ts'
import { type KnownWebhooks, NO_WEBHOOKS } from '../node-memory/webhook-cache.ts'

interface Round {
  readonly request: ClaimRequest
  readonly claims: Claim[]
  readonly unreadable: UnreadableClaim[]
}

/** Scans in one call, if other nodes claimed or webhooks changed. */
const TRIES_MAX = 3

/** Rounds of one claim, each one round trip; the next call continues. */
const ROUNDS_MAX = 4

export function claimMethods(
  deps: Deps,
  release: StoreMethods['releaseClaims'],
): Pick<StoreMethods, 'claimDue'> {
  const claims = new Claims(deps, release)
  return {
    claimDue: (request) => claims.claimDue(request),
  }
}

class Claims {
  readonly #deps: Deps
  #webhooks: { readonly version: number; readonly byId: KnownWebhooks } | undefined
  readonly #doubtful: DoubtfulLeases
  #lastNumber = 0
  #last: Promise<unknown> = Promise.resolve()

  constructor(deps: Deps, release: StoreMethods['releaseClaims']) {
    this.#deps = deps
    this.#doubtful = new DoubtfulLeases(deps.database, release)
  }

  /** Claims one call at a time: calls of one process would only block each other. */
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
      // The next call claims what was given back, so a failing claim has changed nothing.
      if (await this.#doubtful.giveBack(request)) {
        this.#deps.fresh.forget()
        return { claims, unreadable, nextAt: request.now }
      }
      for (let looks = 1; ; looks += 1) {
        const { nextAt, isRaced } = await this.#scanAndLease({ request, claims, unreadable })
        const isEnough = count() >= request.limit
        if (!isRaced || looks === TRIES_MAX || isEnough) return { claims, unreadable, nextAt }
      }
    } catch (error) {
      if (count() === 0) throw error
      // Returns what is leased; the next call will report the problem.
      return { claims, unreadable, nextAt: request.now }
    }
  }

  /**
   * Adds to the claims of the round. `isRaced`: an obstacle that passes at once. Where nothing is due, it
   * waits for what reports are about to make.
   */
  async #scanAndLease(round: Round): Promise<{ readonly nextAt: Instant | null; readonly isRaced: boolean }> {
    const { request, claims, unreadable } = round
    const { database, fresh, joined } = this.#deps
    const inFlight = this.#deps.queues.inFlight(request.now)
    const remembered = fresh.take(request.now, inFlight)
    const seen = remembered ?? (await this.#check(request.now, inFlight))
    const queues = await this.#queuesOf(seen)
    let candidates = candidatesOf(queues, request)
    let failingCapacity = request.failingMax - seen.failingHere
    let isRaced = false
    for (let rounds = 0; rounds < ROUNDS_MAX; rounds += 1) {
      const all = request.limit - claims.length - unreadable.length
      const plan = planLease(candidates, { all, forFailing: failingCapacity }, request)
      if (!plan) break
      const { shares, wanted } = plan
      const leased = await lease(database, wanted, {
        ...this.#termsOf(request, seen),
        nextNumber: () => (this.#lastNumber += 1),
        onDoubt: (number) => this.#doubtful.add(number, request.now),
      })
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
    if (isLeft && remembered) {
      fresh.forget()
      return { nextAt: request.now, isRaced }
    }
    // Capacity may be freed before it is due, so it counts either way.
    const dueAts = queues.map(({ dueAt }) => dueAt)
    if (!isLeft && !remembered) fresh.endScan(seen.version, request.now, dueAts.reduce(earlierOf, null))
    const isNothing = claims.length + unreadable.length === 0
    if (!isLeft && isNothing && joined.canJoin) {
      await joined.wait((made, at) => this.#planJoined(round, made, at))
    }
    if (remembered) return { nextAt: remembered.nextAt, isRaced }
    const scanAts = queues.map((queue) => nextScanAt(queue, queue.webhook, request))
    return { nextAt: scanAts.reduce(earlierOf, null), isRaced }
  }

  #termsOf(request: ClaimRequest, { version }: Pick<QueueScan, 'version'>) {
    return { ...request, version, isRemembered: this.#webhooks?.byId.areRemembered === true }
  }

  /**
   * Plans to lease, within a transaction, what it makes. Undefined: something else may be due, or one
   * statement is not enough.
   */
  #planJoined(
    round: Round,
    made: readonly FreshDelivery[],
    { version, now }: JoinedAt,
  ): JoinedLease | undefined {
    const { request } = round
    const seen = this.#deps.fresh.preview(made, request.now, this.#deps.queues.inFlight(request.now))
    // A claim takes nothing that became due after its request.
    if (now > request.now || seen?.version !== version || this.#webhooks?.version !== version)
      return undefined
    const candidates = candidatesOf(this.#withWebhooks(seen, this.#webhooks.byId), request)
    const all = Math.min(request.limit, made.length)
    const plan = planLease(candidates, { all, forFailing: request.failingMax - seen.failingHere }, request)
    const kinds = new Set(plan?.wanted.map(({ choice }) => choice.kind))
    return plan && kinds.size === 1 ? this.#joinedLease(plan, round) : undefined
  }

  #joinedLease({ candidates, shares, wanted }: Plan, round: Round): JoinedLease {
    const { request } = round
    const claimNumber = (this.#lastNumber += 1)
    const terms = { ...this.#termsOf(request, this.#webhooks ?? { version: 0 }), claimNumber }
    let leased: ReadonlyMap<WebhookId, Leased> = new Map()
    return {
      send: async (transaction) => {
        leased = leasedOf(await leaseIn(transaction, wanted, terms))
      },
      take: () => {
        for (const [index, candidate] of candidates.entries()) {
          const taken = leased.get(candidate.queue.webhook.id)
          if (taken) this.#take(candidate, { share: shares[index] ?? 0, taken }, round)
        }
        return [...leased.values()].reduce((sum, { rows }) => sum + rows.length, 0)
      },
      doubt: () => this.#doubtful.add(claimNumber, request.now),
    }
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
    const given = { webhooks: this.#webhooks?.byId ?? NO_WEBHOOKS, now: request.now }
    for (const row of rows) {
      const claim = readClaim(row, queue, given)
      if ('reason' in claim) unreadable.push(claim)
      else taken.push(claim)
    }
    claims.push(...taken)
    this.#deps.queues.noteClaimed(taken, request.windowFirst)
    queue.inFlight += count
    queue.inFlightHere += count
    queue.flowSeen = flowSeen
    if (rateLimit !== null && count > 0) {
      queue.rateNextAt = takePermits(rateLimit, queue.rateNextAt, { count, now: request.now })
    }
    queue.position = quotaPositionAfter(count, { ...queue, now: request.now })
    this.#deps.queues.noteTurn(queue.webhook.id, queue.position)
    this.#deps.fresh.noteFlow(queue.webhook.id, queue)
    // If all wanted ones were found, more may be due.
    if (count < share) {
      queue.dueAts = queue.laterDueAts
      queue.dueAt = queue.laterDueAts.reduce(earlierOf, null)
    }
    candidate.capacity -= count
    return isStillContending({ share, taken: count, capacity: candidate.capacity })
  }

  async #queuesOf(seen: QueueScan): Promise<readonly WebhookQueue[]> {
    return seen.queues.length === 0 ? [] : this.#withWebhooks(seen, await this.#webhooksOf(seen.version))
  }

  #withWebhooks({ queues }: Pick<QueueScan, 'queues'>, webhooks: KnownWebhooks): readonly WebhookQueue[] {
    const { queues: known } = this.#deps
    return queues.flatMap(({ webhookId, ...queue }) => {
      const webhook = webhooks.get(webhookId)
      if (!webhook) return []
      const [window, inFlightHere] = [known.windowOf(webhookId), known.inFlightOf(webhookId)]
      return { ...queue, webhook, window, inFlightHere, position: known.turnOf(webhookId) }
    })
  }

  /** Returns the webhooks of that version or a later one, for which nothing is leased before the next scan. */
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
