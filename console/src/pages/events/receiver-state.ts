import type { components } from '../../api/schema.ts'

/** The receiver state of an alert. */
export type ReceiverState = components['schemas']['ReceiverState']

/** The last sent state as a badge has it, or a word without one. */
export function knownOf({ last_sent: state }: Pick<ReceiverState, 'last_sent'>): {
  readonly state: string
  readonly label?: string
} {
  return state === 'cleared' ? { state: 'nothing', label: 'Nothing' } : { state }
}

/** Tells whether the receiver is in sync. out_of_sync: no delivery carries the difference; under_way: one does. */
export function standingOf({
  out_of_sync,
  out_of_sync_since: since,
}: Pick<ReceiverState, 'out_of_sync' | 'out_of_sync_since'>): 'in_sync' | 'under_way' | 'out_of_sync' {
  if (out_of_sync) return 'out_of_sync'
  return since === null ? 'in_sync' : 'under_way'
}

/** Names the alert, or returns its number. */
export function alertNameOf({
  alert_id: id,
  alert_name: name,
}: Pick<ReceiverState, 'alert_id' | 'alert_name'>): string {
  return name ?? `Alert ${id}`
}

/** Where it is, as far as it is known. */
export function alertLocationOf(
  receiverState: Pick<ReceiverState, 'object_name' | 'server_name' | 'alert_name'>,
): string | null {
  const location = receiverState.object_name ?? receiverState.server_name
  return location === receiverState.alert_name ? null : location
}

/** The webhook's name, or what can be said without it. */
export function webhookNameOf({
  webhook_id: id,
  webhook_name: name,
}: Pick<ReceiverState, 'webhook_id' | 'webhook_name'>): string {
  return name ?? `Webhook ${id}, deleted`
}
