import { useQueryClient, type Query, type QueryClient, type QueryFilters } from '@tanstack/react-query'

/**
 * Has what is shown read again, after a hint that it is out of date. What is being read already is not restarted:
 * hints may come faster than responses. But its response may be older than the hint, so it is read once more when
 * it has come.
 */
export function refetch(client: QueryClient, filters: QueryFilters): void {
  for (const query of client.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })) {
    whenRead(client, query, () => invalidate(client, { queryKey: query.queryKey, exact: true }))
  }
  invalidate(client, filters)
}

function invalidate(client: QueryClient, filters: QueryFilters): void {
  void client.invalidateQueries(filters, { cancelRefetch: false })
}

function whenRead(client: QueryClient, wanted: Query, act: () => void): void {
  const stop = client.getQueryCache().subscribe(({ type, query }) => {
    if (query !== wanted || (type !== 'removed' && query.state.fetchStatus !== 'idle')) return
    stop()
    if (type !== 'removed') act()
  })
}

/** Pages of a list that are read again whenever something happens; each costs a request. */
const LIVE_PAGES_MAX = 4

/**
 * Tells whether a query may follow every hint. A list with more pages is read again only when the window is focused
 * again, or another list is shown: else a busy hour would be nothing but reading.
 */
export function isShort(data: unknown): boolean {
  if (typeof data !== 'object' || data === null || !('pages' in data)) return true
  return !Array.isArray(data.pages) || data.pages.length <= LIVE_PAGES_MAX
}

/** Has queries read again after a change that was made here; each is named by the first part of its key. */
export function useRefresh(): (...names: readonly string[]) => Promise<void> {
  const client = useQueryClient()
  return async (...names) => {
    await Promise.all(names.map((name) => client.invalidateQueries({ queryKey: [name] })))
  }
}
