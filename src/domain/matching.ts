import type { NewEvent } from './event.ts'
import type { PayloadType, Webhook } from './webhook.ts'

/** Why a webhook is not told of an event: disabled, for the other kind of events, or the flag of the new state is off. */
export type ReasonNotTold = 'disabled' | 'payload_type' | 'state'

/**
 * Who is told (design, section 6): an enabled webhook of the event's payload type, and for alerts one that has the
 * flag of the new state on. Decided in the transaction that writes the event.
 */
export function isTold(webhook: Webhook, event: NewEvent): boolean {
  return whyNotTold(webhook, event) === undefined
}

/** Webhooks of this payload type can be told of the event. */
export function payloadTypeOf(event: Pick<NewEvent, 'kind'>): PayloadType {
  return event.kind === 'alert' ? 'ALERT' : 'JOB'
}

/** Undefined: it is told. */
export function whyNotTold(webhook: Webhook, event: NewEvent): ReasonNotTold | undefined {
  if (webhook.payloadType !== payloadTypeOf(event)) return 'payload_type'
  if (event.kind === 'alert' && !webhook.alertFlags[event.newState]) return 'state'
  return webhook.enabled ? undefined : 'disabled'
}
