import {
  Alert as Notice,
  Group,
  Skeleton,
  Stack,
  Text,
  Pill,
  SegmentedControl,
  TextInput,
} from '@mantine/core'
import { IconBellRinging, IconCircleCheck, IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, take } from '../../api/client.ts'
import { formatCount } from '../../ui/text/format.ts'
import { AnchorLink } from '../../ui/page/links.tsx'
import { ProblemAlert } from '../../ui/page/problem-alert.tsx'
import { isNarrowed, summariseOnCall, type OnCall as OnCallData, type OnCallSearch } from './on-call.ts'
import { ServerAlerts } from './server-alerts.tsx'
import styles from './on-call.module.css'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { onlyGiven } from '../../ui/list/list-search.ts'

const PAUSE_MS = 250

const SEVERITIES = [
  { value: '', label: 'All' },
  { value: 'high', label: 'High' },
  { value: 'high,medium', label: 'High, medium' },
]

interface OnCallProps {
  readonly search: OnCallSearch
  readonly onSearch: (search: OnCallSearch) => void
}

/** Shows servers with active alerts, the worst first, with who was notified and the possible actions. */
export function OnCall({ search, onSearch }: OnCallProps) {
  const { data, error } = useOnCall(search)
  if (!data) return error ? <ProblemAlert error={error} /> : <Loading />
  const isFiltered = isNarrowed(search)
  if (data.shown === 0 && !isFiltered) return <NoAlerts />
  return (
    <section aria-label="Active alerts">
      <NotifiedNobody onCall={data} />
      <OnCallFilters
        search={search}
        onSearch={onSearch}
        summary={data.shown === 0 ? 'No active alert matches' : summariseOnCall(data)}
      />
      <Stack gap="sm">
        {data.servers.map((server) => (
          <ServerAlerts key={server.name ?? ''} server={server} search={search} onSearch={onSearch} />
        ))}
      </Stack>
      {!data.is_complete && (
        <Text size="sm" c="dimmed" mt="sm">
          These are {formatCount(data.shown)} of {formatCount(data.total)}.{' '}
          <AnchorLink to="/alerts" inherit>
            All active alerts
          </AnchorLink>
        </Text>
      )}
    </section>
  )
}

/** Its key is among alerts, so their updates invalidate it. */
function useOnCall({ severity, server, search, label }: OnCallSearch) {
  const states = severity?.split(',') as ('high' | 'medium' | 'low')[] | undefined
  const query = onlyGiven<object>({ state: states, server, search, label: label && [...label] } as never)
  return useQuery({
    queryKey: ['alerts', 'on-call', query],
    queryFn: () => take(api.GET('/v1/on-call', { params: { query } })),
    // For pages without a live connection.
    refetchInterval: 15_000,
    placeholderData: keepPreviousData,
  })
}

/** Rings if an urgent alert notified nobody, whatever the filters. */
function NotifiedNobody({ onCall }: { readonly onCall: OnCallData }) {
  const { count, alerts } = onCall.notified_nobody
  const [first] = alerts
  if (!first) return null
  return (
    <Notice
      color="red"
      icon={<IconBellRinging size={20} />}
      title={
        count === 1
          ? 'A high alert has notified nobody'
          : `${formatCount(count)} high alerts have notified nobody`
      }
      role="alert"
      mb="sm"
    >
      <AnchorLink to="/alerts" search={{ open: first.id }} inherit>
        {first.name}
        {first.server_name === null ? '' : ` on ${first.server_name}`}
      </AnchorLink>
      {count > 1 && ` and ${count === 2 ? 'one more' : `${formatCount(count - 1)} more`}`}: open it to see who
      should have been notified.
    </Notice>
  )
}

function NoAlerts() {
  return (
    <section className={styles.calm} aria-label="Active alerts">
      <Group gap={10} wrap="nowrap">
        <IconCircleCheck size={24} color="var(--tocsin-good)" aria-hidden />
        <Text fw={600}>No active alerts</Text>
      </Group>
    </section>
  )
}

function Loading() {
  return (
    <Stack gap="sm" aria-busy="true" aria-label="Loading">
      <Skeleton height={36} />
      <Skeleton height={150} />
    </Stack>
  )
}

/** Counts active alerts, and narrows them by text, severity, server and label. */
function OnCallFilters({ search, onSearch, summary }: OnCallProps & { readonly summary: string }) {
  const change = (next: { readonly [Name in keyof OnCallSearch]?: OnCallSearch[Name] | undefined }) =>
    onSearch(onlyGiven<OnCallSearch>({ ...search, ...next } as never))
  return (
    <div className={styles.head}>
      <Text component="h2" fw={650} size="lg" className={styles.summary!}>
        <span role="status">{summary}</span>
      </Text>
      <search className={styles.filters} aria-label="Filter active alerts">
        <SearchField value={search.search ?? ''} onChange={(text) => change({ search: text || undefined })} />
        <SegmentedControl
          size="xs"
          aria-label="Severity"
          data={SEVERITIES}
          value={search.severity ?? ''}
          onChange={(severity) => change({ severity: severity || undefined })}
        />
      </search>
      <Chips search={search} onChange={change} />
    </div>
  )
}

interface ChipsProps {
  readonly search: OnCallSearch
  readonly onChange: (next: {
    readonly server?: undefined
    readonly label?: readonly string[] | undefined
  }) => void
}

/** Shows filters that were clicked, to remove them. */
function Chips({ search: { server, label }, onChange }: ChipsProps) {
  const labels = label ?? []
  if (server === undefined && labels.length === 0) return null
  const without = (label: string) => {
    const rest = labels.filter((other) => other !== label)
    onChange({ label: rest.length === 0 ? undefined : rest })
  }
  return (
    <div className={styles.chips}>
      {server !== undefined && (
        <Chip text={`server=${server}`} onRemove={() => onChange({ server: undefined })} />
      )}
      {labels.map((label) => (
        <Chip key={label} text={label} onRemove={() => without(label)} />
      ))}
    </div>
  )
}

function Chip({ text, onRemove }: { readonly text: string; readonly onRemove: () => void }) {
  const removeButtonProps = { 'aria-label': `Remove the filter ${text}`, tabIndex: 0, 'aria-hidden': false }
  return (
    <Pill size="md" withRemoveButton onRemove={onRemove} removeButtonProps={removeButtonProps}>
      {text}
    </Pill>
  )
}

/** Follows the typing after a pause. */
function SearchField({
  value,
  onChange,
}: {
  readonly value: string
  readonly onChange: (text: string) => void
}) {
  const [typed, setTyped] = useState(value)
  const [shown, setShown] = useState(value)
  const apply = useDebouncedCallback(onChange, PAUSE_MS)
  if (value !== shown) {
    setShown(value)
    if (value !== typed.trim()) setTyped(value)
  }
  return (
    <TextInput
      size="xs"
      type="search"
      aria-label="Search active alerts"
      placeholder="Server, alert or label"
      className={styles.search!}
      leftSection={<IconSearch size={15} aria-hidden />}
      maxLength={200}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        apply(currentTarget.value.trim())
      }}
    />
  )
}
