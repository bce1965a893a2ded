import { useSearch, Link } from '@tanstack/react-router'
import { api, take } from '../../api/client.ts'
import type { HistoryFilter } from '../../ui/list/history-filters.tsx'
import { HistoryPage } from '../../ui/list/history-page.tsx'
import { JobRunStory } from './job-run-story.tsx'
import {
  durationMsOf,
  endOf,
  formatRunTime,
  JOB_RUN_FILTERS,
  type JobRun,
  type JobRunSearch,
  locationOf,
} from './job-run.ts'
import { Text } from '@mantine/core'
import { Cell, Row, rowLink } from '../../ui/list/row-list.tsx'
import { StateBadge, stateOptions } from '../../ui/list/state-badge.tsx'
import { Time } from '../../ui/text/time.tsx'
import { IconClockPlay } from '@tabler/icons-react'
import { NoMatch } from '../../ui/list/filters.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { ButtonLink } from '../../ui/page/links.tsx'
import { FirstReport } from '../events/first-report.tsx'

const FILTERS: readonly HistoryFilter<JobRunSearch, JobRun>[] = [
  {
    kind: 'choice',
    name: 'status',
    label: 'Status',
    options: stateOptions('failure', 'success', 'cancelled'),
  },
  { kind: 'part', name: 'search', label: 'Search', placeholder: 'Job, server, label' },
  { kind: 'text', name: 'server', label: 'Server', valueOf: ({ server }) => server.name ?? '' },
  { kind: 'text', name: 'job', label: 'Job id', valueOf: ({ job_id: job }) => job },
  { kind: 'text', name: 'source', label: 'Source', valueOf: ({ source }) => source },
]

/** Lists runs of scheduled jobs, and who was notified. */
export function JobRunsPage() {
  const search = useSearch({ from: '/shell/job-runs' })
  const query = JOB_RUN_FILTERS.query(search)
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
      isNarrowed={JOB_RUN_FILTERS.narrows}
      label="Job runs"
      columns="112px minmax(0, 1fr) minmax(0, 300px) 110px 120px"
      heads={['Status', 'Job', 'Result', 'Duration', 'Ended']}
      empty={<NoJobRuns search={search} />}
      story={{ noun: 'job run', Story: JobRunStory }}
    >
      {(run, isOpen) => <JobRunRow key={run.id} run={run} isOpen={isOpen} />}
    </HistoryPage>
  )
}

function JobRunRow({ run, isOpen }: { readonly run: JobRun; readonly isOpen: boolean }) {
  const location = locationOf(run)
  const end = endOf(run)
  const durationMs = durationMsOf(run)
  return (
    <Row isOpen={isOpen}>
      <Cell>
        <StateBadge state={run.status} />
      </Cell>
      <Cell isWide>
        <Link
          from="/job-runs"
          to="/job-runs"
          search={(now) => ({ ...now, open: run.id })}
          className={rowLink}
          resetScroll={false}
        >
          <span className="clamp">{run.name}</span>
        </Link>
        <Text size="xs" c="dimmed" className="clamp one">
          {[location, run.source].filter((part) => part !== '').join(' · ')}
        </Text>
      </Cell>
      <Cell isWide>
        {end !== '' && (
          <Text span fz={13} c="var(--tocsin-quiet)" className="clamp">
            {end}
          </Text>
        )}
      </Cell>
      <Cell label="Duration">{durationMs === null ? 'unknown' : formatRunTime(durationMs)}</Cell>
      <Cell label="Finished">
        <Time at={run.ended_at} />
      </Cell>
    </Row>
  )
}

/** Explains an empty list: the filters fit nothing, or no scheduler reports yet. */
function NoJobRuns({ search }: { readonly search: JobRunSearch }) {
  if (JOB_RUN_FILTERS.narrows(search)) {
    return <NoMatch title="No job run matches these filters">Job ids and sources must match exactly.</NoMatch>
  }
  return (
    <>
      <EmptyState
        icon={IconClockPlay}
        title="No job run was reported yet"
        action={
          <ButtonLink to="/settings/sources" mt="xs">
            Connect a scheduler
          </ButtonLink>
        }
      >
        Jobs report their result: one line at the end of a script is enough.
      </EmptyState>
      <FirstReport noun="job run" path="/v1/job-runs" body={FIRST_RUN} />
    </>
  )
}

const FIRST_RUN = `{"job_id": "backup", "run_id": "'$(date +%s)'", "name": "Nightly backup", "status": "failure", "exit_code": 1}`
