import { ScrollArea, Table } from '@mantine/core'
import { useState } from 'react'
import { formatCount, formatDuration } from '../../ui/text/format.ts'
import type { Activity } from './activity-series.ts'
import styles from './overview.module.css'

/** Shows the plots' numbers, newest first; rendered only when opened. */
export function ActivityTable({ activity }: { readonly activity: Activity }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles.numbers} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>The numbers as a table</summary>
      {isOpen && <Numbers activity={activity} />}
    </details>
  )
}

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** Newest first, in a region that scrolls. */
export function Numbers({ activity: { points, step_seconds: step } }: { readonly activity: Activity }) {
  const stepText = formatDuration(step * 1_000)
  return (
    <ScrollArea.Autosize mah={340} type="auto" viewportProps={{ tabIndex: 0 }}>
      <Table stickyHeader fz="xs" aria-label={`Deliveries over time, in steps of ${stepText}`}>
        <Table.Thead>
          <Table.Tr>
            {[
              `Step of ${stepText} from`,
              'Events',
              'Delivered',
              'Retried',
              'Failed',
              'Median time',
              'p99',
              'Unfinished',
              'Unfinished, paused',
              'Oldest paused',
              'Others overdue',
            ].map((head) => (
              <Table.Th key={head}>{head}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {points.toReversed().map(({ at, events, delivered, retried, failed, latency, backlog }) => (
            <Table.Tr key={at}>
              <Table.Th scope="row" fw={500} className={styles.nowrap!}>
                {moment.format(Date.parse(at))}
              </Table.Th>
              <Table.Td>{formatCount(events)}</Table.Td>
              <Table.Td>{formatCount(delivered)}</Table.Td>
              <Table.Td>{formatCount(retried)}</Table.Td>
              <Table.Td>{formatCount(failed)}</Table.Td>
              <Table.Td>{latency ? formatDuration(latency.median_ms) : '–'}</Table.Td>
              <Table.Td>{latency ? formatDuration(latency.p99_ms) : '–'}</Table.Td>
              <Table.Td>{backlog ? formatCount(backlog.unfinished) : '–'}</Table.Td>
              <Table.Td>{backlog ? formatCount(backlog.paused) : '–'}</Table.Td>
              <Table.Td>{backlog ? formatDuration(backlog.oldest_paused_s * 1_000) : '–'}</Table.Td>
              <Table.Td>{backlog ? formatDuration(backlog.oldest_due_s * 1_000) : '–'}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  )
}
