import { Group, Stack, Text } from '@mantine/core'
import type { components } from '../../../api/schema.ts'
import { AnchorLink, ExternalLink } from '../../../ui/page/links.tsx'
import { Facts, type Fact } from '../../../ui/page/facts.tsx'
import { exactValueOf, formatExact, valueOf } from '../../../ui/text/format.ts'
import styles from '../deliveries.module.css'
import { StateChange } from '../event-line.tsx'

type Event = components['schemas']['Event']
type AlertEvent = components['schemas']['AlertEvent']
type JobRunEvent = components['schemas']['JobRunEvent']

interface EventStoryProps {
  readonly event: Event
}

export function EventInBrief({ event }: EventStoryProps) {
  const location = event.kind === 'alert' ? (event.object.name ?? event.server.name) : event.server.name
  return (
    <Stack gap={4} align="flex-start">
      <Text fw={500} className={styles.sentence!}>
        {event.name}
      </Text>
      <Group gap={6}>
        <StateChange event={event} />
        {location !== null && (
          <Text size="sm" c="dimmed" className={styles.sentence!}>
            {location}
          </Text>
        )}
      </Group>
      {event.kind === 'alert' && (
        <Text size="sm" title={exactValueOf(event)}>
          {valueOf(event) !== '' && `Value ${valueOf(event)}`}
        </Text>
      )}
      {event.kind === 'alert' ? (
        <AnchorLink size="sm" to="/alerts" search={{ open: event.alert_id, event: event.id }}>
          Alert and all recipients
        </AnchorLink>
      ) : (
        <AnchorLink size="sm" to="/job-runs" search={{ open: event.job_run_id }}>
          Job run and all recipients
        </AnchorLink>
      )}
    </Stack>
  )
}

/** Shows all values that a template can use. */
export function EventFacts({ event }: EventStoryProps) {
  return <Facts facts={event.kind === 'alert' ? factsOfAlert(event) : factsOfJobRun(event)} />
}

function factsOfAlert(event: AlertEvent): readonly Fact[] {
  return [
    { name: 'Object', value: joined([event.object.type, event.object.name], ' ') },
    { name: 'Server', value: serverOf(event.server) },
    {
      name: 'Where',
      value: joined([event.database, event.schema, event.package, event.database_object], ' / '),
    },
    { name: 'Value', value: event.current_value },
    { name: 'Last value', value: event.last_value === event.current_value ? null : event.last_value },
    { name: 'Threshold', value: event.threshold_value },
    { name: 'Parameters', value: event.parameters },
    { name: 'Info', value: event.info },
    {
      name: 'Occurred',
      value: `${formatExact(event.at)}${event.ended_by === null ? '' : END_REASONS[event.ended_by]}`,
    },
    { name: 'Ended', value: event.ending },
    { name: 'Source', value: event.source },
    { name: 'Page', value: event.source_link && <ExternalLink href={event.source_link} /> },
    { name: 'Labels', value: pairsOf(event.labels) },
    { name: 'Annotations', value: pairsOf(event.annotations) },
  ]
}

function factsOfJobRun(event: JobRunEvent): readonly Fact[] {
  return [
    { name: 'Job', value: `${event.job_id}, run ${event.run_id}` },
    { name: 'Server', value: serverOf(event.server) },
    { name: 'Database', value: event.database },
    { name: 'Started', value: event.started_at && formatExact(event.started_at) },
    { name: 'Ended', value: event.ended_at && formatExact(event.ended_at) },
    { name: 'Exit code', value: event.exit_code },
    { name: 'Command', value: event.command && <span className="mono">{event.command}</span> },
    { name: 'Output', value: event.output && <span className="mono">{event.output}</span> },
    { name: 'Source', value: event.source },
    { name: 'Labels', value: pairsOf(event.labels) },
  ]
}

function serverOf({ name, address, port }: AlertEvent['server']): string | null {
  const where = address === null ? null : port === null ? address : `${address}:${port}`
  if (name === null || name === address) return where
  return where === null ? name : `${name} (${where})`
}

function joined(parts: readonly (string | null)[], between: string): string | null {
  const known = parts.filter((part) => part !== null && part !== '')
  return known.length === 0 ? null : known.join(between)
}

function pairsOf(texts: Readonly<Record<string, string>>): string | null {
  const lines = Object.entries(texts).map(([name, value]) => `${name} = ${value}`)
  return lines.length === 0 ? null : lines.join('\n')
}

/** A clear by the monitor needs no reason. */
const END_REASONS = {
  monitor: '',
  expired: ', because its monitor stopped reporting it',
  person: ', cleared by hand',
} as const
