import type { Event } from './event.ts'
import type { Webhook } from './webhook.ts'

/**
 * Who is told (design, section 6): an enabled webhook of the event's payload type, and for alerts one that has the
 * flag of the new state on. Decided in the transaction that writes the event.
 */
export function isTold(webhook: Webhook, event: Event): boolean {
  if (!webhook.enabled) return false
  if (event.kind === 'job_run') return webhook.payloadType === 'JOB'
  return webhook.payloadType === 'ALERT' && webhook.alertFlags[event.newState]
}
