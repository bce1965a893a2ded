import type { Claim, UnreadableClaim } from '../../../domain/delivery/delivery.ts'
import type { DeliveryId, WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import { windowAfter } from '../../../domain/flow/webhook-queue.ts'
import type { HealthSignal } from '../../../domain/receiver/outcome.ts'

interface Sent {
  readonly webhookId: WebhookId
  readonly attempt: number
  readonly leaseUntil: Instant
}

/**
 * Knows without the database what this process sends, and how receivers respond. Limits for all nodes are
 * decided elsewhere: this keeps one receiver from more slots of this process than it has earned.
 */
export class WebhookQueues {
  readonly #windows = new Map<WebhookId, number>()
  readonly #sent = new Map<DeliveryId, Sent>()
  readonly #counts = new Map<WebhookId, number>()
  readonly #quota = new Map<WebhookId, number>()

  /** Returns null if its receiver has shown nothing yet. */
  windowOf(webhookId: WebhookId): number | null {
    return this.#windows.get(webhookId) ?? null
  }

  inFlightOf(webhookId: WebhookId): number {
    return this.#counts.get(webhookId) ?? 0
  }

  turnOf(webhookId: WebhookId): number {
    return this.#quota.get(webhookId) ?? 0
  }

  noteTurn(webhookId: WebhookId, position: number): void {
    if (position === 0) this.#quota.delete(webhookId)
    else this.#quota.set(webhookId, position)
  }

  /** Counts what is being sent to each webhook. Attempts that never ended are forgotten with their leases. */
  inFlight(now: Instant): ReadonlyMap<WebhookId, number> {
    for (const [id, { leaseUntil }] of this.#sent) if (leaseUntil < now) this.#remove(id)
    return this.#counts
  }

  /** An unreadable one ends at once. */
  noteClaimed(claims: readonly (Claim | UnreadableClaim)[], windowFirst: number): void {
    for (const claim of claims) {
      if ('reason' in claim) continue
      const { deliveryId, attempt, leaseUntil, webhook } = claim
      if (!this.#windows.has(webhook.id)) this.#windows.set(webhook.id, windowFirst)
      this.#remove(deliveryId)
      this.#sent.set(deliveryId, { webhookId: webhook.id, attempt, leaseUntil })
      this.#counts.set(webhook.id, this.inFlightOf(webhook.id) + 1)
    }
  }

  noteEnded({ deliveryId, attempt }: { readonly deliveryId: DeliveryId; readonly attempt: number }): void {
    if (this.#sent.get(deliveryId)?.attempt === attempt) this.#remove(deliveryId)
  }

  noteSignal(webhookId: WebhookId, signal: HealthSignal): void {
    this.#windows.set(webhookId, windowAfter(this.#windows.get(webhookId) ?? 1, signal))
  }

  keepOnly(webhooks: ReadonlyMap<WebhookId, unknown>): void {
    for (const known of [this.#windows, this.#quota]) {
      for (const id of known.keys()) if (!webhooks.has(id)) known.delete(id)
    }
  }

  #remove(deliveryId: DeliveryId): void {
    const sent = this.#sent.get(deliveryId)
    if (!sent) return
    this.#sent.delete(deliveryId)
    const left = this.inFlightOf(sent.webhookId) - 1
    if (left > 0) this.#counts.set(sent.webhookId, left)
    else this.#counts.delete(sent.webhookId)
  }
}
