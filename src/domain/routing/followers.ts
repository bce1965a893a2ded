import { usesCurrentState } from '../receiver-state/receiver-state.ts'
import type { RoutedWebhook, WebhookList } from './routed-webhook.ts'

/** Results per list of webhooks, which disappear with the list. A list is read once, and must not change. */
const found = new WeakMap<WebhookList, boolean>()

/**
 * Tells whether a clear may go to a webhook that it does not match, because that was notified of the raise: one in mode
 * `every_change` has matchers. Only then the store has to find out who was notified.
 */
export function mayFollowRaises(webhooks: WebhookList): boolean {
  const known =
    found.get(webhooks) ??
    [...webhooks.values()].some(
      (webhook) => webhook.match !== null && wantsClears(webhook) && !usesCurrentState(webhook),
    )
  found.set(webhooks, known)
  return known
}

/** Tells whether a webhook gets the clear of what it was notified of. */
export function wantsClears({ enabled, payloadType, alertFlags }: RoutedWebhook): boolean {
  return enabled && payloadType === 'ALERT' && alertFlags.cleared
}
