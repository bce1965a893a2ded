import type { components } from '../../api/schema.gen.ts'

/** What a list shows of the event that a delivery tells. */
export interface EventBrief {
  readonly kind: 'alert' | 'job_run'
  readonly name: string
  readonly old_state?: string | null
  readonly new_state?: string | null
  readonly status?: string | null
  readonly object_name?: string | null
  readonly server_name?: string | null
}

export type ListedDelivery = components['schemas']['Delivery'] & {
  readonly webhook_name?: string | null
  readonly event?: EventBrief | null
}

/** The webhook's name, or what can be said without it. */
export function nameOfWebhook({ webhook_id, webhook_name }: ListedDelivery): string {
  return webhook_name ?? `Webhook ${webhook_id}${webhook_name === null ? ', deleted' : ''}`
}

/** What the event is about: the object, or else the server; null if neither is known or the name says it already. */
export function placeOf({ name, object_name, server_name }: EventBrief): string | null {
  const place = object_name ?? server_name ?? null
  return place === name ? null : place
}
