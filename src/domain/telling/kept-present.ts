import type { AlertState } from '../alert/alert.ts'
import type { Webhook } from '../webhook/webhook.ts'
import type { WebhookId } from '../ids.ts'
import { isKeptPresent } from './told.ts'

type Webhooks = readonly Webhook[] | ReadonlyMap<WebhookId, Webhook>

interface Found {
  /** Something may be remembered for one of them: of a webhook that is kept at the present, or as a fallback. */
  readonly mayRemember: boolean
  readonly present: readonly Webhook[]
  readonly ofState: Map<AlertState, readonly Webhook[]>
}

/** Of each list of webhooks, gone with it: a list is looked through once, and must not change. */
const found = new WeakMap<Webhooks, Found>()

/**
 * Whether anything may come to be remembered. Where no webhook is kept at the present and none has a fallback, there is only what is
 * left of those that had one: who followed an alert as a fallback hears its end.
 */
export function mayRemember(webhooks: Webhooks): boolean {
  return lookThrough(webhooks).mayRemember
}

/** Webhooks that are kept at the present and count this state as raised, disabled ones too. The list must not change. */
export function presentOf(webhooks: Webhooks, state: AlertState): readonly Webhook[] {
  const { ofState, present } = lookThrough(webhooks)
  const known =
    ofState.get(state) ?? (state === 'cleared' ? [] : present.filter(({ alertFlags }) => alertFlags[state]))
  ofState.set(state, known)
  return known
}

function lookThrough(webhooks: Webhooks): Found {
  const known = found.get(webhooks)
  if (known) return known
  const present = [...webhooks.values()].filter(isKeptPresent)
  const hasFallback = [...webhooks.values()].some(({ fallbackWebhookId }) => fallbackWebhookId !== null)
  const looked = { mayRemember: hasFallback || present.length > 0, present, ofState: new Map() }
  found.set(webhooks, looked)
  return looked
}
