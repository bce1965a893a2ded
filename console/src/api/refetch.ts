import { useQueryClient, type Query, type QueryClient, type QueryFilters } from '@tanstack/react-query'

/**
 * Reads again what is shown. A running read is not restarted, because hints may come faster than responses;
 * it is repeated afterwards, because its response may be older than the hint.
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

/** Pages of a list that follow every event; each costs a request. */
const LIVE_PAGES_MAX = 4

/**
 * Tells whether a query may follow every hint. A longer list is read again when the window gets the focus or
 * another list is shown; otherwise a busy hour would be nothing but reading.
 */
export function isShort(data: unknown): boolean {
  if (typeof data !== 'object' || data === null || !('pages' in data)) return true
  return !Array.isArray(data.pages) || data.pages.length <= LIVE_PAGES_MAX
}

/** Reads queries again after a change made here, by the first part of their keys. */
export function useRefresh(): (...names: readonly string[]) => Promise<void> {
  const client = useQueryClient()
  return async (...names) => {
    await Promise.all(names.map((name) => client.invalidateQueries({ queryKey: [name] })))
  }
}
