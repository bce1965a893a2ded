import { Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, take } from '../../api/client.ts'
import { CodeBlock } from '../../ui/exchange/code-block.tsx'
import { type Fact, Facts, NamedTexts } from '../../ui/page/facts.tsx'
import { formatExact } from '../../ui/text/format.ts'
import { ProblemAlert } from '../../ui/page/problem-alert.tsx'
import { StoryHead } from '../../ui/list/history-page.tsx'
import { Time } from '../../ui/text/time.tsx'
import { WhoWasNotified } from '../events/who-was-notified.tsx'
import { durationMsOf, formatRunTime, type JobRun, locationOf } from './job-run.ts'

export function JobRunStory({ id }: { readonly id: number }) {
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
