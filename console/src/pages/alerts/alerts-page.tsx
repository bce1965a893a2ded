import { useSearch } from '@tanstack/react-router'
import { api, take } from '../../api/client.ts'
import type { paths } from '../../api/schema.ts'
import type { HistoryFilter } from '../../ui/history/history-filters.tsx'
import { HistoryPage } from '../../ui/history/history-page.tsx'
import { onlyGiven } from '../../ui/list/search-values.ts'
import { AlertDrawer } from './alert-drawer.tsx'
import { AlertRow } from './alert-row.tsx'
import { isNarrowed, statesOf, type AlertSearch } from './alert-search.ts'
import type { Alert } from './alert.ts'
import { NoAlerts } from './no-alerts.tsx'

const LABELS = {
  active: 'Active alerts',
  longest: 'Active alerts, the longest first',
  stale: 'Active alerts that no monitor reports',
  past: 'Resolved alerts',
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
    { value: 'past', label: 'Resolved' },
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

/** Lists active and resolved alerts. */
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
