import type { AlertState } from '../alert/alert.ts'
import type { Webhook } from '../webhook/webhook.ts'
import type { WebhookId } from '../ids.ts'
import { usesCurrentState } from './receiver-state.ts'

type Webhooks = readonly Webhook[] | ReadonlyMap<WebhookId, Webhook>

interface Found {
  /** Something may be remembered for one of them: of a webhook that is kept at the present, or as a fallback. */
  readonly mayHaveReceiverStates: boolean
  readonly desired: readonly Webhook[]
  readonly ofState: Map<AlertState, readonly Webhook[]>
}

/** Of each list of webhooks, gone with it: a list is looked through once, and must not change. */
const found = new WeakMap<Webhooks, Found>()

/**
 * Whether anything may come to be remembered. Where no webhook is kept at the present and none has a fallback, there is only what is
 * left of those that had one: who followed an alert as a fallback hears its end.
 */
export function mayHaveReceiverStates(webhooks: Webhooks): boolean {
  return lookThrough(webhooks).mayHaveReceiverStates
}

/** Webhooks that are kept at the present and count this state as raised, disabled ones too. The list must not change. */
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
