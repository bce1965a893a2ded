import { Alert as Notice, Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconBellRinging, IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { formatCount } from '../../ui/text/format.ts'
import { AnchorLink } from '../../ui/page/links.tsx'
import { ProblemAlert } from '../../ui/page/problem-alert.tsx'
import { OnCallFilters } from './on-call-filters.tsx'
import { summariseOnCall, type OnCall as OnCallData } from './on-call.ts'
import { isNarrowed, onCallQuery, type OnCallSearch } from './on-call-query.ts'
import { ServerAlerts } from './server-alerts.tsx'
import styles from './on-call.module.css'

interface OnCallProps {
  readonly search: OnCallSearch
  readonly onSearch: (search: OnCallSearch) => void
}

/** Shows which servers have active alerts, the worst first, who was notified of each, and what can be done. */
export function OnCall({ search, onSearch }: OnCallProps) {
  const { data, error } = useQuery(onCallQuery(search))
  if (!data) return error ? <ProblemAlert error={error} /> : <Loading />
  const isFiltered = isNarrowed(search)
  if (data.shown === 0 && !isFiltered) return <NoAlerts />
  return (
    <section aria-label="Active alerts">
      <Unheard onCall={data} />
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

/** Rings if an alert that should wake somebody notified nobody, whatever the filters. */
function Unheard({ onCall }: { readonly onCall: OnCallData }) {
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
