import { useSearch, Link } from '@tanstack/react-router'
import { api, take, BASE_URL } from '../../api/client.ts'
import type { paths } from '../../api/schema.ts'
import type { HistoryFilter } from '../../ui/history/history-filters.tsx'
import { HistoryPage } from '../../ui/history/history-page.tsx'
import { onlyGiven } from '../../ui/list/search-values.ts'
import { AlertDrawer } from './alert-drawer.tsx'
import { isNarrowed, statesOf, type AlertSearch } from './alert-search.ts'
import { type Alert, locationOf } from './alert.ts'
import { Text, Stack } from '@mantine/core'
import { Cell, Row, rowLink } from '../../ui/list/row-list.tsx'
import { StateBadge } from '../../ui/list/state-badge.tsx'
import { exactValueOf, valueOf } from '../../ui/text/measured-value.ts'
import { Time } from '../../ui/text/time.tsx'
import styles from './alerts.module.css'
import { IconBellCheck, IconFilterOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { CodeBlock } from '../../ui/exchange/code-block.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { AnchorLink, ButtonLink } from '../../ui/page/links.tsx'

const LABELS = {
  active: 'Active alerts',
  longest: 'Active alerts, the longest first',
  stale: 'Active alerts that no monitor reports',
  past: 'Cleared alerts',
} as const

const VIEW: HistoryFilter<AlertSearch, Alert> = {
  kind: 'views',
  name: 'view',
  label: 'Which alerts',
  drops: ['state'],
  options: [
    { value: 'active', label: 'Active' },
    { value: 'longest', label: 'Longest' },
    { value: 'stale', label: 'Not reported' },
    { value: 'past', label: 'Cleared' },
  ],
}

const SEVERITY: HistoryFilter<AlertSearch, Alert> = {
  kind: 'choice',
  name: 'state',
  label: 'Severity',
  options: [
    { value: 'high', label: 'High' },
    { value: 'high,medium', label: 'High or medium' },
    { value: 'medium', label: 'Medium' },
    { value: 'low', label: 'Low' },
  ],
}

const TEXTS: readonly HistoryFilter<AlertSearch, Alert>[] = [
  { kind: 'part', name: 'search', label: 'Search', placeholder: 'Alert, server, label' },
  { kind: 'text', name: 'server', label: 'Server', valueOf: ({ server }) => server.name ?? '' },
  { kind: 'text', name: 'name', label: 'Name', valueOf: ({ name }) => name },
  { kind: 'text', name: 'source', label: 'Source', valueOf: ({ source }) => source },
]

/** Lists active and cleared alerts. */
export function AlertsPage() {
  const search = useSearch({ from: '/shell/alerts' })
  const query = queryOf(search)
  const isPast = search.view === 'past'
  return (
    <HistoryPage<AlertSearch, Alert>
      header={{
        title: 'Alerts',
        description: 'Alerts that your monitors report, their states, and who was notified.',
      }}
      scope="deliveries:read"
      what="alerts"
      search={search}
      queryKey={['alerts', 'list', query]}
      read={(cursor) =>
        take(api.GET('/v1/alerts', { params: { query: { ...query, ...(cursor && { cursor }) } } }))
      }
      filters={[VIEW, ...(isPast ? [] : [SEVERITY]), ...TEXTS]}
      kept={['view']}
      isNarrowed={isNarrowed}
      label={LABELS[search.view ?? 'active']}
      columns="104px minmax(0, 1fr) minmax(0, 230px) 130px 120px"
      heads={['State', 'Alert', 'Value', isPast ? 'Cleared' : 'Since', 'Source']}
      empty={<NoAlerts search={search} />}
      Story={AlertDrawer}
    >
      {(alert, isOpen) => <AlertRow key={alert.id} alert={alert} isOpen={isOpen} />}
    </HistoryPage>
  )
}

type AlertQuery = NonNullable<paths['/v1/alerts']['get']['parameters']['query']>

function queryOf(search: AlertSearch) {
  return onlyGiven<AlertQuery>({
    state: statesOf(search),
    source: search.source,
    name: search.name,
    server: search.server,
    search: search.search,
    label: search.label === undefined ? undefined : [search.label],
    stale: search.view === 'stale' ? true : undefined,
    // It is one page.
    ...(search.view === 'longest' && { order: 'longest', limit: 500 }),
  })
}

function AlertRow({ alert, isOpen }: { readonly alert: Alert; readonly isOpen: boolean }) {
  const location = locationOf(alert)
  const value = valueOf(alert)
  const isPast = alert.state === 'cleared'
  return (
    <Row isOpen={isOpen}>
      <Cell>
        <StateBadge state={alert.state} />
      </Cell>
      <Cell isWide>
        <Link
          from="/alerts"
          to="/alerts"
          search={({ event: _event, ...now }) => ({ ...now, open: alert.id })}
          className={rowLink}
          resetScroll={false}
        >
          <span className={styles.name}>{alert.name}</span>
        </Link>
        {alert.silenced_by.length > 0 && (
          <Text size="xs" c="dimmed" fw={500}>
            Silenced
          </Text>
        )}
        {alert.acknowledgement && (
          <Text size="xs" c="dimmed" fw={500}>
            Acknowledged by {alert.acknowledgement.by}
          </Text>
        )}
        {location !== '' && (
          <Text size="xs" c="dimmed" className={styles.location!}>
            {location}
          </Text>
        )}
      </Cell>
      <Cell isWide={value.length > 30} {...(value !== '' && { label: 'Value' })}>
        {value !== '' && (
          <span className={styles.value} title={exactValueOf(alert)}>
            {value}
          </span>
        )}
      </Cell>
      <Cell label={isPast ? 'Cleared' : 'Since'}>
        <Time at={alert.since} />
      </Cell>
      <Cell label="Source">
        <span className={styles.value}>{alert.source}</span>
      </Cell>
    </Row>
  )
}

interface NoAlertsProps {
  readonly search: AlertSearch
}

/** Nothing to show: because all is well, because of the filters, or because no monitor reports yet. */
function NoAlerts({ search }: NoAlertsProps) {
  const { data: isAny } = useQuery({
    queryKey: ['alerts', 'any'],
    queryFn: async () =>
      (await take(api.GET('/v1/alerts', { params: { query: { limit: 1 } } }))).items.length > 0,
  })
  if (isNarrowed(search)) {
    return (
      <EmptyState
        icon={IconFilterOff}
        title="No alert matches these filters"
        action={
          <ButtonLink
            to="/alerts"
            search={search.view === undefined ? {} : { view: search.view }}
            variant="default"
            mt="xs"
          >
            Clear filters
          </ButtonLink>
        }
      >
        Names and sources must match exactly.
      </EmptyState>
    )
  }
  if (isAny === undefined) return null
  if (!isAny) return <NoAlertsYet />
  if (search.view === 'stale') {
    return (
      <EmptyState icon={IconBellCheck} title="Every active alert is being reported">
        This list shows alerts that no monitor has reported for long. You can clear them.
      </EmptyState>
    )
  }
  return search.view === 'past' ? (
    <EmptyState icon={IconBellCheck} title="No cleared alerts">
      This list shows alerts that have cleared.
    </EmptyState>
  ) : (
    <EmptyState icon={IconBellCheck} title="No alert is active">
      Your monitors report no problem.{' '}
      <AnchorLink to="/alerts" search={{ view: 'past' }} inherit>
        Show cleared alerts
      </AnchorLink>
    </EmptyState>
  )
}

function NoAlertsYet() {
  return (
    <Stack gap={0} align="center">
      <EmptyState
        icon={IconBellCheck}
        title="No monitor has reported yet"
        action={
          <ButtonLink to="/settings/sources" mt="xs">
            Connect a monitor
          </ButtonLink>
        }
      >
        Alerts come from your monitors: Prometheus, Grafana, or scripts of your own.
      </EmptyState>
      <div className={styles.byHand}>
        <Text size="sm" c="dimmed" ta="center" mb="xs">
          To try it out, report one:
        </Text>
        <CodeBlock text={firstReport(BASE_URL)} label="Command that reports a first alert" />
      </div>
    </Stack>
  )
}

function firstReport(address: string): string {
  return `curl -X POST ${address}/v1/alerts \\
  -H "X-Auth-Token: $TOCSIN_TOKEN" -H "Content-Type: application/json" \\
  -d '{"key": "disk pg-1", "name": "Disk is full", "state": "high", "server": {"name": "pg-1"}, "current_value": 97, "threshold_value": 90}'`
}
