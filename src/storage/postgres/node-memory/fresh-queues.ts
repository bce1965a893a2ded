import { URGENCIES, type Urgency } from '../../../domain/delivery/urgency.ts'
import type { WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { Breaker } from '../../../domain/flow/breaker.ts'
import type { DueAts } from '../../../domain/flow/shares.ts'

/**
 * The breaker and the rate of a webhook as the database had them last. A lease finds out whether they have changed
 * since.
 */
interface Flow {
  readonly breaker: Breaker
  readonly rateNextAt: Instant
  readonly flowSeen: string | null
}

/** A delivery that was created and is due, with its webhook. */
export interface FreshDelivery {
  readonly webhookId: WebhookId
  readonly queueUrgency: Urgency
}

/** A webhook queue as of a scan (queue/queue-scan.ts). */
interface FreshQueue extends Flow {
  readonly webhookId: WebhookId
  readonly dueAt: Instant
  readonly dueAts: DueAts
  readonly laterDueAts: DueAts
  readonly inFlight: number
}

interface FreshScan {
  readonly version: number
  readonly failingHere: number
  readonly queues: readonly FreshQueue[]
  /** When something else is due, as far as it is known. */
  readonly nextAt: Instant | null
}

/** Time for which a scan says what else there is, in milliseconds: as long as a node goes without one anyway. */
const CHECK_MS_MAX = 1_000

const NOTHING_LATER = URGENCIES.map(() => null)

/**
 * Saves a claim its scan: where nothing was due a moment ago, what this process has just made is all there is. What is
 * remembered decides nothing by itself, for a lease counts, compares and locks as it does after a scan.
 */
export class FreshQueues {
  readonly #flows = new Map<WebhookId, Flow>()
  readonly #fresh = new Map<WebhookId, Set<Urgency>>()
  /** Undefined: something may be due that nobody has seen. */
  #quiet: { readonly version: number; readonly at: Instant; readonly nextAt: Instant | null } | undefined
  /** Something may have become due since the last scan began. */
  #isDisturbed = false

  /** Notes deliveries that are committed, and due now. */
  note(deliveries: Iterable<FreshDelivery>): void {
    addTo(this.#fresh, deliveries)
  }

  /** A scan begins: it sees what is fresh by now. */
  beginScan(): void {
    this.#fresh.clear()
    this.#quiet = undefined
    this.#isDisturbed = false
  }

  noteFlow(webhookId: WebhookId, { breaker, rateNextAt, flowSeen }: Flow): void {
    this.#flows.set(webhookId, { breaker, rateNextAt, flowSeen })
  }

  /** After a scan and its leases: nothing is due before `nextAt`; null: nothing is pending. */
  endScan(version: number, at: Instant, nextAt: Instant | null): void {
    // The scan did not see what was written while it was under way.
    if (!this.#isDisturbed) this.#quiet = { version, at, nextAt }
  }

  /** Something may be due that nobody has seen. */
  forget(): void {
    this.#quiet = undefined
    this.#isDisturbed = true
  }

  /** Forgets webhooks that there are not any more. */
  keepOnly(webhooks: ReadonlyMap<WebhookId, unknown>): void {
    for (const id of this.#flows.keys()) if (!webhooks.has(id)) this.#flows.delete(id)
  }

  /** Returns what a scan would see. `inFlight`: what this process sends. Undefined: it is not known, so scan. */
  take(now: Instant, inFlight: ReadonlyMap<WebhookId, number>): FreshScan | undefined {
    const seen = this.#see(this.#fresh, now, inFlight)
    if (seen) this.#fresh.clear()
    return seen
  }

  /** Returns what a scan will see once these deliveries are made; undefined: more may be due. */
  preview(
    made: Iterable<FreshDelivery>,
    now: Instant,
    inFlight: ReadonlyMap<WebhookId, number>,
  ): FreshScan | undefined {
    if (this.#fresh.size > 0) return undefined
    return this.#see(addTo(new Map(), made), now, inFlight)
  }

  #see(
    fresh: ReadonlyMap<WebhookId, ReadonlySet<Urgency>>,
    now: Instant,
    inFlight: ReadonlyMap<WebhookId, number>,
  ): FreshScan | undefined {
    const quiet = this.#quiet
    if (!quiet || Math.abs(now - quiet.at) > CHECK_MS_MAX) return undefined
    if (quiet.nextAt !== null && quiet.nextAt <= now) return undefined
    const queues: FreshQueue[] = []
    for (const [webhookId, urgencies] of fresh) {
      const flow = this.#flows.get(webhookId)
      if (!flow) return undefined
      const dueAts = URGENCIES.map((urgency) => (urgencies.has(urgency) ? now : null))
      const count = inFlight.get(webhookId) ?? 0
      queues.push({ ...flow, webhookId, dueAt: now, dueAts, laterDueAts: NOTHING_LATER, inFlight: count })
    }
    const { version, nextAt } = quiet
    return { version, failingHere: this.#countFailing(inFlight), queues, nextAt }
  }

  #countFailing(inFlight: ReadonlyMap<WebhookId, number>): number {
    let failing = 0
    for (const [id, count] of inFlight) if ((this.#flows.get(id)?.breaker.failures ?? 0) > 0) failing += count
    return failing
  }
}

function addTo(
  queues: Map<WebhookId, Set<Urgency>>,
  deliveries: Iterable<FreshDelivery>,
): Map<WebhookId, Set<Urgency>> {
  for (const { webhookId, queueUrgency } of deliveries) {
    const known = queues.get(webhookId)
    if (known) known.add(queueUrgency)
    else queues.set(webhookId, new Set([queueUrgency]))
  }
  return queues
}
