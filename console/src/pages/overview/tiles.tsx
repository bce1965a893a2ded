import { SimpleGrid, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatCount, formatShort, formatDuration } from '../../ui/text/format.ts'
import { StateBadge } from '../../ui/list/state-badge.tsx'
import { useNow } from '../../ui/text/time.tsx'
import styles from './overview.module.css'
import type { Overview } from './overview-queries.ts'

/** The service counts held deliveries no further. */
const COUNTED_MAX = 10_000
/** Deliveries that became due this very moment are not overdue. */
const LATE_MS = 5_000

/** The numbers of the last hour and of now; each leads to what it counts. */
export function Tiles({ overview }: { readonly overview: Overview }) {
  const { last_hour: hour, backlog } = overview
  const unfinished = backlog.waiting + backlog.pending + backlog.sending
  return (
    <SimpleGrid cols={{ base: 2, md: 6 }} spacing="md">
      <Tile label="Delivered" count={hour.delivered} note="in the last hour">
        <Link to="/deliveries" search={{ state: 'delivered', range: '1h' }} className={styles.cover!}>
          Show deliveries of the last hour
        </Link>
      </Tile>
      <Tile
        label="Retried"
        count={hour.retried}
        note="in the last hour"
        tone={hour.retried > 0 ? 'warning' : undefined}
      >
        <Link to="/deliveries" search={{ state: 'pending' }} className={styles.cover!}>
          Show pending deliveries
        </Link>
      </Tile>
      <Tile
        label="Failed"
        count={hour.failed}
        note="in the last hour"
        tone={hour.failed > 0 ? 'bad' : undefined}
      >
        <Link to="/deliveries" search={{ state: 'failed' }} className={styles.cover!}>
          Show failed deliveries
        </Link>
      </Tile>
      <Tile
        label="Unfinished"
        count={unfinished}
        note={<Unfinished backlog={backlog} />}
        tone={backlog.paused.deliveries > 0 ? 'warning' : undefined}
      >
        <Link to="/deliveries" search={{ state: 'waiting,pending,sending' }} className={styles.cover!}>
          Show unfinished deliveries
        </Link>
      </Tile>
      <AlertsTile alerts={overview.alerts} />
    </SimpleGrid>
  )
}

/** Shows what is held, and for how long; else whether anything is overdue. */
function Unfinished({ backlog }: Pick<Overview, 'backlog'>) {
  return describeUnfinished(backlog, useNow())
}

interface TileProps {
  readonly label: string
  readonly count: number
  readonly note: ReactNode
  readonly tone?: 'warning' | 'bad' | undefined
  /** The link that covers it. */
  readonly children: ReactNode
}

function Tile({ label, count, note, tone, children }: TileProps) {
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
      {children}
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

/** The members of the overview that tell whether unfinished deliveries move. */
interface UnfinishedFacts {
  readonly oldest_due_at: string | null
  readonly paused: {
    readonly deliveries: number
    readonly webhooks: number
    readonly oldest_created_at: string | null
  }
}

/** Returns `2,880 waiting: 41 receivers are paused, the oldest for 50 min`, or what is overdue, or that nothing is. */
export function describeUnfinished({ oldest_due_at: dueAt, paused }: UnfinishedFacts, now: number): string {
  const late = ageOf(dueAt, now)
  const overdue = late < LATE_MS ? null : `the oldest overdue for ${describeAge(late)}`
  if (paused.deliveries === 0) return overdue ?? 'none is overdue'
  const count = `${paused.deliveries < COUNTED_MAX ? '' : 'at least '}${formatCount(paused.deliveries)}`
  const whom =
    paused.webhooks === 1 ? '1 receiver is paused' : `${formatCount(paused.webhooks)} receivers are paused`
  const waiting = `${count} waiting: ${whom}, the oldest for ${describeAge(ageOf(paused.oldest_created_at, now))}`
  return overdue === null
    ? waiting
    : `${waiting}; the oldest other delivery is overdue for ${describeAge(late)}`
}

function ageOf(at: string | null, now: number): number {
  return at === null ? 0 : Math.max(0, now - Date.parse(at))
}

/** Describes an age; above a minute without seconds. */
function describeAge(ms: number): string {
  const step = ms < 60_000 ? 1_000 : 60_000
  return formatDuration(Math.round(ms / step) * step)
}
