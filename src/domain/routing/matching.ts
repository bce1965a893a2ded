import type { AlertEvent, JobRunEvent, NewEvent } from '../alert/event.ts'
import type { PayloadType, Webhook } from '../webhook/webhook.ts'
import type { WebhookId } from '../ids.ts'
import { usesCurrentState } from '../receiver-state/receiver-state.ts'

/**
 * Why a webhook is not notified of an event: disabled, for the other kind of events, or the flag of the new state is
 * off.
 */
export type ReasonNotNotified = 'disabled' | 'payload_type' | 'state'

/**
 * Tells whether a webhook is notified: it is enabled, has the payload type of the event, and for alerts the flag of
 * the new state is on. Decided in the transaction that writes the event.
 */
export function isNotified(webhook: Webhook, event: Matched): boolean {
  return whyNotNotified(webhook, event) === undefined
}

/** All of an event that decides who is notified. */
export type Matched = Pick<AlertEvent, 'kind' | 'newState'> | Pick<JobRunEvent, 'kind'>

/** Caches the matching webhooks of a list by what decides; it disappears with the list. */
const found = new WeakMap<Iterable<unknown>, Map<string, readonly Webhook[]>>()

/**
 * Returns the matching webhooks in mode `every_change`, in their order; the receiver state decides about the others
 * (domain/receiver-state). Asking each of 10,000 webhooks at each event would take most of the time, so a list is
 * asked once for each kind of event. It must not change; a new one is a new list.
 */
export function matchingChanges(
  webhooks: readonly Webhook[] | ReadonlyMap<WebhookId, Webhook>,
  event: Matched,
): readonly Webhook[] {
  const known = found.get(webhooks) ?? new Map<string, readonly Webhook[]>()
  found.set(webhooks, known)
  const key = event.kind === 'alert' ? event.newState : event.kind
  const notified =
    known.get(key) ??
    [...webhooks.values()].filter((webhook) => isNotified(webhook, event) && !usesCurrentState(webhook))
  known.set(key, notified)
  return notified
}

/** Returns whether webhooks of this payload type can be notified of the event. */
export function payloadTypeOf(event: Pick<NewEvent, 'kind'>): PayloadType {
  return event.kind === 'alert' ? 'ALERT' : 'JOB'
}

/** Undefined: it is notified. */
export function whyNotNotified(webhook: Webhook, event: Matched): ReasonNotNotified | undefined {
  if (webhook.payloadType !== payloadTypeOf(event)) return 'payload_type'
  if (event.kind === 'alert' && !webhook.alertFlags[event.newState]) return 'state'
  return webhook.enabled ? undefined : 'disabled'
}
