import type { components } from '../../api/schema.ts'

export type EventBrief = Pick<
  components['schemas']['BriefEvent'],
  'kind' | 'name' | 'object_name' | 'server_name'
>

export type ListedDelivery = components['schemas']['ListedDelivery']

/** The webhook's name, or what can be said without it. */
export function nameOfWebhook({
  webhook_id: id,
  webhook_name: name,
}: Pick<ListedDelivery, 'webhook_id' | 'webhook_name'>): string {
  return name ?? `Webhook ${id}, deleted`
}

/**
 * Returns the location of the event: the object, or else the server; null if neither is known or the name says it
 * already.
 */
export function locationOf({ name, object_name: object, server_name: server }: EventBrief): string | null {
  const location = object ?? server
  return location === name ? null : location
}
