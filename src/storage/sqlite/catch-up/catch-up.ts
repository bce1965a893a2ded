import type { DeliveryState } from '../../../domain/delivery/delivery.ts'
import type { WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { Webhook } from '../../../domain/webhook/webhook.ts'
import type { DeliveryRow } from '../../rows/delivery-row.ts'
import type { BacklogCounts } from '../queue/backlog-counts.ts'
import type { WebhookQueues } from '../queue/webhook-queues.ts'
import { CHANGED_AT_ONCE, type Follow, type WebhookDeliveries } from './webhook-deliveries.ts'

interface CatchUpDeps {
  readonly deliveries: WebhookDeliveries
  readonly findWebhook: (id: WebhookId) => Webhook | undefined
  readonly counts: Pick<BacklogCounts, 'move'>
  readonly queues: Pick<WebhookQueues, 'noteDue'>
}

/**
 * Deliveries that have yet to follow a change of their webhook: brings them after it in bounded steps, and shows them
 * meanwhile as they will be.
 */
export class CatchUp {
  readonly #deps: CatchUpDeps

  constructor(deps: CatchUpDeps) {
    this.#deps = deps
  }

  get isDone(): boolean {
    return this.#deps.deliveries.notes.size === 0
  }

  /** Begins to cancel the deliveries of a webhook, in the transaction that deletes it. */
  beginCancelling(webhookId: WebhookId, now: Instant): void {
    const limit = CHANGED_AT_ONCE
    if (this.#cancel({ webhookId, now, limit }) >= limit) this.#deps.deliveries.note(webhookId, now)
  }

  /** Applies the present settings of one webhook to at most `limit` of its deliveries. Returns how many it changed. */
  step(limit: number): number {
    const { deliveries, findWebhook, queues } = this.#deps
    const [next] = deliveries.notes
    if (!next) return 0
    const [webhookId, since] = next
    const webhook = findWebhook(webhookId)
    const follow = { webhookId, now: since, limit }
    let count: number
    if (!webhook) count = this.#cancel(follow)
    else if (!webhook.enabled) count = deliveries.hold(follow)
    else {
      count = deliveries.unhold(follow)
      queues.noteDue(webhookId, since)
    }
    if (count < limit) deliveries.caughtUp(webhookId)
    return count
  }

  /** Deleted, and yet with deliveries that have not ended. */
  goneIds(): readonly WebhookId[] {
    const { deliveries, findWebhook } = this.#deps
    return [...deliveries.notes.keys()].filter((id) => !findWebhook(id))
  }

  /** The row as it is to be. */
  see(row: DeliveryRow): DeliveryRow {
    const since = this.#deps.deliveries.notes.get(row.webhook_id)
    if (since === undefined || row.finished_at !== null) return row
    const webhook = this.#deps.findWebhook(row.webhook_id)
    if (!webhook) {
      const last_reason = 'the webhook was deleted'
      return { ...row, state: 'cancelled', due_at: null, lease_until: null, finished_at: since, last_reason }
    }
    if (row.state !== 'pending') return row
    return { ...row, due_at: webhook.enabled ? (row.due_at ?? since) : null }
  }

  seeState({ webhook_id: id, state }: Pick<DeliveryRow, 'webhook_id' | 'state'>): DeliveryState {
    const hasEnded = state === 'delivered' || state === 'failed'
    const { deliveries, findWebhook } = this.#deps
    return !hasEnded && deliveries.notes.has(id) && !findWebhook(id) ? 'cancelled' : state
  }

  #cancel(follow: Follow): number {
    let count = 0
    for (const cancelled of this.#deps.deliveries.cancel(follow)) {
      this.#deps.counts.move(cancelled.state, 'cancelled', cancelled.count)
      count += cancelled.count
    }
    return count
  }
}
