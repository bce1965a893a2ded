import { Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api, take } from '../../api/client.ts'
import { CodeBlock } from '../../ui/exchange/code-block.tsx'
import { Facts, type Fact } from '../../ui/page/facts.tsx'
import { formatExact } from '../../ui/text/format.ts'
import { NamedTexts } from '../../ui/page/named-texts.tsx'
import { ProblemAlert } from '../../ui/page/problem-alert.tsx'
import { StateBadge } from '../../ui/list/state-badge.tsx'
import { StoryDrawer } from '../../ui/page/story-drawer.tsx'
import { Time } from '../../ui/text/time.tsx'
import { WhoWasNotified } from '../events/who-was-notified.tsx'
import type { JobRunSearch } from './job-run-search.ts'
import { durationMsOf, formatRunTime, locationOf, type JobRun } from './job-run-words.ts'

interface JobRunDrawerProps {
  readonly search: JobRunSearch
  /** The ids of the list, in its order. */
  readonly shown: readonly number[]
}

/** The story of one run, over the list. */
export function JobRunDrawer({ search: { open: id }, shown }: JobRunDrawerProps) {
  const navigate = useNavigate({ from: '/job-runs' })
  const show = (next: number | undefined) =>
    void navigate({
      search: ({ open: _open, ...rest }) => ({ ...rest, ...(next && { open: next }) }),
      replace: true,
      resetScroll: false,
    })
  return (
    <StoryDrawer noun="job run" id={id} shown={shown} onOpen={show} onClose={() => show(undefined)}>
      {id !== undefined && <JobRunStory key={id} id={id} />}
    </StoryDrawer>
  )
}

function JobRunStory({ id }: { readonly id: number }) {
  const { data, error, isPending } = useQuery({
    queryKey: ['job-runs', 'one', id],
    queryFn: () => take(api.GET('/v1/job-runs/{id}', { params: { path: { id } } })),
  })
  if (isPending) return <Skeleton height={320} role="status" aria-label="Loading" />
  if (error !== null) return <ProblemAlert error={error} />
  const location = locationOf(data)
  return (
    <Stack gap="lg">
      <div>
        <Group gap="sm" mb={6}>
          <StateBadge state={data.status} size="lg" />
          <Text size="sm" c="dimmed">
            ended <Time at={data.ended_at} />
          </Text>
        </Group>
        <Title order={2} size="h4" style={{ overflowWrap: 'anywhere' }}>
          {data.name}
        </Title>
        {location !== '' && (
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {location}
          </Text>
        )}
      </div>
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
