import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { api, take } from '../../api/client.ts'
import { useList } from '../../api/list.ts'
import type { paths } from '../../api/schema.ts'
import { Cell, Row, RowList, rowLink } from '../../ui/list/row-list.tsx'
import { onlyGiven } from '../../ui/list/search-values.ts'
import { StateBadge } from '../../ui/list/state-badge.tsx'
import { exactValueOf, valueOf } from '../../ui/text/measured-value.ts'
import { Time } from '../../ui/text/time.tsx'
import { AlertDrawer } from './alert-drawer.tsx'
import { AlertFilters } from './alert-filters.tsx'
import { statesOf, type AlertSearch } from './alert-search.ts'
import { locationOf, type Alert } from './alert.ts'
import styles from './alerts.module.css'
import { NoAlerts } from './no-alerts.tsx'

interface AlertListProps {
  readonly search: AlertSearch
}

type AlertQuery = NonNullable<paths['/v1/alerts']['get']['parameters']['query']>

const LABELS = {
  active: 'Active alerts',
  longest: 'Active alerts, the longest first',
  stale: 'Active alerts that no monitor reports',
  past: 'Resolved alerts',
} as const

const COLUMNS = '104px minmax(0, 1fr) minmax(0, 230px) 130px 120px'

export function AlertList({ search }: AlertListProps) {
  const { source, name, open } = search
  const state = statesOf(search)
  const stale = search.view === 'stale' ? true : undefined
  const isLongest = search.view === 'longest'
  const query = onlyGiven<AlertQuery>({
    state,
    source,
    name,
    stale,
    // It is one page.
    ...(isLongest && { order: 'longest', limit: 500 }),
  })
  const list = useList<Alert>(['alerts', 'list', query], (cursor) =>
    take(api.GET('/v1/alerts', { params: { query: { ...query, ...(cursor && { cursor }) } } })),
  )
  return (
    <>
      <AlertFilters search={search} alerts={list.items} />
      <RowList
        list={list}
        label={LABELS[search.view ?? 'active']}
        columns={COLUMNS}
        heads={['State', 'Alert', 'Value', search.view === 'past' ? 'Cleared' : 'Since', 'Source']}
        empty={<NoAlerts search={search} />}
      >
        {(alert) => <AlertRow key={alert.id} alert={alert} isOpen={alert.id === open} />}
      </RowList>
      <AlertDrawer search={search} shown={list.items.map(({ id }) => id)} />
    </>
  )
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
