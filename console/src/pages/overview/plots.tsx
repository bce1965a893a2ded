import { SimpleGrid, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { formatCount, formatDuration } from '../../ui/text/format.ts'
import { Plot } from '../../ui/plot/plot.tsx'
import { backlogOf, flowOf, latencyOf, oldestOf, sumsOf, timesOf, type Activity } from './activity-series.ts'
import { ActivityTable } from './activity-table.tsx'
import { RANGES, type Range } from './overview-search.ts'

interface PlotsProps {
  readonly activity: Activity
  readonly range: Range
  /** The time of the service's response. */
  readonly readAt: number
}

/** Shows four plots of the same time; pointing at one reads all. */
export function Plots({ activity, range, readAt }: PlotsProps) {
  const [place, setPlace] = useState<number | null>(null)
  const shown = useMemo(
    () => ({
      times: timesOf(activity),
      flow: flowOf(activity, readAt),
      latency: latencyOf(activity),
      backlog: backlogOf(activity),
      oldest: oldestOf(activity),
    }),
    [activity, readAt],
  )
  const common = {
    times: shown.times,
    formatTime: (seconds: number) => (range === '1h' ? clock : day).format(seconds * 1_000),
    isNewestNow: range === '1h',
    place: place !== null && place < shown.times.length ? place : null,
    onPlace: setPlace,
  }
  return (
    <>
      <Summary activity={activity} range={range} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing={32} verticalSpacing="lg">
        <Plot {...common} label="Deliveries per minute" series={shown.flow} format={formatRate} />
        <Plot
          {...common}
          label="Time to delivery"
          series={shown.latency}
          format={formatDuration}
          scale="spread"
        />
        <Plot {...common} label="Unfinished" series={shown.backlog} format={formatCount} />
        <Plot {...common} label="Held" series={shown.oldest} format={formatDuration} scale="duration" />
      </SimpleGrid>
      <ActivityTable activity={activity} />
    </>
  )
}

/** Shows the plots in words. */
function Summary({ activity, range }: Omit<PlotsProps, 'readAt'>) {
  const { events, delivered, retried, failed } = sumsOf(activity)
  return (
    <Text size="sm" c="dimmed" mb="md">
      In the last {RANGES[range].words}: {events === 1 ? '1 event' : `${formatCount(events)} events`},{' '}
      {formatCount(delivered)} delivered, {retried === 1 ? '1 attempt' : `${formatCount(retried)} attempts`}{' '}
      retried, {formatCount(failed)} failed.
    </Text>
  )
}

function formatRate(perMinute: number): string {
  return formatCount(perMinute < 10 ? Math.round(perMinute * 10) / 10 : Math.round(perMinute))
}

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
