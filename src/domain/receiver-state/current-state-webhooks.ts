import type { AlertState } from '../alert/alert.ts'
import type { Webhook } from '../webhook/webhook.ts'
import type { WebhookId } from '../ids.ts'
import { usesCurrentState } from './receiver-state.ts'

type Webhooks = readonly Webhook[] | ReadonlyMap<WebhookId, Webhook>

interface Found {
  /** Tells whether a webhook is in current-state mode, or has a fallback. */
  readonly mayHaveReceiverStates: boolean
  readonly desired: readonly Webhook[]
  readonly ofState: Map<AlertState, readonly Webhook[]>
}

/** Results per list of webhooks, which disappear with the list. A list is read once, and must not change. */
const found = new WeakMap<Webhooks, Found>()

/**
 * Tells whether any receiver state may come to be stored. If no webhook is in current-state mode and none has a
 * fallback, only the states of earlier escalations are left.
 */
export function mayHaveReceiverStates(webhooks: Webhooks): boolean {
  return lookThrough(webhooks).mayHaveReceiverStates
}

/**
 * Returns the webhooks in current-state mode that count this state as active, disabled ones too. The list must not
 * change.
 */
export function currentStateWebhooks(webhooks: Webhooks, state: AlertState): readonly Webhook[] {
  const { ofState, desired } = lookThrough(webhooks)
  const known =
    ofState.get(state) ?? (state === 'cleared' ? [] : desired.filter(({ alertFlags }) => alertFlags[state]))
  ofState.set(state, known)
  return known
}

function lookThrough(webhooks: Webhooks): Found {
  const known = found.get(webhooks)
  if (known) return known
  const desired = [...webhooks.values()].filter(usesCurrentState)
  const hasFallback = [...webhooks.values()].some(({ fallbackWebhookId }) => fallbackWebhookId !== null)
  const looked = { mayHaveReceiverStates: hasFallback || desired.length > 0, desired, ofState: new Map() }
  found.set(webhooks, looked)
  return looked
}
