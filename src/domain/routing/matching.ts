import type { AlertEvent, JobRunEvent, NewEvent } from '../alert/event.ts'
import type { PayloadType, Webhook } from '../webhook/webhook.ts'
import type { WebhookId } from '../ids.ts'
import { usesCurrentState } from '../receiver-state/receiver-state.ts'

/**
 * Why a webhook is not told of an event: disabled, for the other kind of events, or the flag of the new state is off.
 */
export type ReasonNotNotified = 'disabled' | 'payload_type' | 'state'

/**
 * Who is told: an enabled webhook of the event's payload type, and for alerts one that has the
 * flag of the new state on. Decided in the transaction that writes the event.
 */
export function isNotified(webhook: Webhook, event: Matched): boolean {
  return whyNotNotified(webhook, event) === undefined
}

/** All of an event that decides who is told. */
export type Matched = Pick<AlertEvent, 'kind' | 'newState'> | Pick<JobRunEvent, 'kind'>

/** Of each list of webhooks those that are told, by what decides it; gone with the list. */
const found = new WeakMap<Iterable<unknown>, Map<string, readonly Webhook[]>>()

/**
 * Those of them that are told of each change, in their order; not those that are kept at the present, which are told by
 * what they know (domain/telling). With 10,000 webhooks to ask each of them at each event would take most of the time
 * there is: so the same list is asked once for each kind of event. It must not change; a new one is a new list.
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

/** Webhooks of this payload type can be told of the event. */
export function payloadTypeOf(event: Pick<NewEvent, 'kind'>): PayloadType {
  return event.kind === 'alert' ? 'ALERT' : 'JOB'
}

/** Undefined: it is told. */
export function whyNotNotified(webhook: Webhook, event: Matched): ReasonNotNotified | undefined {
  if (webhook.payloadType !== payloadTypeOf(event)) return 'payload_type'
  if (event.kind === 'alert' && !webhook.alertFlags[event.newState]) return 'state'
  return webhook.enabled ? undefined : 'disabled'
}
