import type { Model, ModelDelivery, ModelEvent } from './model.ts'
import { isSubscribed } from './model-match.ts'
import type { ModelWebhook } from './model-webhook.ts'

/** Tells who heard of the raise that a clear ends. */
export interface RaiseOfClear {
  wasHeardBy(webhook: ModelWebhook): boolean
  /** Asked for this webhook, which gets what nobody else heard of. */
  wasHeardByAnybody(webhook: ModelWebhook): boolean
}

type Heard = 'yes' | 'maybe' | 'no'

/**
 * Finds who heard of the raise: whoever has a delivery of it that was sent, or may yet be. Of one that failed, and of
 * an episode with a damaged event, either is right: `wasWritten` says which was taken.
 */
export function raiseOfClear(
  model: Model,
  event: ModelEvent,
  wasWritten: (webhookId: number) => boolean,
): RaiseOfClear {
  const heard =
    event.newState === 'cleared' && event.isChange ? heardBy(model, event) : new Map<number, Heard>()
  const takers = [...model.webhooks.values()].filter((webhook) =>
    isSubscribed(webhook, { alertId: event.alertId ?? 0, oldState: 'cleared', newState: 'cleared' }),
  )
  const anybody = new Set(takers.map(({ id }) => heard.get(id) ?? 'no'))
  return {
    wasHeardBy({ id }) {
      const own = heard.get(id) ?? 'no'
      const follows = own === 'yes' || (own === 'maybe' && wasWritten(id))
      model.saw('a clear follows its raise', follows)
      return follows
    },
    wasHeardByAnybody: ({ id }) => anybody.has('yes') || (anybody.has('maybe') && !wasWritten(id)),
  }
}

function heardBy(model: Model, { alertId, episodeNumber }: ModelEvent): ReadonlyMap<number, Heard> {
  const heard = new Map<number, Heard>()
  const episode = [...model.events.values()].filter(
    (event) => event.alertId === alertId && event.episodeNumber === episodeNumber,
  )
  const isDamaged = episode.some(({ id }) => model.damagedEvents.has(id))
  const raised = new Set(episode.filter(({ newState }) => newState !== 'cleared').map(({ id }) => id))
  for (const delivery of model.deliveries.values()) {
    if (!raised.has(delivery.eventId)) continue
    const own = isDamaged ? 'maybe' : heardOf(delivery)
    if (own !== 'no' && heard.get(delivery.webhookId) !== 'yes') heard.set(delivery.webhookId, own)
  }
  return heard
}

function heardOf({ state }: ModelDelivery): Heard {
  if (state === 'failed') return 'maybe'
  return state === 'cancelled' || state === 'superseded' || state === 'outdated' ? 'no' : 'yes'
}
