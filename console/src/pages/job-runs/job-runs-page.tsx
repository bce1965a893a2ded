import { useSearch, Link } from '@tanstack/react-router'
import { api, take } from '../../api/client.ts'
import type { HistoryFilter } from '../../ui/list/history-filters.tsx'
import { HistoryPage, StoryHead } from '../../ui/list/history-page.tsx'
import { useQuery } from '@tanstack/react-query'
import { CodeBlock } from '../../ui/exchange/code-block.tsx'
import { type Fact, Facts, NamedTexts } from '../../ui/page/facts.tsx'
import { formatExact } from '../../ui/text/format.ts'
import { ProblemAlert } from '../../ui/page/problem-alert.tsx'
import { WhoWasNotified } from '../events/who-was-notified.tsx'
import {
  durationMsOf,
  endOf,
  formatRunTime,
  JOB_RUN_FILTERS,
  type JobRun,
  type JobRunSearch,
  locationOf,
} from './job-run.ts'
import { Text, Skeleton, Stack, Title } from '@mantine/core'
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

function JobRunStory({ id }: { readonly id: number }) {
  const { data, error, isPending } = useQuery({
    queryKey: ['job-runs', 'one', id],
    queryFn: () => take(api.GET('/v1/job-runs/{id}', { params: { path: { id } } })),
  })
  if (isPending) return <Skeleton height={320} role="status" aria-label="Loading" />
  if (error !== null) return <ProblemAlert error={error} />
  return (
    <Stack gap="lg">
      <StoryHead
        state={data.status}
        when={
          <>
            ended <Time at={data.ended_at} />
          </>
        }
        name={data.name}
        location={locationOf(data)}
      />
      <ExitCode run={data} />
      {data.output !== null && data.output !== '' && (
        <section>
          <Heading>Output</Heading>
          <CodeBlock text={data.output} label="Output" />
        </section>
      )}
      {data.command !== null && data.command !== '' && (
        <section>
          <Heading>Command</Heading>
          <CodeBlock text={data.command} label="Command" maxHeight={160} />
        </section>
      )}
      <NamedTexts title="Labels" texts={data.labels} />
      <WhoWasNotifiedOf run={data} />
      <section>
        <Heading>Details</Heading>
        <Facts facts={factsOf(data)} />
      </section>
    </Stack>
  )
}

/** Says how the run ended, for those who read nothing else. */
function ExitCode({ run }: { readonly run: JobRun }) {
  const durationMs = durationMsOf(run)
  const parts = [
    ...(run.exit_code === null ? [] : [`Exit code ${run.exit_code}`]),
    ...(durationMs === null ? [] : [`after ${formatRunTime(durationMs)}`]),
  ]
  return parts.length === 0 ? null : <Text fw={600}>{parts.join(' ')}</Text>
}

function Heading({ children }: { readonly children: string }) {
  return (
    <Title order={3} size="h6" mb={4}>
      {children}
    </Title>
  )
}

function WhoWasNotifiedOf({ run }: { readonly run: JobRun }) {
  const { event_id: eventId } = run
  return (
    <section>
      <Heading>Who was notified</Heading>
      {eventId === null ? (
        <Text size="sm" c="dimmed">
          Its event is older than the retention period.
        </Text>
      ) : (
        <WhoWasNotified eventId={eventId} subject={{ kind: 'job_run' }} />
      )}
    </section>
  )
}

function factsOf(run: JobRun): readonly Fact[] {
  const { server, agent } = run
  const durationMs = durationMsOf(run)
  const address = [server.address, server.port].filter((part) => part !== null).join(':')
  return [
    { name: 'Exit code', value: run.exit_code },
    { name: 'Duration', value: durationMs !== null && formatRunTime(durationMs) },
    { name: 'Started', value: run.started_at && formatExact(run.started_at) },
    { name: 'Ended', value: formatExact(run.ended_at) },
    { name: 'Server', value: [server.name, address && `(${address})`].filter(Boolean).join(' ') },
    { name: 'Database', value: run.database },
    { name: 'Agent', value: agent.name ?? agent.id },
    { name: 'Source', value: run.source },
    { name: 'Job id', value: <span className="mono">{run.job_id}</span> },
    { name: 'Run id', value: <span className="mono">{run.run_id}</span> },
  ]
}
