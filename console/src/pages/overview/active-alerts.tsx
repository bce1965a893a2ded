import { Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatCount } from '../../ui/text/format.ts'
import { AnchorLink } from '../../ui/page/links.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { ProblemAlert } from '../../ui/page/problem-alert.tsx'
import { StateBadge } from '../../ui/list/state-badge.tsx'
import { Time } from '../../ui/text/time.tsx'
import { Nothing } from './failing-webhooks.tsx'
import styles from './overview.module.css'
import { worstAlertsQuery, type Overview } from './overview-queries.ts'

/** Lists active alerts: the worst first, then the newest. */
export function ActiveAlerts({ overview }: { readonly overview: Overview }) {
  const { high, medium, low, stale } = overview.alerts
  const { open, max } = overview.open_notifications
  const { notified_nobody: nobody } = overview
  const total = high + medium + low
  const { data, error } = useQuery(worstAlertsQuery)
  return (
    <Panel
      title="Active alerts"
      actions={
        total > 0 && (
          <AnchorLink to="/alerts" size="sm">
            All {formatCount(total)}
          </AnchorLink>
        )
      }
    >
      <ProblemAlert error={data ? null : error} />
      {stale > 0 && (
        <Text size="sm">
          <AnchorLink to="/alerts" search={{ view: 'stale' }} inherit>
            {formatCount(stale)} not reported any more
          </AnchorLink>
          : nobody will be notified when they clear.
        </Text>
      )}
      {nobody > 0 && (
        <Text size="sm">
          <AnchorLink to="/routing" inherit>
            {formatCount(nobody)} {nobody === 1 ? 'event' : 'events'} notified nobody
          </AnchorLink>{' '}
          in the last 24 hours: no webhook took {nobody === 1 ? 'it' : 'them'}.
        </Text>
      )}
      {open > max && (
        <Text size="sm">
          {formatCount(open)} notifications are open, more than the {formatCount(max)} of
          TOCSIN_OPEN_NOTIFICATIONS_MAX: see{' '}
          <AnchorLink to="/alerts" search={{ view: 'longest' }} inherit>
            the longest active alerts
          </AnchorLink>
          , and clear those that no monitor will clear.
        </Text>
      )}
      {!data && !error && <AlertSkeletons />}
      {data?.length === 0 && <Nothing text="No alert is raised." />}
      {data && data.length > 0 && (
        <ul className={styles.list} aria-label="Active alerts, the worst first">
          {data.map((alert) => (
            <li key={alert.id} className={styles.entry}>
              <div className={styles.entryHead}>
                <AnchorLink
                  to="/alerts"
                  search={{ open: alert.id }}
                  fw={600}
                  size="sm"
                  className={styles.name!}
                >
                  {alert.name}
                </AnchorLink>
                <StateBadge state={alert.state} />
              </div>
              <div className={styles.entryPlace}>
                <Text size="sm" c="dimmed" className={styles.name!}>
                  {locationOf(alert)}
                </Text>
                <Text size="sm" c="dimmed" className={styles.nowrap!}>
                  {locationOf(alert) !== null && '· '}raised <Time at={alert.since} />
                </Text>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function locationOf({ object, server }: { readonly object: Named; readonly server: Named }): string | null {
  return object.name ?? server.name
}

interface Named {
  readonly name: string | null
}

function AlertSkeletons() {
  return (
    <Stack gap="sm" aria-hidden>
      {['one', 'two', 'three', 'four'].map((row) => (
        <Skeleton key={row} height={40} />
      ))}
    </Stack>
  )
}
