import type { Delivery, DeliveryState } from '../../../domain/delivery/delivery.ts'
import type { Event } from '../../../domain/alert/event.ts'
import type { DeliveryId, EventId, WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import {
  countStates,
  receiverOfWebhook,
  reviewNotNotified,
  type ReviewedDelivery,
  type RoutingReview,
  type RoutingReviewLimits,
  type NotifiedWebhook,
} from '../../../domain/routing/routing-review.ts'
import { toDelivery, type DeliveryRow } from '../../rows/delivery-row.ts'
import { silencesAt } from '../../scripts/silences.ts'
import { revisionsAt } from '../../scripts/webhook-rows.ts'
import type { SqliteDeps } from '../node-memory/deps.ts'

export function routingMethods(
  { db, records, queues, webhooks, catchUp }: SqliteDeps,
  findAhead: (id: DeliveryId) => Delivery | undefined,
) {
  const selectNewest = db.prepare<[eventId: EventId, limit: number], DeliveryRow>(
    'SELECT * FROM deliveries INDEXED BY deliveries_by_event WHERE event_id = ? ORDER BY id DESC LIMIT ?',
  )
  const selectStates = db.prepare<[EventId], { webhook_id: WebhookId; state: DeliveryState }>(
    'SELECT webhook_id, state FROM deliveries INDEXED BY deliveries_by_event WHERE event_id = ?',
  )
  const toReceiverState = (row: DeliveryRow, now: Instant): NotifiedWebhook => {
    const delivery = toDelivery(catchUp.see(row))
    const webhook = webhooks.find(delivery.webhookId)
    const aheadId = delivery.state === 'waiting' ? findAhead(delivery.id)?.id : undefined
    const receiver = receiverOfWebhook(queues.of(delivery.webhookId).breaker, now)
    return { delivery, webhook: webhook && briefOf(webhook), aheadId, ...receiver }
  }
  // The planner would search all that is left to send to the webhook.
  const selectReceiverStates = db
    .prepare<[eventIds: string, webhookId: WebhookId], EventId>(
      `SELECT DISTINCT event_id FROM deliveries INDEXED BY deliveries_by_event
       WHERE event_id IN (SELECT value FROM json_each(?)) AND webhook_id = ?
         AND (finished_at IS NULL OR state = 'delivered')`,
    )
    .pluck()
  const selectOne = db.prepare<[DeliveryId], DeliveryRow>('SELECT * FROM deliveries WHERE id = ?')
  const selectInstead = db.prepare<[eventId: EventId, fallbackOf: DeliveryId], DeliveryRow>(
    'SELECT * FROM deliveries INDEXED BY deliveries_by_event WHERE event_id = ? AND fallback_of = ? LIMIT 1',
  )
  return {
    reviewDelivery(id: DeliveryId, now: Instant): ReviewedDelivery | undefined {
      const row = selectOne.get(id)
      if (!row) return undefined
      const fallback = row.finished_at === null ? undefined : selectInstead.get(row.event_id, id)
      const delivery = fallback && toDelivery(catchUp.see(fallback))
      const webhookName = (delivery && webhooks.find(delivery.webhookId)?.name) ?? null
      return { ...toReceiverState(row, now), instead: delivery && { delivery, webhookName } }
    },

    findReceiverState: (webhookId: WebhookId, eventIds: readonly EventId[]): readonly EventId[] =>
      selectReceiverStates.all(JSON.stringify(eventIds), webhookId),

    listRoutedWebhooks: () => webhooks.all(),

    reviewRouting(event: Event, limits: RoutingReviewLimits, now: Instant): RoutingReview {
      const all = selectStates.all(event.id)
      const newest = selectNewest.all(event.id, limits.openNotificationsMax)
      const notifiedIds = new Set(all.map(({ webhook_id }) => webhook_id))
      return {
        notified: newest.map((row) => toReceiverState(row, now)),
        notifiedCounts: countStates(all.map((row) => catchUp.seeState(row))),
        ...reviewNotNotified(
          event,
          {
            current: webhooks.all(),
            former: records.run(revisionsAt(event.acceptedAt)),
            silences: records.run(silencesAt(event.acceptedAt)),
          },
          { notifiedIds, max: limits.notNotifiedMax },
        ),
      }
    },
  }
}

function briefOf({ id, name, enabled, disabledReason, rateLimit }: NonNullable<NotifiedWebhook['webhook']>) {
  return { id, name, enabled, disabledReason, rateLimit }
}
