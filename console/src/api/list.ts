import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'

/** A page of any list of the API. */
export interface ListPage<Item> {
  readonly items: readonly Item[]
  readonly next: string | null
}

export interface List<Item> {
  readonly items: readonly Item[]
  /** Nothing is known yet. */
  readonly isLoading: boolean
  /** True: what is shown belongs to the previous query. */
  readonly isStale: boolean
  readonly error: Error | null
  readonly hasMore: boolean
  readonly isLoadingMore: boolean
  readonly loadMore: () => void
}

/**
 * A list of the API, page after page: `read` takes the cursor of the page, and `key` says everything that it is asked
 * by. It is read again every `everyMs`, beside what the live connection says.
 */
export function useList<Item>(
  key: readonly unknown[],
  read: (cursor: string | undefined) => Promise<ListPage<Item>>,
  everyMs?: number,
): List<Item> {
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam }) => read(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    ...(everyMs !== undefined && { refetchInterval: everyMs }),
  })
  return {
    items: query.data?.pages.flatMap(({ items }) => items) ?? [],
    isLoading: query.isPending,
    isStale: query.isPlaceholderData,
    error: query.error,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
  }
}

/** A list that the API gives as a whole. */
export function wholeList<Item>(
  items: readonly Item[],
  { isLoading, error }: Pick<List<Item>, 'isLoading' | 'error'>,
): List<Item> {
  return {
    items,
    isLoading,
    isStale: false,
    error,
    hasMore: false,
    isLoadingMore: false,
    loadMore: () => undefined,
  }
}

/** Reads a whole list of which there are never many pages. */
export async function readAll<Item>(
  read: (cursor: string | undefined) => Promise<ListPage<Item>>,
  pagesMax: number,
): Promise<readonly Item[]> {
  const items: Item[] = []
  let cursor: string | undefined
  for (let page = 0; page < pagesMax; page++) {
    const response = await read(cursor)
    items.push(...response.items)
    if (response.next === null) break
    cursor = response.next
  }
  return items
}
