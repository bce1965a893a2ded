import type { Claim, UnreadableClaim } from '../../../domain/delivery/delivery.ts'
import {
  type Claimed,
  type ClaimedQueue,
  ClaimPlan,
  type ClaimRequest,
  type Share,
} from '../../../domain/flow/claim-plan.ts'
import type { DueAts } from '../../../domain/flow/shares.ts'
import type { WebhookId } from '../../../domain/ids.ts'
import { earlierOf, type Instant } from '../../../domain/instant.ts'
import type { Webhook } from '../../../domain/webhook/webhook.ts'
import type { StoreMethods } from '../../store.ts'
import { toClaim } from '../../rows/delivery-row.ts'
import { isAltered, readEvent } from '../../rows/event-row.ts'
import { lease, leasedOf, leaseIn, type Leased, type LeasedRow } from './lease.ts'
import { scan, type QueueScan } from '../queue/queue-scan.ts'
import type { Deps } from '../node-memory/deps.ts'
import { DoubtfulLeases } from './doubtful-leases.ts'
import type { FreshDelivery } from '../node-memory/fresh-queues.ts'
import type { JoinedAt, JoinedLease } from '../node-memory/joined-claims.ts'
import { type KnownWebhooks, NO_WEBHOOKS } from '../node-memory/webhook-cache.ts'

/** A webhook with something pending, during one claim. */
interface WebhookQueue extends ClaimedQueue {
  readonly webhook: Webhook
  readonly laterDueAts: DueAts
  dueAts: DueAts
  dueAt: Instant | null
  inFlightHere: number
  flowSeen: string | null
}

type Plan = ClaimPlan<WebhookQueue>

