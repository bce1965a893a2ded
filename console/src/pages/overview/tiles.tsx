import { SimpleGrid, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatCount, formatShort } from '../../ui/text/format.ts'
import { StateBadge } from '../../ui/list/state-badge.tsx'
import { useNow } from '../../ui/text/time.tsx'
import styles from './overview.module.css'
import type { Overview } from './overview-queries.ts'
import { describeUnfinished } from './overview-words.ts'

/** Shows numbers of the last hour and of now; each links to its deliveries. */
export function Tiles({ overview }: { readonly overview: Overview }) {
  const { last_hour: hour, backlog } = overview
  const unfinished = backlog.waiting + backlog.pending + backlog.sending
  return (
    <SimpleGrid cols={{ base: 2, md: 6 }} spacing="md">
      <Tile
        label="Delivered"
        count={hour.delivered}
        search={{ state: 'delivered', range: '1h' }}
        link="Show deliveries of the last hour"
      />
      <Tile
        label="Retried"
        count={hour.retried}
        tone={hour.retried > 0 ? 'warning' : undefined}
        search={{ state: 'pending' }}
        link="Show pending deliveries"
      />
      <Tile
        label="Failed"
        count={hour.failed}
        tone={hour.failed > 0 ? 'bad' : undefined}
        search={{ state: 'failed' }}
        link="Show failed deliveries"
      />
      <Tile
        label="Unfinished"
        count={unfinished}
        note={<Unfinished backlog={backlog} />}
        tone={backlog.paused.deliveries > 0 ? 'warning' : undefined}
        search={{ state: 'waiting,pending,sending' }}
        link="Show unfinished deliveries"
      />
      <AlertsTile alerts={overview.alerts} />
    </SimpleGrid>
  )
}

/** Shows what is held, and for how long; else what is overdue. */
function Unfinished({ backlog }: Pick<Overview, 'backlog'>) {
  return describeUnfinished(backlog, useNow())
}

interface TileProps {
  readonly label: string
  readonly count: number
  readonly note?: ReactNode
  readonly tone?: 'warning' | 'bad' | undefined
  /** The counted deliveries. */
  readonly search: { readonly state: string; readonly range?: '1h' }
  /** The text of the link that covers the tile. */
  readonly link: string
}

function Tile({ label, count, note = 'in the last hour', tone, search, link }: TileProps) {
  return (
    <div className={styles.tile}>
      <Text size="sm" c="dimmed" component="h3" fw={500}>
        {label}
      </Text>
      <div className={styles.number} data-tone={tone} title={formatCount(count)}>
        {formatShort(count)}
      </div>
      <Text size="xs" c="dimmed">
        {note}
      </Text>
      <Link to="/deliveries" search={search} className={styles.cover!}>
        {link}
      </Link>
    </div>
  )
}

function AlertsTile({ alerts }: Pick<Overview, 'alerts'>) {
  const total = alerts.high + alerts.medium + alerts.low
  return (
    <div className={styles.tile}>
      <Text size="sm" c="dimmed" component="h3" fw={500}>
        Active alerts
      </Text>
      <div className={styles.number} title={formatCount(total)}>
        {formatShort(total)}
      </div>
      <div className={styles.severities}>
        {(['high', 'medium', 'low'] as const).map((state) => (
          <Link
            key={state}
            to="/alerts"
            search={{ state }}
            className={styles.severity!}
            aria-label={`${formatShort(alerts[state])} ${state}: show these alerts`}
          >
            <StateBadge
              state={alerts[state] === 0 ? 'none' : state}
              label={`${formatShort(alerts[state])} ${state}`}
              size="sm"
            />
          </Link>
        ))}
      </div>
    </div>
  )
}
