import { SegmentedControl, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { api, take } from '../../api/client.ts'
import type { components } from '../../api/schema.ts'
import { StateBadge } from '../../ui/list/state-badge.tsx'
import { AnchorLink } from '../../ui/page/links.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { ProblemAlert } from '../../ui/page/problem-alert.tsx'
import { readPairs } from '../../ui/text/pairs-text.ts'
import { formatCount } from '../../ui/text/format.ts'
import { Time } from '../../ui/text/time.tsx'
import { shorterSentence } from '../events/explanation.ts'
import styles from './routing.module.css'

type Schemas = components['schemas']

const TYPED_MS = 250

const EMPTY: Typed = {
  kind: 'alert',
  severity: 'high',
  job_status: 'failure',
  name: '',
  server: '',
  source: '',
  database: '',
  labels: '',
}

const TEXTS = [
  ['name', 'Name', 'Replication lag'],
  ['server', 'Server', 'prod-db1'],
  ['database', 'Database', 'shop'],
  ['source', 'Source', 'prometheus'],
] as const

/** Shows who would be notified of an event, and which events notified nobody. */
export function RoutingPage() {
  return (
    <>
      <PageHeader title="Routing" />
      <Stack gap="md">
        <RoutingTest />
        <NobodyNotified />
      </Stack>
    </>
  )
}

/** Lists the newest events without deliveries. */
function NobodyNotified() {
  const { data, error } = useQuery({
    queryKey: ['events', 'notified-nobody'],
    queryFn: () => take(api.GET('/v1/events', { params: { query: { notified_nobody: true, limit: 25 } } })),
    refetchInterval: 15_000,
  })
  return (
    <Panel
      title="Events that notified nobody"
      description="No enabled webhook took them. A webhook with the matchers “otherwise” gets such events from now on."
    >
      <ProblemAlert error={data ? null : error} />
      {data?.items.length === 0 && (
        <Text size="sm" c="dimmed">
          Every event that is kept was for somebody.
        </Text>
      )}
      <ul className={styles.events} aria-label="Events that notified nobody, the newest first">
        {data?.items.map((event) => (
          <li key={event.id}>
            <StateBadge state={event.kind === 'alert' ? event.new_state : event.status} size="sm" />
            <div className={styles.event}>
              <EventLink event={event} />
              <Text size="xs" c="dimmed" className={styles.match!}>
                {locationOf(event)}
              </Text>
            </div>
            <Text size="xs" c="dimmed" className={styles.when!}>
              <Time at={event.accepted_at} />
            </Text>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function EventLink({ event }: { readonly event: Schemas['Event'] }) {
  return event.kind === 'alert' ? (
    <AnchorLink to="/alerts" search={{ open: event.alert_id }} size="sm" fw={600}>
      {event.name}
    </AnchorLink>
  ) : (
    <AnchorLink to="/job-runs" search={{ open: event.job_run_id }} size="sm" fw={600}>
      {event.name}
    </AnchorLink>
  )
}

function locationOf({ server, labels, source }: Schemas['Event']): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}=${value}`)
  return [server.name, source, pairs.join(', ')].filter((part) => part !== null && part !== '').join(' · ')
}

interface Typed {
  readonly kind: 'alert' | 'job_run'
  readonly severity: 'low' | 'medium' | 'high'
  readonly job_status: 'success' | 'failure' | 'cancelled'
  readonly name: string
  readonly server: string
  readonly source: string
  readonly database: string
  readonly labels: string
}

/** Says who would be notified of an event, and why the others not. */
function RoutingTest() {
  const search = useSearch({ from: '/shell/routing' })
  const [typed, setTyped] = useState<Typed>({ ...EMPTY, ...search })
  const [asked] = useDebouncedValue(toRequest(typed), TYPED_MS)
  const { data, error } = useQuery({
    queryKey: ['routing', 'test', asked],
    queryFn: () => take(api.POST('/v1/routing/test', { body: asked })),
    retry: false,
    placeholderData: keepPreviousData,
  })
  const isAlert = typed.kind === 'alert'
  return (
    <Panel
      title="Who would be notified?"
      description="Decided as for a real report. Nothing is stored, and nobody is notified."
    >
      <Stack gap="md">
        <SegmentedControl
          aria-label="Kind of event"
          value={typed.kind}
          onChange={(kind) => setTyped({ ...typed, kind })}
          data={[
            { value: 'alert', label: 'Alert' },
            { value: 'job_run', label: 'Job run' },
          ]}
          w="fit-content"
        />
        <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm">
          {isAlert ? (
            <Select
              label="Severity"
              data={['high', 'medium', 'low']}
              value={typed.severity}
              allowDeselect={false}
              onChange={(severity) => setTyped({ ...typed, severity: severity as Typed['severity'] })}
            />
          ) : (
            <Select
              label="Status"
              data={['failure', 'cancelled', 'success']}
              value={typed.job_status}
              allowDeselect={false}
              onChange={(status) => setTyped({ ...typed, job_status: status as Typed['job_status'] })}
            />
          )}
          <TextInput
            label="Labels"
            placeholder="team=dba, env=prod"
            value={typed.labels}
            onChange={({ currentTarget }) => setTyped({ ...typed, labels: currentTarget.value })}
          />
          {TEXTS.map(([member, label, example]) => (
            <TextInput
              key={member}
              label={label}
              placeholder={example}
              value={typed[member]}
              onChange={({ currentTarget }) => setTyped({ ...typed, [member]: currentTarget.value })}
            />
          ))}
        </SimpleGrid>
        <ProblemAlert error={error} />
        {data && <RoutingTestResult result={data} />}
      </Stack>
    </Panel>
  )
}

function toRequest({ kind, severity, job_status, labels, ...texts }: Typed): Schemas['RoutingTestRequest'] {
  const given = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''))
  const ofKind = kind === 'alert' ? { severity } : { job_status }
  return { kind, ...ofKind, ...given, labels: readPairs(labels) }
}

function RoutingTestResult({ result }: { readonly result: Schemas['RoutingTest'] }) {
  const { notified, not_notified: others } = result
  return (
    <div aria-live="polite" className={styles.result}>
      <section>
        <Text component="h3" fw={600} size="sm">
          {result.notified_count === 0 ? 'Nobody' : `Notified: ${formatCount(result.notified_count)}`}
        </Text>
        <ul className={styles.list}>
          {notified.map(({ webhook_id: id, name, match }) => (
            <li key={id}>
              <AnchorLink to="/webhooks/$id" params={{ id: String(id) }} size="sm" fw={600}>
                {name}
              </AnchorLink>
              <Text size="xs" c="dimmed" className={styles.match!}>
                {match ?? 'every event'}
              </Text>
            </li>
          ))}
        </ul>
        <More count={result.notified_count - notified.length} />
      </section>
      {others.length > 0 && (
        <section>
          <Text component="h3" fw={600} size="sm">
            Not notified: {formatCount(result.not_notified_count)}
          </Text>
          <ul className={styles.list}>
            {others.map(({ webhook_id: id, name, sentence }) => (
              <li key={id}>
                <AnchorLink to="/webhooks/$id" params={{ id: String(id) }} size="sm">
                  {name}
                </AnchorLink>
                <Text size="xs" c="dimmed" className={styles.match!}>
                  {shorterSentence(sentence, { id, name })}
                </Text>
              </li>
            ))}
          </ul>
          <More count={result.not_notified_count - others.length} />
        </section>
      )}
    </div>
  )
}

function More({ count }: { readonly count: number }) {
  if (count <= 0) return null
  return (
    <Text size="xs" c="dimmed">
      and {formatCount(count)} more
    </Text>
  )
}
