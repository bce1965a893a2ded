import type { Event } from './event.ts'
import { payloadTypeOf } from './matching.ts'
import type { Webhook } from './webhook.ts'

/**
 * Each webhook is told of an event once, so a chain of fallbacks has an end, even a circle of webhooks. This holds it
 * short, and holds even when what was told before is no longer kept.
 */
export const FALLBACK_CHAIN_MAX = 10

/** Whether a fallback is told of an event that its webhook could not be told of; `depth`: how many fallbacks led there. */
export function isFallbackTold(fallback: Webhook, event: Event, depth: number): boolean {
  return depth < FALLBACK_CHAIN_MAX && fallback.enabled && fallback.payloadType === payloadTypeOf(event)
}

/** Why a webhook cannot have this one for its fallback, in words that complete "fallback_webhook_id …"; undefined: it can. */
export function whyNotFallback(
  { id, fallbackWebhookId, payloadType }: Pick<Webhook, 'id' | 'fallbackWebhookId' | 'payloadType'>,
  fallback: Pick<Webhook, 'payloadType'> | undefined,
): string | undefined {
  if (fallbackWebhookId === id) return 'must be another webhook than this one'
  if (!fallback) return `is ${fallbackWebhookId}, but there is no such webhook`
  if (fallback.payloadType === payloadType) return undefined
  return `is ${fallbackWebhookId}, which is for ${fallback.payloadType}; the fallback of this one must be for ${payloadType} as well`
}
