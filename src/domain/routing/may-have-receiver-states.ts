import type { Webhook } from '../webhook/webhook.ts'
import type { WebhookList } from './routed-webhook.ts'
import { usesCurrentState } from '../receiver-state/receiver-state.ts'

/** Results per list of webhooks, which disappear with the list. A list is read once, and must not change. */
const found = new WeakMap<WebhookList, boolean>()

/**
 * Tells whether any receiver state may come to be stored. If no webhook is in current-state mode and none has a
 * fallback, only the states of earlier escalations are left.
 */
export function mayHaveReceiverStates(webhooks: WebhookList<Webhook>): boolean {
  const known = found.get(webhooks) ?? [...webhooks.values()].some(mayHaveStates)
  found.set(webhooks, known)
  return known
}

function mayHaveStates(webhook: Webhook): boolean {
  return usesCurrentState(webhook) || webhook.fallbackWebhookId !== null
}
