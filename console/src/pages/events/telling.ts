import type { components } from '../../api/schema.ts'

/** What the receiver of a webhook was told of an alert, as the service remembers it. */
export type Telling = components['schemas']['Told']

/** What the receiver knows: a state, as a badge has it, and a word where that is none. */
export function knownOf({ known }: Pick<Telling, 'known'>): {
  readonly state: string
  readonly label?: string
} {
  return known === 'cleared' ? { state: 'nothing', label: 'Nothing' } : { state: known }
}

/** Whether the receiver knows what it should. owed: no delivery carries the difference; under_way: one does. */
export function standingOf({
  owed,
  owed_since: since,
}: Pick<Telling, 'owed' | 'owed_since'>): 'present' | 'under_way' | 'owed' {
  if (owed) return 'owed'
  return since === null ? 'present' : 'under_way'
}

/** What is said of the alert: its name, or else its number. */
export function alertNameOf({
  alert_id: id,
  alert_name: name,
}: Pick<Telling, 'alert_id' | 'alert_name'>): string {
  return name ?? `Alert ${id}`
}

/** Where it is, as far as it is known. */
export function alertPlaceOf(
  telling: Pick<Telling, 'object_name' | 'server_name' | 'alert_name'>,
): string | null {
  const place = telling.object_name ?? telling.server_name
  return place === telling.alert_name ? null : place
}

/** The webhook's name, or what can be said without it. */
export function webhookNameOf({
  webhook_id: id,
  webhook_name: name,
}: Pick<Telling, 'webhook_id' | 'webhook_name'>): string {
  return name ?? `Webhook ${id}, deleted`
}
