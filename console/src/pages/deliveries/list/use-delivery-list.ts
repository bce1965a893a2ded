import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Anchor } from '../delivery-filter.ts'
import { anchorQuery, listQuery, newerQuery, PAGES_MAX } from '../delivery-queries.ts'
import type { DeliverySearch } from '../delivery-search.ts'
import type { ListedDelivery } from '../listed-delivery.ts'

export interface DeliveryList {
  /** Undefined: not known yet. */
  readonly deliveries: readonly ListedDelivery[] | undefined
  readonly anchor: Anchor
  readonly error: Error | null
  /** The number of deliveries that came since, up to `NEWER_MAX`. */
  readonly newerCount: number
  readonly showNewer: () => void
  readonly hasOlder: boolean
  readonly isReadingOlder: boolean
  readonly showOlder: () => void
  /** The length after which a new list should begin. */
  readonly isFull: boolean
  /** Where that is; null: there are no more. */
  readonly next: string | null
}

const UNKNOWN: Anchor = { readAt: 0, before: null }

/**
 * The deliveries that fit, held still: those that come later are announced and not pushed in, the shown ones stay live.
 */
export function useDeliveryList(filter: DeliverySearch, start: string | null): DeliveryList {
  const begun = useQuery({
    ...anchorQuery(filter),
    placeholderData: keepPreviousData,
    // Where there is nothing, nothing can be moved: the first one shows by itself.
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
    deliveries: isEmpty ? [] : list.data && pages.flatMap(({ items }) => items),
    anchor,
    error: begun.error ?? list.error,
    newerCount: newer.data ?? 0,
    showNewer: () => void begun.refetch(),
    hasOlder: list.hasNextPage,
    isReadingOlder: list.isFetchingNextPage,
    showOlder: () => void list.fetchNextPage({ cancelRefetch: false }),
    isFull: pages.length >= PAGES_MAX,
    next: pages.at(-1)?.next ?? null,
  }
}
