import { Text } from '@mantine/core'
import { IconBellCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { api, take } from '../../api/client.ts'
import type { paths } from '../../api/schema.ts'
import { NoMatch } from '../../ui/list/filters.tsx'
import type { HistoryFilter } from '../../ui/list/history-filters.tsx'
import { HistoryPage } from '../../ui/list/history-page.tsx'
import { onlyGiven } from '../../ui/list/list-search.ts'
import { Cell, Row, rowLink } from '../../ui/list/row-list.tsx'
import { StateBadge } from '../../ui/list/state-badge.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { AnchorLink, ButtonLink } from '../../ui/page/links.tsx'
import { exactValueOf, valueOf } from '../../ui/text/format.ts'
import { Time } from '../../ui/text/time.tsx'
import { FirstReport } from '../events/first-report.tsx'
import { type Alert, type AlertSearch, isNarrowed, locationOf, statesOf } from './alert.ts'
import { AlertStory } from './alert-story.tsx'

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
      isNarrowed={isNarrowed}
      label={LABELS[search.view ?? 'active']}
      columns="104px minmax(0, 1fr) minmax(0, 230px) 130px 120px"
      heads={['State', 'Alert', 'Value', isPast ? 'Cleared' : 'Since', 'Source']}
      empty={<NoAlerts search={search} />}
      story={{ noun: 'alert', Story: AlertStory, drops: ['event'] }}
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
    // This order has one page.
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
          <span className="clamp">{alert.name}</span>
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
          <Text size="xs" c="dimmed" className="clamp one">
            {location}
          </Text>
        )}
      </Cell>
      <Cell isWide={value.length > 30} {...(value !== '' && { label: 'Value' })}>
        {value !== '' && (
          <span className="clamp" title={exactValueOf(alert)}>
            {value}
          </span>
        )}
      </Cell>
      <Cell label={isPast ? 'Cleared' : 'Since'}>
        <Time at={alert.since} />
      </Cell>
      <Cell label="Source">
        <span className="clamp">{alert.source}</span>
      </Cell>
    </Row>
  )
}

/** Explains an empty list: all is well, the filters fit nothing, or no monitor reports yet. */
function NoAlerts({ search }: { readonly search: AlertSearch }) {
  const { view } = search
  const { data: isAny } = useQuery({
    queryKey: ['alerts', 'any'],
    queryFn: async () =>
      (await take(api.GET('/v1/alerts', { params: { query: { limit: 1 } } }))).items.length > 0,
  })
  if (isNarrowed(search)) {
    return (
      <NoMatch title="No alert matches these filters" kept={view && { view }}>
        Names and sources must match exactly.
      </NoMatch>
    )
  }
  if (isAny === undefined) return null
  if (!isAny) return <NoAlertsYet />
  if (view === 'stale') {
    return (
      <EmptyState icon={IconBellCheck} title="Every active alert is being reported">
        This list shows alerts that no monitor has reported for long. You can clear them.
      </EmptyState>
    )
  }
  return view === 'past' ? (
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
    <>
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
      <FirstReport noun="alert" path="/v1/alerts" body={FIRST_ALERT} />
    </>
  )
}

const FIRST_ALERT =
  '{"key": "disk pg-1", "name": "Disk is full", "state": "high", "server": {"name": "pg-1"}, "current_value": 97, "threshold_value": 90}'
