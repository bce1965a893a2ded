import type { WebhookId } from '../ids.ts'
import type { Instant } from '../instant.ts'
import type { Webhook } from '../webhook/webhook.ts'

/** All of a webhook that decides whether it is notified. */
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

/** A webhook as it decides, and as people know it. */
export type NamedRoutedWebhook = RoutedWebhook & Pick<Webhook, 'name' | 'disabledReason'>

/** All webhooks at one moment, by id. It must not change: what is found out about a list is kept with it. */
export type WebhookList<Routed extends RoutedWebhook = RoutedWebhook> =
  | readonly Routed[]
  | ReadonlyMap<WebhookId, Routed>

/** The part of a webhook that decided whether it was notified, from `since` until a change or the deletion. */
export interface FormerWebhook extends NamedRoutedWebhook {
  readonly since: Instant
  readonly until: Instant
}

/** Tells whether a change of a webhook changes who is notified. */
export function isRoutedAlike(before: RoutedWebhook, after: RoutedWebhook): boolean {
  return JSON.stringify(routedOf(before)) === JSON.stringify(routedOf(after))
}

function routedOf(webhook: RoutedWebhook) {
  const { enabled, payloadType, alertFlags, match, mode, fallbackWebhookId } = webhook
  const { low, medium, high, cleared } = alertFlags
  const asked = [webhook.acknowledgements, webhook.maintenanceWindows]
  return [enabled, payloadType, low, medium, high, cleared, ...asked, match, mode, fallbackWebhookId]
}
