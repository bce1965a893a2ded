import { SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useMay } from '../../api/session.ts'
import { loadPage } from '../../shell/load-page.ts'
import { NeedsRight } from '../../ui/page/rights.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { ProblemAlert } from '../../ui/page/problem-alert.tsx'
import { OnCall } from '../on-call/on-call.tsx'
import { FailingWebhooks } from './failing-webhooks.tsx'
import { FirstSteps } from './first-steps.tsx'
import { overviewQuery, firstStepsQuery, type Overview } from './overview-queries.ts'
import type { OverviewSearch } from './overview-search.ts'
import { Tiles } from './tiles.tsx'
import { AnchorLink } from '../../ui/page/links.tsx'
import { describeDeliveries } from './overview-words.ts'
import styles from './overview.module.css'
import { IconAlertTriangle, IconCircleCheck, IconOctagon, type Icon } from '@tabler/icons-react'
import { Sentence } from '../../ui/text/sentence.tsx'
import { formatCount } from '../../ui/text/format.ts'

const APPEARANCES: Readonly<Record<Overview['state'], Appearance>> = {
  healthy: { title: 'Healthy', tone: 'good', icon: IconCircleCheck },
  degraded: { title: 'Degraded', tone: 'warning', icon: IconAlertTriangle },
  stopped: { title: 'Stopped', tone: 'bad', icon: IconOctagon },
}

const PLOTS_HEIGHT = 580

/** Loaded late: it is below the fold. */
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
  // Known data stays; the message above the page reports the failure.
  if (data) return <Content overview={data} />
  return error ? <ProblemAlert error={error} /> : <ContentSkeleton />
}

function Content({ overview }: { readonly overview: Overview }) {
  const { range: _range, ...search }: OverviewSearch = useSearch({ from: '/shell/' })
  const navigate = useNavigate({ from: '/' })
  // A service that delivers has taken all steps.
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

/** Describes deliveries in a line above all else: held ones wake nobody. */
function DeliveryLine() {
  const { data } = useQuery(overviewQuery)
  // Keeps the line's space, so that nothing moves.
  if (!data) return <span aria-hidden>&nbsp;</span>
  const { text, tone } = describeDeliveries(data)
  return (
    <span role="status" aria-label="Deliveries" data-tone={tone} className={styles.deliveryLine!}>
      {tone === 'good' ? (
        text
      ) : (
        <AnchorLink to="/webhooks" inherit c="inherit" underline="always">
          {text}
        </AnchorLink>
      )}
    </span>
  )
}

interface Appearance {
  readonly title: string
  readonly tone: string
  readonly icon: Icon
}

function Verdict({ overview }: { readonly overview: Overview }) {
  const { state, explanation } = overview
  const { title, tone, icon: BadgeIcon } = APPEARANCES[state]
  return (
    <section className={styles.verdict} data-tone={tone} role="status" aria-label="State">
      <BadgeIcon size={36} stroke={1.7} aria-hidden className={styles.mark!} />
      <div className={styles.verdictText}>
        <Title order={2} size="h3">
          {title}
        </Title>
        <Text size="sm">
          <Sentence text={explanation} />
        </Text>
      </div>
    </section>
  )
}

/** Names odd alerts: unreported, notified nobody, or never cleared. */
function AlertNotes({ overview }: { readonly overview: Overview }) {
  const { stale } = overview.alerts
  const { open, max } = overview.open_notifications
  const { notified_nobody: nobody } = overview
  if (stale === 0 && nobody === 0 && open <= max) return null
  return (
    <Stack gap={4} px={4}>
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
    </Stack>
  )
}
