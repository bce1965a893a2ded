import { SimpleGrid, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useMay } from '../../api/session.ts'
import { loadPage } from '../../shell/load-page.ts'
import { NeedsRight } from '../../ui/page/needs-right.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { ProblemAlert } from '../../ui/page/problem-alert.tsx'
import { OnCall } from '../on-call/on-call.tsx'
import { AlertNotes } from './alert-notes.tsx'
import { DeliveryLine } from './delivery-line.tsx'
import { FailingWebhooks } from './failing-webhooks.tsx'
import { FirstSteps } from './first-steps.tsx'
import { overviewQuery, firstStepsQuery, type Overview } from './overview-queries.ts'
import type { OverviewSearch } from './overview-search.ts'
import { Tiles } from './tiles.tsx'
import { Verdict } from './verdict.tsx'

const PLOTS_HEIGHT = 580

/** Stands below the fold, and the start page is to show itself with little. */
const PlotsPanel = lazy(loadPage(async () => ({ default: (await import('./plots-panel.tsx')).PlotsPanel })))

/** Shows what the person on call asks first, and how deliveries go. */
export function OverviewPage() {
  const mayRead = useMay('deliveries:read')
  return (
    <>
      <PageHeader title="Overview" {...(mayRead && { description: <DeliveryLine /> })} />
      <NeedsRight scope="deliveries:read" what="how deliveries go">
        <Loaded />
      </NeedsRight>
    </>
  )
}

function Loaded() {
  const { data, error } = useQuery(overviewQuery)
  // Known data stays; the notice above the page says that the service does not respond.
  if (data) return <Content overview={data} />
  return error ? <ProblemAlert error={error} /> : <ContentSkeleton />
}

function Content({ overview }: { readonly overview: Overview }) {
  const { range: _range, ...search }: OverviewSearch = useSearch({ from: '/shell/' })
  const navigate = useNavigate({ from: '/' })
  // Whoever delivers has taken all steps.
  const mayBeNew = overview.last_hour.delivered === 0
  const steps = useQuery({ ...firstStepsQuery(overview), enabled: mayBeNew })
  const taken = mayBeNew ? steps.data : { webhookId: 0, hasReport: true, hasArrived: true }
  if (!taken) return steps.error ? <ProblemAlert error={steps.error} /> : <ContentSkeleton />
  const isDone = taken.hasArrived || (taken.webhookId !== null && taken.hasReport)
  if (!isDone && !taken.hasReport) return <FirstSteps taken={taken} />
  return (
    <Stack gap="md">
      {!isDone && <FirstSteps taken={taken} />}
      <OnCall
        search={search}
        onSearch={({ ...filters }) =>
          void navigate({
            search: ({ range }: OverviewSearch) => ({ ...filters, ...(range && { range }) }),
            replace: true,
            resetScroll: false,
          })
        }
      />
      <Verdict overview={overview} />
      <AlertNotes overview={overview} />
      <Tiles overview={overview} />
      <FailingWebhooks overview={overview} />
      <Suspense fallback={<Skeleton height={PLOTS_HEIGHT} />}>
        <PlotsPanel />
      </Suspense>
    </Stack>
  )
}

function ContentSkeleton() {
  return (
    <Stack gap="md" aria-busy="true" aria-label="Loading">
      <Skeleton height={86} />
      <SimpleGrid cols={{ base: 2, md: 6 }} spacing="md">
        {['delivered', 'retried', 'failed', 'backlog', 'alerts'].map((tile) => (
          <Skeleton key={tile} height={104} />
        ))}
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <Skeleton height={180} />
        <Skeleton height={180} />
      </SimpleGrid>
      <Skeleton height={PLOTS_HEIGHT} />
    </Stack>
  )
}
