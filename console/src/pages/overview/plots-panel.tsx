import { SegmentedControl, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { Panel } from '../../ui/page/panel.tsx'
import { ProblemAlert } from '../../ui/page/problem-alert.tsx'
import type { Activity } from './activity-series.ts'
import { Numbers } from './activity-table.tsx'
import { activityQuery } from './overview-queries.ts'
import { RANGES, type OverviewSearch, type Range } from './overview-search.ts'

/**
 * Loads the large plots late. If they cannot load (a browser under the locale C breaks them), the numbers are
 * shown.
 */
const Plots = lazy(() =>
  import('./plots.tsx').then(
    ({ Plots }) => ({ default: Plots }),
    () => ({ default: NumbersAlone }),
  ),
)

const OPTIONS = Object.entries(RANGES).map(([value, { label }]) => ({ value, label }))

export function PlotsPanel() {
  const { range = '1h' } = useSearch({ from: '/shell/' })
  const navigate = useNavigate({ from: '/' })
  const { data, error, dataUpdatedAt } = useQuery(activityQuery(range))
  return (
    <Panel
      title="Over time"
      actions={
        <SegmentedControl
          size="xs"
          aria-label="Period"
          data={OPTIONS}
          value={range}
          onChange={(value) =>
            void navigate({
              search: ({ range: _range, ...rest }: OverviewSearch) => ({
                ...rest,
                ...(value !== '1h' && { range: value as Range }),
              }),
              replace: true,
              resetScroll: false,
            })
          }
        />
      }
    >
      <ProblemAlert error={data ? null : error} />
      {!error || data ? (
        <Suspense fallback={<Skeleton height={460} />}>
          {data ? <Plots activity={data} range={range} readAt={dataUpdatedAt} /> : <Skeleton height={460} />}
        </Suspense>
      ) : null}
    </Panel>
  )
}

function NumbersAlone({ activity }: { readonly activity: Activity }) {
  return (
    <>
      <Text size="sm" mb="sm">
        This browser cannot draw the plots. These are the numbers.
      </Text>
      <Numbers activity={activity} />
    </>
  )
}
