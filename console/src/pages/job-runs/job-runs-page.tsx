import { useSearch } from '@tanstack/react-router'
import { api, take } from '../../api/client.ts'
import type { paths } from '../../api/schema.ts'
import type { HistoryFilter } from '../../ui/history/history-filters.tsx'
import { HistoryPage } from '../../ui/history/history-page.tsx'
import { onlyGiven } from '../../ui/list/search-values.ts'
import { JobRunDrawer } from './job-run-drawer.tsx'
import { JobRunRow } from './job-run-row.tsx'
import { isNarrowed, type JobRunSearch } from './job-run-search.ts'
import type { JobRun } from './job-run-words.ts'
import { NoJobRuns } from './no-job-runs.tsx'

const FILTERS: readonly HistoryFilter<JobRunSearch, JobRun>[] = [
  {
    kind: 'choice',
    name: 'status',
    label: 'Status',
    options: [
      { value: 'failure', label: 'Failure' },
      { value: 'success', label: 'Success' },
      { value: 'cancelled', label: 'Cancelled' },
    ],
  },
  { kind: 'part', name: 'search', label: 'Search', placeholder: 'Job, server, label' },
  { kind: 'text', name: 'server', label: 'Server', valueOf: ({ server }) => server.name ?? '' },
  { kind: 'text', name: 'job', label: 'Job id', valueOf: ({ job_id: job }) => job },
  { kind: 'text', name: 'source', label: 'Source', valueOf: ({ source }) => source },
]

type JobRunQuery = NonNullable<paths['/v1/job-runs']['get']['parameters']['query']>

/** The runs of scheduled jobs that were reported, and who was notified of them. */
export function JobRunsPage() {
  const search = useSearch({ from: '/shell/job-runs' })
  const { status, source, job, server, search: text } = search
  const query = onlyGiven<JobRunQuery>({ status, source, job_id: job, server, search: text })
  return (
    <HistoryPage<JobRunSearch, JobRun>
      header={{
        title: 'Job runs',
        description: 'Finished runs of scheduled jobs, their results, and who was notified.',
      }}
      scope="deliveries:read"
      what="job runs"
      search={search}
      queryKey={['job-runs', 'list', query]}
      read={(cursor) =>
        take(api.GET('/v1/job-runs', { params: { query: { ...query, ...(cursor && { cursor }) } } }))
      }
      filters={FILTERS}
      isNarrowed={isNarrowed}
      label="Job runs"
      columns="112px minmax(0, 1fr) minmax(0, 300px) 110px 120px"
      heads={['Status', 'Job', 'Result', 'Duration', 'Finished']}
      empty={<NoJobRuns search={search} />}
      Story={JobRunDrawer}
    >
      {(run, isOpen) => <JobRunRow key={run.id} run={run} isOpen={isOpen} />}
    </HistoryPage>
  )
}
