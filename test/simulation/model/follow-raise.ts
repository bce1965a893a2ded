import type { Model, ModelDelivery, ModelEvent } from './model.ts'
import { isSubscribed } from './model-match.ts'
import type { ModelWebhook } from './model-webhook.ts'

/** Says who was notified of the raise that a clear ends. */
export interface RaiseOfClear {
  wasNotified(webhook: ModelWebhook): boolean
  /** Asked for this webhook, which gets what nobody else was notified of. */
  wasAnybodyNotified(webhook: ModelWebhook): boolean
}

type IsNotified = 'yes' | 'maybe' | 'no'

/**
 * Finds who was notified of the raise: whoever has a delivery of it that was sent, or may yet be. Of one that
 * failed, and of an episode with a damaged event, either is right: `wasWritten` says which was taken.
 */
export function raiseOfClear(
  model: Model,
  event: ModelEvent,
  wasWritten: (webhookId: number) => boolean,
): RaiseOfClear {
  const notified =
    event.newState === 'cleared' && event.isChange ? notifiedBy(model, event) : new Map<number, IsNotified>()
  const takers = [...model.webhooks.values()].filter((webhook) =>
    isSubscribed(webhook, { alertId: event.alertId ?? 0, oldState: 'cleared', newState: 'cleared' }),
  )
  const anybody = new Set(takers.map(({ id }) => notified.get(id) ?? 'no'))
  return {
    wasNotified({ id }) {
      const own = notified.get(id) ?? 'no'
      const follows = own === 'yes' || (own === 'maybe' && wasWritten(id))
      model.saw('a clear follows its raise', follows)
      return follows
    },
    wasAnybodyNotified: ({ id }) => anybody.has('yes') || (anybody.has('maybe') && !wasWritten(id)),
  }
}

function notifiedBy(model: Model, { alertId, episodeNumber }: ModelEvent): ReadonlyMap<number, IsNotified> {
  const notified = new Map<number, IsNotified>()
  const episode = [...model.events.values()].filter(
    (event) => event.alertId === alertId && event.episodeNumber === episodeNumber,
  )
  const isDamaged = episode.some(({ id }) => model.damagedEvents.has(id))
  const raised = new Set(episode.filter(({ newState }) => newState !== 'cleared').map(({ id }) => id))
  for (const delivery of model.deliveries.values()) {
    if (!raised.has(delivery.eventId)) continue
    const own = isDamaged ? 'maybe' : notifiedBySending(delivery)
    if (own !== 'no' && notified.get(delivery.webhookId) !== 'yes') notified.set(delivery.webhookId, own)
  }
  return notified
}

function notifiedBySending({ state }: ModelDelivery): IsNotified {
  if (state === 'failed') return 'maybe'
  return state === 'cancelled' || state === 'superseded' || state === 'outdated' ? 'no' : 'yes'
}
