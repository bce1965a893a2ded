import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { StateBadge } from '../../ui/list/state-badge.tsx'
import { AnchorLink } from '../../ui/page/links.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { ProblemAlert } from '../../ui/page/problem-alert.tsx'
import { Time } from '../../ui/text/time.tsx'
import { nobodyNotifiedQuery, type Event } from './routing-queries.ts'
import styles from './routing.module.css'

/** Lists the newest events that no webhook took. */
export function NobodyNotified() {
  const { data, error } = useQuery(nobodyNotifiedQuery)
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
                {placeOf(event)}
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

function EventLink({ event }: { readonly event: Event }) {
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

function placeOf({ server, labels, source }: Event): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}=${value}`)
  return [server.name, source, pairs.join(', ')].filter((part) => part !== null && part !== '').join(' · ')
}
