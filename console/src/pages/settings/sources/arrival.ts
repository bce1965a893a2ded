import { queryOptions } from '@tanstack/react-query'
import { api, take } from '../../../api/client.ts'
import type { Guide } from './guides/guide.ts'

/** The newest report of a source. */
export interface Arrival {
  readonly id: number
  readonly name: string
  /** The id of the alert, or of the job run. */
  readonly state: string
  readonly at: string
}

/** Often enough that one who waits sees it at once. */
const POLL_MS = 2_000

/** Null: nothing has come yet. */
export function arrivalQuery({ tells, arrivesAs }: Pick<Guide, 'tells' | 'arrivesAs'>) {
  return queryOptions({
    queryKey: [tells, 'newest-of', arrivesAs],
    refetchInterval: POLL_MS,
    queryFn: tells === 'alerts' ? () => newestAlert(arrivesAs) : () => newestJobRun(arrivesAs),
  })
}

async function newestAlert(source: string): Promise<Arrival | null> {
  const { items } = await take(api.GET('/v1/alerts', { params: { query: { source } } }))
  // The list is by age of the alerts; one that is older may have been heard of since.
  const newest = items.toSorted((one, other) => (one.last_reported_at < other.last_reported_at ? 1 : -1))[0]
  return newest
    ? { id: newest.id, name: newest.name, state: newest.state, at: newest.last_reported_at }
    : null
}

async function newestJobRun(source: string): Promise<Arrival | null> {
  const { items } = await take(api.GET('/v1/job-runs', { params: { query: { source, limit: 1 } } }))
  const newest = items[0]
  return newest ? { id: newest.id, name: newest.name, state: newest.status, at: newest.accepted_at } : null
}
