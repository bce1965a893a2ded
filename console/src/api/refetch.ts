import type { Query, QueryClient, QueryFilters } from '@tanstack/react-query'

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
