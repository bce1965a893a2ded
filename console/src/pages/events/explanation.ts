import { queryOptions } from '@tanstack/react-query'
import { api, take } from '../../api/client.ts'
import type { components } from '../../api/schema.ts'

export type Explanation = components['schemas']['Explanation']
export type Told = components['schemas']['ExplainedDelivery']
export type ToldCounts = Explanation['told_counts']
export type NotToldCounts = Explanation['not_told_counts']
export type NotTold = components['schemas']['ExplainedNotTold']

/** Its key begins with `deliveries`: what it tells changes when they do. */
export function explanationQuery(eventId: number) {
  return queryOptions({
    queryKey: ['deliveries', 'explanation', eventId],
    queryFn: () => take(api.GET('/v1/events/{id}/explain', { params: { path: { id: eventId } } })),
  })
}
