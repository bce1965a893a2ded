import { queryOptions } from '@tanstack/react-query'
import { api, take } from '../../api/client.ts'
import type { components } from '../../api/schema.ts'

export type RoutingTestRequest = components['schemas']['RoutingTestRequest']
export type RoutingTestResult = components['schemas']['RoutingTest']
export type Event = components['schemas']['Event']

/** Events that one page of the list has. */
const SHOWN_MAX = 25

/** The newest events that no webhook took. */
export const nobodyNotifiedQuery = queryOptions({
  queryKey: ['events', 'notified-nobody'],
  queryFn: () =>
    take(api.GET('/v1/events', { params: { query: { notified_nobody: true, limit: SHOWN_MAX } } })),
  refetchInterval: 15_000,
})

/** Asks who would be notified of an event with these values. */
export function routingTestQuery(body: RoutingTestRequest) {
  return queryOptions({
    queryKey: ['routing', 'test', body],
    queryFn: () => take(api.POST('/v1/routing/test', { body })),
    retry: false,
  })
}
