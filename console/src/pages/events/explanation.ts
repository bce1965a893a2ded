import { queryOptions } from '@tanstack/react-query'
import { api, take } from '../../api/client.ts'
import type { components } from '../../api/schema.ts'

export type Explanation = components['schemas']['Explanation']
export type NotifiedWebhook = components['schemas']['ExplainedDelivery']
export type NotifiedCounts = Explanation['notified_counts']
export type NotNotifiedCounts = Explanation['not_notified_counts']
export type NotNotified = components['schemas']['ExplainedNotNotified']

/** Its key begins with `deliveries`: it changes when they do. */
export function explanationQuery(eventId: number) {
  return queryOptions({
    queryKey: ['deliveries', 'explanation', eventId],
    queryFn: () => take(api.GET('/v1/events/{id}/explain', { params: { path: { id: eventId } } })),
  })
}
