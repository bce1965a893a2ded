import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, take } from '../../api/client.ts'
import type { components } from '../../api/schema.ts'
import { anchorAt, listQueryOf, newerQueryOf, queryOf, type Anchor } from './delivery-filter.ts'
import type { DeliverySearch } from './delivery-search.ts'
import type { ListedDelivery } from './listed-delivery.ts'

export type DeliveryWithAttempts = components['schemas']['DeliveryWithAttempts']

const PAGE = 50
/** More than these are not counted: they are many. */
export const NEWER_MAX = 100
/** Pages that are kept; after them a new list begins. */
export const PAGES_MAX = 8

interface Page {
  readonly items: readonly ListedDelivery[]
  readonly next: string | null
}

function readPage(query: Readonly<Record<string, string | undefined>>): Promise<Page> {
  // The wire of queries is text; what the document describes stands within it.
  return take(api.GET('/v1/deliveries', { params: { query: query as object } }))
}

/** Where the list begins. Its key is not that of deliveries: news must not move what is being read. */
export function anchorQuery(search: DeliverySearch) {
  return queryOptions({
    queryKey: ['delivery-anchor', search],
    queryFn: async (): Promise<Anchor> => {
      const readAt = Date.now()
      // By these the service reads only so far back, and may find none where there are some.
      const {
        severity: _severity,
        kind: _kind,
        server: _server,
        search: _search,
        ...found
      } = queryOf(search, readAt)
      const { items } = await readPage({ ...found, limit: '1' })
      return anchorAt(items[0], readAt)
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
}

/** `start`: where it begins, `next` of a page before; null: with the newest. */
export function listQuery(search: DeliverySearch, anchor: Anchor, start: string | null) {
  return infiniteQueryOptions({
    queryKey: ['deliveries', 'list', search, anchor, start],
    queryFn: ({ pageParam }) =>
      readPage({
        ...listQueryOf(search, anchor),
        limit: String(PAGE),
        ...(pageParam !== null && { cursor: pageParam }),
      }),
    initialPageParam: start,
    getNextPageParam: ({ next }) => next,
  })
}

/** Counts the deliveries that came since the list began. */
export function newerQuery(search: DeliverySearch, anchor: Anchor) {
  return queryOptions({
    queryKey: ['deliveries', 'newer', search, anchor],
    queryFn: async () => {
      const { items } = await readPage({ ...newerQueryOf(search, anchor), limit: String(NEWER_MAX) })
      return items.length
    },
  })
}

export function deliveryQuery(id: number) {
  return queryOptions({
    queryKey: ['deliveries', 'one', id],
    queryFn: () => take(api.GET('/v1/deliveries/{id}', { params: { path: { id } } })),
    // Its end is seen at once, even without the live connection.
    refetchInterval: ({ state }) => (state.data?.state === 'sending' ? 1_000 : false),
  })
}

export function operationQuery(id: number) {
  return queryOptions({
    queryKey: ['delivery-operations', id],
    queryFn: () => take(api.GET('/v1/delivery-operations/{id}', { params: { path: { id } } })),
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? 1_000 : false),
  })
}

export function webhookQuery(id: number) {
  return queryOptions({
    queryKey: ['webhooks', 'one', id],
    queryFn: () => take(api.GET('/v1/webhooks/{id}', { params: { path: { id } } })),
    retry: false,
  })
}