const webhookOf = ({ webhook }: WebhookQueue) => webhook

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
    const plan: Plan = new ClaimPlan(request, { webhookOf })
    try {
      // The next call claims what was given back, so a failing claim has changed nothing.
      if (await this.#doubtful.giveBack(request)) {
        this.#deps.fresh.forget()
        return plan.end(request.now)
      }
      for (let looks = 1; ; looks += 1) {
        const { nextAt, isRaced } = await this.#scanAndLease(plan)
        const isEnough = plan.count >= request.limit
        if (!isRaced || looks === TRIES_MAX || isEnough) return plan.end(nextAt)
      }
    } catch (error) {
      if (plan.count === 0) throw error
      // Returns what is leased; the next call will report the problem.
      return plan.end(request.now)
    }
  }

  /**
   * Adds to the claims of the plan. `isRaced`: an obstacle that passes at once. Where nothing is due, it
   * waits for what reports are about to make.
   */
  async #scanAndLease(plan: Plan): Promise<{ readonly nextAt: Instant | null; readonly isRaced: boolean }> {
    const { now } = plan.request
    const { database, fresh, joined } = this.#deps
    const inFlight = this.#deps.queues.inFlight(now)
    const remembered = fresh.take(now, inFlight)
    const seen = remembered ?? (await this.#check(now, inFlight))
    const queues = await this.#queuesOf(seen)
    plan.begin(queues, seen.failingHere)
    let isRaced = false
    for (let rounds = 0; rounds < ROUNDS_MAX; rounds += 1) {
      const shares = plan.nextRound()
      if (shares.length === 0) break
      const leased = await lease(database, shares, {
        ...this.#termsOf(plan, seen),
        nextNumber: () => (this.#lastNumber += 1),
        onDoubt: (number) => this.#doubtful.add(number, now),
      })
      for (const share of shares) {
        const taken = leased.get(share.webhook.id)
        if (taken) this.#take(plan, share, taken)
        else isRaced = true
      }
    }
    const firstDueAt = queues.map(({ dueAt }) => dueAt).reduce(earlierOf, null)
    const isLeft = isRaced || (firstDueAt !== null && firstDueAt <= now)
    if (isLeft && remembered) {
      fresh.forget()
      return { nextAt: now, isRaced }
    }
    // Capacity may be freed before it is due, so it counts either way.
    if (!isLeft && !remembered) fresh.endScan(seen.version, now, firstDueAt)
    if (!isLeft && plan.count === 0 && joined.canJoin) {
      await joined.wait((made, at) => this.#planJoined(plan, made, at))
    }
    return { nextAt: remembered ? remembered.nextAt : plan.nextAt(queues), isRaced }
  }

  #termsOf({ request }: Plan, { version }: Pick<QueueScan, 'version'>) {
    return { ...request, version, isRemembered: this.#webhooks?.byId.areRemembered === true }
  }

  /**
   * Plans to lease, within a transaction, what it makes. Undefined: something else may be due, or one
   * statement is not enough.
   */
  #planJoined(
    plan: Plan,
    made: readonly FreshDelivery[],
    { version, now }: JoinedAt,
  ): JoinedLease | undefined {
    const { request } = plan
    const seen = this.#deps.fresh.preview(made, request.now, this.#deps.queues.inFlight(request.now))
    // A claim takes nothing that became due after its request.
    if (now > request.now || seen?.version !== version || this.#webhooks?.version !== version)
      return undefined
    plan.begin(this.#withWebhooks(seen, this.#webhooks.byId), seen.failingHere)
    const shares = plan.nextRound(made.length)
    const kinds = new Set(shares.map(({ choice }) => choice.kind))
    return kinds.size === 1 ? this.#joinedLease(plan, shares, version) : undefined
  }

  #joinedLease(plan: Plan, shares: readonly Share<WebhookQueue>[], version: number): JoinedLease {
    const claimNumber = (this.#lastNumber += 1)
    const terms = { ...this.#termsOf(plan, { version }), claimNumber }
    let leased: ReadonlyMap<WebhookId, Leased> = new Map()
    return {
      send: async (transaction) => {
        leased = leasedOf(await leaseIn(transaction, shares, terms))
      },
      take: () => {
        for (const share of shares) {
          const taken = leased.get(share.webhook.id)
          if (taken) this.#take(plan, share, taken)
        }
        return plan.count
      },
      doubt: () => this.#doubtful.add(claimNumber, plan.request.now),
    }
  }

  async #check(now: Instant, inFlight: ReadonlyMap<WebhookId, number>): Promise<QueueScan> {
    const { database, fresh } = this.#deps
    fresh.beginScan()
    const seen = await scan(database, { now, inFlight })
    for (const queue of seen.queues) fresh.noteFlow(queue.webhookId, queue)
    return seen
  }

  #take(plan: Plan, share: Share<WebhookQueue>, { rows, flowSeen }: Leased): void {
    const { queue, webhook, count } = share
    const { now, windowFirst } = plan.request
    const webhooks = this.#webhooks?.byId ?? NO_WEBHOOKS
    const taken = rows.map((row) => readClaim(row, queue, { webhooks, now }))
    plan.noteTaken(share, taken)
    this.#deps.queues.noteClaimed(taken, windowFirst)
    queue.inFlightHere += rows.length
    queue.flowSeen = flowSeen
    this.#deps.queues.noteTurn(webhook.id, queue.position)
    this.#deps.fresh.noteFlow(webhook.id, queue)
    // If all wanted ones were found, more may be due.
    if (rows.length < count) {
      queue.dueAts = queue.laterDueAts
      queue.dueAt = queue.laterDueAts.reduce(earlierOf, null)
    }
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

function readClaim(
  row: LeasedRow,
  { webhook, breaker }: WebhookQueue,
  { webhooks, now }: { readonly webhooks: KnownWebhooks; readonly now: Instant },
): Claim | UnreadableClaim {
  const { id } = row
  const stored = id === null ? undefined : { ...row, id }
  const event = stored && readEvent(stored)
  return toClaim(row.delivery_id, row, {
    now,
    silences: webhooks.silences,
    webhook,
    breaker,
    event,
    isAltered: stored !== undefined && event === undefined && isAltered(stored),
    receiverState: notifiedIn(row),
    webhooks,
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
