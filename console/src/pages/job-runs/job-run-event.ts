import { queryOptions } from '@tanstack/react-query'
import { api, take } from '../../api/client.ts'
import type { paths } from '../../api/schema.gen.ts'
import type { JobRun } from './job-run-words.ts'

type EventQuery = NonNullable<paths['/v1/events']['get']['parameters']['query']>
type EventPage = paths['/v1/events']['get']['responses']['200']['content']['application/json']

/** Runs that were taken in together have the same moment, and stand within so many pages of events. */
const PAGES_MAX = 4

/** The id of the event about a run; null: it is older than what is kept. */
export function eventIdQuery({ id, source, accepted_at: at }: Pick<JobRun, 'id' | 'source' | 'accepted_at'>) {
  return queryOptions({
    queryKey: ['events', 'of-job-run', id],
    staleTime: Infinity,
    queryFn: async () => {
      const until = new Date(Date.parse(at) + 1).toISOString()
      let cursor: string | undefined
      for (let page = 0; page < PAGES_MAX; page++) {
        const query: EventQuery = {
          kind: 'job_run' as const,
          source,
          from: at,
          until,
          limit: 500,
          ...(cursor && { cursor }),
        }
        const { items, next }: EventPage = await take(api.GET('/v1/events', { params: { query } }))
        const event = items.find((event) => event.kind === 'job_run' && event.job_run_id === id)
        if (event) return event.id
        if (next === null) return null
        cursor = next
      }
      return null
    },
  })
}
