import { AppError, invalidRequest } from '../errors.ts'
import { isChange, type Event, type NewEvent } from '../alert/event.ts'
import type { WebhookId } from '../ids.ts'
import type { Instant } from '../instant.ts'
import type { Matched } from '../matching/match-values.ts'
import { payloadTypeOf, whyNotNotified } from './matching.ts'
import type { WebhookList } from './routed-webhook.ts'
import { usesCurrentState } from '../receiver-state/receiver-state.ts'
import type { Webhook } from '../webhook/webhook.ts'
import { FALLBACK_AFTER_MS } from '../webhook/webhook-limits.ts'

/** Fallbacks in a row for one event; each is notified once, so even a loop ends. */
export const FALLBACK_CHAIN_MAX = 10

/**
 * Returns when to escalate if nothing has arrived since then; null: there is no fallback, or nothing is missing
 * (`since` is null).
 */
export function fallbackAt(
  { fallbackWebhookId, fallbackAfterMs }: Pick<Webhook, 'fallbackWebhookId' | 'fallbackAfterMs'>,
  since: Instant | null,
): Instant | null {
  return fallbackWebhookId === null || since === null ? null : since + (fallbackAfterMs ?? FALLBACK_AFTER_MS)
}

/** Returns when to escalate an event; null: never, as for a late acknowledgement. */
export function fallsBackAt(webhook: Webhook, event: NewEvent): Instant | null {
  return fallbackAt(webhook, isChange(event) ? event.acceptedAt : null)
}

const NAMED_MAX = 5

/** `depth`: the number of fallbacks that led to this one. */
export function isFallbackNotified(fallback: Webhook, event: Pick<Event, 'kind'>, depth: number): boolean {
  return depth < FALLBACK_CHAIN_MAX && fallback.enabled && fallback.payloadType === payloadTypeOf(event)
}

/** Tells whether a fallback gets this event anyway, so that it does not replace a disabled webhook. */
export function isNotifiedByItself(fallback: Webhook, webhooks: WebhookList, event: Matched): boolean {
  return !usesCurrentState(fallback) && whyNotNotified(fallback, webhooks, event) === undefined
}

/**
 * Says why a webhook cannot have this fallback, in words that complete "fallback_webhook_id …". `label`: the fallback
 * as the request names it.
 */
export function whyNotFallback(
  { id, fallbackWebhookId, payloadType }: Pick<Webhook, 'id' | 'fallbackWebhookId' | 'payloadType'>,
  fallback: Pick<Webhook, 'payloadType'> | undefined,
  label = `${fallbackWebhookId}`,
): string | undefined {
  if (fallbackWebhookId === id) return 'must be another webhook than this one'
  if (!fallback) return `is ${label}, but there is no such webhook`
  if (fallback.payloadType === payloadType) return undefined
  return `is ${label}, which is for ${fallback.payloadType}; the fallback of this one must be for ${payloadType} as well`
}

type Named = Pick<Webhook, 'id' | 'name' | 'fallbackWebhookId' | 'payloadType'>

/**
 * Throws `invalid_request` if the fallback cannot serve the webhook, `conflict` if the webhook cannot serve those that
 * name it. `all` may contain the webhook as it was. Only closing a loop is refused; an existing one does not block
 * other changes.
 */
export function refuseBadFallback(
  webhook: Named,
  all: Iterable<Named>,
  before?: Pick<Webhook, 'fallbackWebhookId'>,
): void {
  const { named, namedBy } = neighboursOf(webhook, all)
  if (webhook.fallbackWebhookId !== null) {
    const isNew = webhook.fallbackWebhookId !== before?.fallbackWebhookId
    const message = whyNotFallback(webhook, named) ?? (isNew ? whyLoop(webhook, byIdOf(all)) : undefined)
    if (message !== undefined) throw invalidRequest([{ path: 'fallback_webhook_id', message }])
  }
  const others = namedBy.filter(({ payloadType }) => payloadType !== webhook.payloadType)
  if (others.length > 0) {
    throw new AppError(
      'conflict',
      `Webhook ${webhook.id} is the fallback of ${listed(others)} for ${others[0]?.payloadType}, so its payload type cannot be ${webhook.payloadType}; give them another fallback, or none, first.`,
    )
  }
}

/** Throws `conflict` while the webhook is a fallback, so that no webhook loses its fallback unnoticed. */
export function refuseDeletingFallback(webhook: Named, all: Iterable<Named>): void {
  const { namedBy } = neighboursOf(webhook, all)
  if (namedBy.length > 0) {
    throw new AppError(
      'conflict',
      `Webhook ${webhook.id} is the fallback of ${listed(namedBy)}; give them another fallback, or none, before it is deleted.`,
    )
  }
}

/** Says that the fallbacks of a webhook lead back to it; undefined if they do not. */
export function whyLoop(webhook: Named, byId: ReadonlyMap<WebhookId, Named>): string | undefined {
  const chain = new Set<Named>()
  let next = byId.get(webhook.fallbackWebhookId ?? webhook.id)
  // A webhook that the chain met before is in a loop of others.
  while (next !== undefined && next.id !== webhook.id && !chain.has(next)) {
    chain.add(next)
    next = byId.get(next.fallbackWebhookId ?? 0)
  }
  if (next?.id !== webhook.id) return undefined
  const names = [...chain].map(({ name }) => `"${name}"`)
  const shown = names.length <= NAMED_MAX ? names : [...names.slice(0, NAMED_MAX - 1), '…', names.at(-1)]
  return `must not lead back to this webhook, as "${webhook.name}" → ${shown.join(' → ')} → "${webhook.name}" would; give one of them another fallback, or none`
}

function byIdOf(webhooks: Iterable<Named>): ReadonlyMap<WebhookId, Named> {
  return new Map(Array.from(webhooks, (one) => [one.id, one]))
}

function neighboursOf({ id, fallbackWebhookId }: Named, all: Iterable<Named>) {
  let named: Named | undefined
  const namedBy: Named[] = []
  for (const other of all) {
    if (other.id === fallbackWebhookId) named = other
    if (other.fallbackWebhookId === id && other.id !== id) namedBy.push(other)
  }
  return { named, namedBy }
}

function listed(webhooks: readonly Named[]): string {
  const ids = webhooks.slice(0, NAMED_MAX).map(({ id }) => id)
  const more = webhooks.length - ids.length
  return `webhook ${ids.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
