import type { WebhookId } from '../ids.ts'
import type { Instant } from '../instant.ts'
import { usesCurrentState } from '../receiver-state/receiver-state.ts'
import type { Webhook } from '../webhook/webhook.ts'

/** The part of a webhook that decides whether it is notified. */
export type RoutedWebhook = Pick<
  Webhook,
  | 'id'
  | 'enabled'
  | 'payloadType'
  | 'alertFlags'
  | 'acknowledgements'
  | 'maintenanceWindows'
  | 'match'
  | 'matchOwner'
  | 'mode'
  | 'fallbackWebhookId'
>

export type NamedRoutedWebhook = RoutedWebhook & Pick<Webhook, 'name' | 'disabledReason'>

/** All webhooks at one moment, by id. Immutable: results are cached per list. */
export type WebhookList<Routed extends RoutedWebhook = RoutedWebhook> =
  | readonly Routed[]
  | ReadonlyMap<WebhookId, Routed>

/** A webhook as it was from `since` until a change or its deletion. */
export interface FormerWebhook extends NamedRoutedWebhook {
  readonly since: Instant
  readonly until: Instant
}

/** Tells whether a change leaves who is notified as it was. */
export function isRoutedAlike(before: RoutedWebhook, after: RoutedWebhook): boolean {
  return JSON.stringify(routedOf(before)) === JSON.stringify(routedOf(after))
}

function routedOf(webhook: RoutedWebhook) {
  const { enabled, payloadType, alertFlags, match, mode, fallbackWebhookId } = webhook
  const { low, medium, high, cleared } = alertFlags
  const asked = [webhook.acknowledgements, webhook.maintenanceWindows]
  return [enabled, payloadType, low, medium, high, cleared, ...asked, match, mode, fallbackWebhookId]
}

/**
 * Tells whether a clear may go to a webhook that it does not match, because that was sent the raise. Only then the
 * store has to find out who was notified.
 */
export function mayFollowRaises(webhooks: WebhookList): boolean {
  return someOf(
    withMatchers,
    webhooks,
    (webhook) => webhook.match !== null && wantsClears(webhook) && !usesCurrentState(webhook),
  )
}

const withMatchers: Found = new WeakMap()

/** Tells whether a webhook gets the clear of what it was notified of. */
export function wantsClears({ enabled, payloadType, alertFlags }: RoutedWebhook): boolean {
  return enabled && payloadType === 'ALERT' && alertFlags.cleared
}

/** Tells whether receiver states may be created; otherwise only those of earlier escalations exist. */
export function mayHaveReceiverStates(webhooks: WebhookList): boolean {
  return someOf(
    withStates,
    webhooks,
    (webhook) => usesCurrentState(webhook) || webhook.fallbackWebhookId !== null,
  )
}

const withStates: Found = new WeakMap()

/** Results per list, which disappear with it. */
type Found = WeakMap<WebhookList, boolean>

function someOf(found: Found, webhooks: WebhookList, fits: (webhook: RoutedWebhook) => boolean): boolean {
  const known = found.get(webhooks) ?? [...webhooks.values()].some(fits)
  found.set(webhooks, known)
  return known
}
