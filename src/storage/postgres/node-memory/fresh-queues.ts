import { URGENCIES, type Urgency } from '../../../domain/delivery/urgency.ts'
import type { WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { Breaker } from '../../../domain/flow/breaker.ts'
import type { DueAts } from '../../../domain/flow/shares.ts'

/** The breaker and the rate of a webhook as last read. */
interface Flow {
  readonly breaker: Breaker
  readonly rateNextAt: Instant
  readonly flowSeen: string | null
}

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
  readonly nextAt: Instant | null
}

/** How long a scan stays valid, in milliseconds: as long as a node goes without one anyway. */
const CHECK_MS_MAX = 1_000

const NOTHING_LATER = URGENCIES.map(() => null)

/**
 * Saves a claim its scan: if nothing was due a moment ago, only what this process made since is due. Decides
 * nothing by itself: a lease counts, compares and locks as after a scan.
 */
export class FreshQueues {
  readonly #flows = new Map<WebhookId, Flow>()
  readonly #fresh = new Map<WebhookId, Set<Urgency>>()
  /** Undefined: something unseen may be due. */
  #quiet: { readonly version: number; readonly at: Instant; readonly nextAt: Instant | null } | undefined
  /** Something may have become due since the last scan began. */
  #isDisturbed = false

  note(deliveries: Iterable<FreshDelivery>): void {
    addTo(this.#fresh, deliveries)
  }

  /** Begins a scan, which sees everything fresh so far. */
  beginScan(): void {
    this.#fresh.clear()
    this.#quiet = undefined
    this.#isDisturbed = false
  }

  noteFlow(webhookId: WebhookId, { breaker, rateNextAt, flowSeen }: Flow): void {
    this.#flows.set(webhookId, { breaker, rateNextAt, flowSeen })
  }

  /** Ends a scan and its leases: nothing is due before `nextAt`; null: nothing is pending. */
  endScan(version: number, at: Instant, nextAt: Instant | null): void {
    // The scan did not see what was written meanwhile.
    if (!this.#isDisturbed) this.#quiet = { version, at, nextAt }
  }

  /** Forgets the scan: something unseen may be due. */
  forget(): void {
    this.#quiet = undefined
    this.#isDisturbed = true
  }

  keepOnly(webhooks: ReadonlyMap<WebhookId, unknown>): void {
    for (const id of this.#flows.keys()) if (!webhooks.has(id)) this.#flows.delete(id)
  }

  /** Returns what a scan would see; undefined: unknown, so scan. `inFlight`: what this process sends. */
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
