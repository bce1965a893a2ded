import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import { api, take } from '../../api/client.ts'
import type { ListPage } from '../../api/list.ts'
import type { components } from '../../api/schema.ts'
import { type Anchor, anchorAt, listQueryOf, newerQueryOf, queryOf } from './delivery-filter.ts'
import type { DeliverySearch } from './delivery-search.ts'
import type { ListedDelivery } from './listed-delivery.ts'

export type DeliveryWithAttempts = components['schemas']['DeliveryWithAttempts']

const PAGE = 50
/** The limit of the count. */
export const NEWER_MAX = 100
/** Pages that are kept; after them a new list begins. */
const PAGES_MAX = 8

function readPage(query: Readonly<Record<string, string | undefined>>): Promise<ListPage<ListedDelivery>> {
  // Query values travel as text that fits the document.
  return take(api.GET('/v1/deliveries', { params: { query: query as object } }))
}

/** Has a key of its own, so that updates do not move a list that is being read. */
function anchorQuery(search: DeliverySearch) {
  return queryOptions({
    queryKey: ['delivery-anchor', search],
    queryFn: async (): Promise<Anchor> => {
      const readAt = Date.now()
      // With these filters the service scans only so far back, and may miss older matches.
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

/** `start`: a page's `next`; null: the newest. */
function listQuery(search: DeliverySearch, anchor: Anchor, start: string | null) {
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

/** Counts the deliveries since the list began. */
function newerQuery(search: DeliverySearch, anchor: Anchor) {
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
    // Shows its end at once, even without the live connection.
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

const UNKNOWN: Anchor = { readAt: 0, before: null }

/** Reads matching deliveries: new ones are announced, shown ones stay live. */
export function useDeliveryList(filter: DeliverySearch, start: string | null) {
  const begun = useQuery({
    ...anchorQuery(filter),
    placeholderData: keepPreviousData,
    // An empty list has nothing to move, so the first delivery appears by itself.
    refetchInterval: ({ state }) => (state.data?.before === null ? 2_000 : false),
  })
  const anchor = begun.data ?? UNKNOWN
  const isKnown = begun.data !== undefined && !begun.isPlaceholderData
  const isEmpty = isKnown && anchor.before === null
  const list = useInfiniteQuery({
    ...listQuery(filter, anchor, start),
    enabled: isKnown && !isEmpty,
    placeholderData: keepPreviousData,
  })
  const newer = useQuery({ ...newerQuery(filter, anchor), enabled: isKnown && !isEmpty })
  const pages = list.data?.pages ?? []
  return {
    /** Undefined: not known yet. */
    deliveries: isEmpty ? [] : list.data && pages.flatMap(({ items }) => items),
    anchor,
    error: begun.error ?? list.error,
    /** New deliveries, up to `NEWER_MAX`. */
    newerCount: newer.data ?? 0,
    showNewer: () => void begun.refetch(),
    hasOlder: list.hasNextPage,
    isReadingOlder: list.isFetchingNextPage,
    showOlder: () => void list.fetchNextPage({ cancelRefetch: false }),
    /** Tells whether a new list should begin. */
    isFull: pages.length >= PAGES_MAX,
    /** Where that begins; null: at the end. */
    next: pages.at(-1)?.next ?? null,
  }
}

export type DeliveryList = ReturnType<typeof useDeliveryList>
