import { useSearch, Link } from '@tanstack/react-router'
import { api, take, BASE_URL } from '../../api/client.ts'
import type { HistoryFilter } from '../../ui/history/history-filters.tsx'
import { HistoryPage } from '../../ui/history/history-page.tsx'
import { JobRunDrawer } from './job-run-drawer.tsx'
import { JOB_RUN_FILTERS, type JobRunSearch } from './job-run-search.ts'
import { type JobRun, durationMsOf, formatRunTime, endOf, locationOf } from './job-run-words.ts'
import { Text } from '@mantine/core'
import { Cell, Row, rowLink } from '../../ui/list/row-list.tsx'
import { StateBadge } from '../../ui/list/state-badge.tsx'
import { Time } from '../../ui/text/time.tsx'
import styles from './job-runs.module.css'
import { IconClockPlay, IconFilterOff } from '@tabler/icons-react'
import { CodeBlock } from '../../ui/exchange/code-block.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { ButtonLink } from '../../ui/page/links.tsx'

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

/** The runs of scheduled jobs that were reported, and who was notified of them. */
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
      Story={JobRunDrawer}
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
          <span className={styles.name}>{run.name}</span>
        </Link>
        <Text size="xs" c="dimmed" className={styles.line!}>
          {[location, run.source].filter((part) => part !== '').join(' · ')}
        </Text>
      </Cell>
      <Cell isWide>{end !== '' && <span className={styles.end}>{end}</span>}</Cell>
      <Cell label="Duration">{durationMs === null ? 'unknown' : formatRunTime(durationMs)}</Cell>
      <Cell label="Finished">
        <Time at={run.ended_at} />
      </Cell>
    </Row>
  )
}

interface NoJobRunsProps {
  readonly search: JobRunSearch
}

/** Nothing to show: because of the filters, or because no scheduler reports yet. */
function NoJobRuns({ search }: NoJobRunsProps) {
  if (JOB_RUN_FILTERS.narrows(search)) {
    return (
      <EmptyState
        icon={IconFilterOff}
        title="No job run matches these filters"
        action={
          <ButtonLink to="/job-runs" search={{}} variant="default" mt="xs">
            Clear filters
          </ButtonLink>
        }
      >
        Job ids and sources must match exactly.
      </EmptyState>
    )
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
      <div className={styles.byHand}>
        <Text size="sm" c="dimmed" ta="center" mb="xs">
          To try it out, report one:
        </Text>
        <CodeBlock text={firstReport(BASE_URL)} label="Command that reports a first job run" />
      </div>
    </>
  )
}

function firstReport(address: string): string {
  return `curl -X POST ${address}/v1/job-runs \\
  -H "X-Auth-Token: $TOCSIN_TOKEN" -H "Content-Type: application/json" \\
  -d '{"job_id": "backup", "run_id": "'$(date +%s)'", "name": "Nightly backup", "status": "failure", "exit_code": 1}'`
}
