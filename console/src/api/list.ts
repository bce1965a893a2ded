import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'

export interface ListPage<Item> {
  readonly items: readonly Item[]
  readonly next: string | null
}

export interface List<Item> {
  readonly items: readonly Item[]
  readonly isLoading: boolean
  /** True: what is shown is from the previous query. */
  readonly isStale: boolean
  readonly error: Error | null
  readonly hasMore: boolean
  readonly isLoadingMore: boolean
  readonly loadMore: () => void
}

/**
 * Reads a list page by page: `read` takes the page's cursor, `key` names all parameters. Reads again every
 * `everyMs`, besides live updates.
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

/** Wraps a list without pages. */
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

/** Reads all pages of a list that is never long. */
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
