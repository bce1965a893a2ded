import type { components } from '../../api/schema.ts'

export type ReceiverState = components['schemas']['ReceiverState']

/** Returns the last sent state for a badge, or a word. */
export function knownOf({ last_sent: state }: Pick<ReceiverState, 'last_sent'>): {
  readonly state: string
  readonly label?: string
} {
  return state === 'cleared' ? { state: 'nothing', label: 'Nothing' } : { state }
}

/** out_of_sync: no delivery carries the difference; under_way: one does. */
export function standingOf({
  out_of_sync,
  out_of_sync_since: since,
}: Pick<ReceiverState, 'out_of_sync' | 'out_of_sync_since'>): 'in_sync' | 'under_way' | 'out_of_sync' {
  if (out_of_sync) return 'out_of_sync'
  return since === null ? 'in_sync' : 'under_way'
}

/** Returns the alert's name, or its number. */
export function alertNameOf({
  alert_id: id,
  alert_name: name,
}: Pick<ReceiverState, 'alert_id' | 'alert_name'>): string {
  return name ?? `Alert ${id}`
}

export function alertLocationOf(
  receiverState: Pick<ReceiverState, 'object_name' | 'server_name' | 'alert_name'>,
): string | null {
  const location = receiverState.object_name ?? receiverState.server_name
  return location === receiverState.alert_name ? null : location
}

/** Returns the webhook's name, or a word without one. */
export function webhookNameOf({
  webhook_id: id,
  webhook_name: name,
}: Pick<ReceiverState, 'webhook_id' | 'webhook_name'>): string {
  return name ?? `Webhook ${id}, deleted`
}
