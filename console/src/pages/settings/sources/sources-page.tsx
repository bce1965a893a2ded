import { Grid, NavLink, Select, Text } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { BASE_URL, api, take } from '../../../api/client.ts'
import { GUIDES } from './guides/all-guides.ts'
import { GuidePanel } from './guide-panel.tsx'
import type { Guide } from './guides/guide.ts'
import styles from './sources.module.css'
import { useQuery, queryOptions } from '@tanstack/react-query'
import { wholeList } from '../../../api/list.ts'
import { Cell, Row, RowList } from '../../../ui/list/row-list.tsx'
import { StateBadge } from '../../../ui/list/state-badge.tsx'
import { Time } from '../../../ui/text/time.tsx'
import type { components } from '../../../api/schema.ts'

/** Somebody waits for a report, or for a database. */
const POLL_MS = 10_000

const knownSourcesQuery = queryOptions({
  queryKey: ['sources'],
  refetchInterval: POLL_MS,
  queryFn: async () => (await take(api.GET('/v1/sources'))).items,
})

/** Shows how to connect monitors and schedulers, to copy and paste. */
export function SourcesPage() {
  useDocumentTitle('Sources · Settings · Tocsin')
  const { source } = useSearch({ from: '/shell/settings/sources' })
  const navigate = useNavigate({ from: '/settings/sources' })
  const guide = GUIDES.find(({ id }) => id === source) ?? GUIDES[0]
  if (guide === undefined) return null
  return (
    <>
      <Text size="sm" c="dimmed" maw={720} mb="md">
        Your monitors and schedulers report here. Choose yours, copy its configuration, and watch the first
        report arrive.
        {isLoopback(BASE_URL) &&
          ` The address ${BASE_URL} is known on this machine only: from another one, use the name by which this one is reached there.`}
      </Text>
      <KnownSources />
      <Grid gap="lg" mt="lg">
        <Grid.Col span={{ base: 12, md: 3 }} visibleFrom="md">
          <nav aria-label="Sources">
            <GuideLinks title="Alerts" reports="alerts" here={guide} />
            <GuideLinks title="Job runs" reports="job-runs" here={guide} />
          </nav>
        </Grid.Col>
        <Grid.Col span={12} hiddenFrom="md">
          <Select
            label="Source"
            value={guide.id}
            onChange={(id) => id !== null && void navigate({ search: { source: id }, replace: true })}
            data={[
              { group: 'Alerts', items: choices('alerts') },
              { group: 'Job runs', items: choices('job-runs') },
            ]}
            allowDeselect={false}
          />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 9 }}>
          {/* Its token belongs to this guide alone. */}
          <GuidePanel key={guide.id} guide={guide} />
        </Grid.Col>
      </Grid>
    </>
  )
}

function GuideLinks({
  title,
  reports,
  here,
}: {
  readonly title: string
  readonly reports: Guide['reports']
  readonly here: Guide
}) {
  return (
    <>
      <Text size="xs" fw={600} c="dimmed" mb={4} px="xs">
        {title}
      </Text>
      {GUIDES.filter((guide) => guide.reports === reports).map(({ id, name }) => (
        <NavLink
          key={id}
          label={name}
          active={id === here.id}
          aria-current={id === here.id ? 'true' : undefined}
          className={styles.link!}
          renderRoot={(props) => <Link to="/settings/sources" search={{ source: id }} {...props} />}
        />
      ))}
      <div className={styles.gap} />
    </>
  )
}

function choices(reports: Guide['reports']) {
  return GUIDES.filter((guide) => guide.reports === reports).map(({ id, name }) => ({
    value: id,
    label: name,
  }))
}

function isLoopback(address: string): boolean {
  return /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(address).hostname)
}

/** Lists sources that report or are polled; nothing before the first report. */
function KnownSources() {
  const { data, error, isPending } = useQuery(knownSourcesQuery)
  // Every dialect has an address, used or not.
  const sources = (data ?? []).filter((one) => one.kind !== 'push' || one.last_reported_at !== null)
  if (isPending || (sources.length === 0 && error === null)) return null
  return (
    <section aria-label="Sources in use">
      <RowList
        list={wholeList(sources, { isLoading: false, error })}
        label="Sources in use"
        columns="minmax(0, 1fr) minmax(0, 1.6fr) 110px 120px"
        heads={['Source', 'Where', 'Last report', '']}
        empty={null}
      >
        {(source) => <KnownSourceRow key={source.name} source={source} />}
      </RowList>
    </section>
  )
}

function KnownSourceRow({ source }: { readonly source: KnownSource }) {
  const { name, dialect, kind, address, failure, failing_since: failingSince, warning } = source
  return (
    <Row>
      <Cell isWide>
        <Text size="sm" fw={600} span>
          {name}
        </Text>
        {dialect !== name && (
          <Text size="xs" c="dimmed">
            {dialect}
          </Text>
        )}
      </Cell>
      <Cell isWide>
        <Text size="sm" className="mono" style={{ overflowWrap: 'anywhere' }}>
          {address}
        </Text>
        {kind !== 'push' && source.checked_at !== null && (
          <Text size="xs" c="dimmed">
            {kind === 'poll' ? 'polled' : 'listening'} <Time at={source.checked_at} />
          </Text>
        )}
      </Cell>
      <Cell label="Last report">
        {source.last_reported_at === null ? 'never' : <Time at={source.last_reported_at} />}
      </Cell>
      <Cell isCorner>{failure !== null && <StateBadge state="failing" size="sm" />}</Cell>
      {failure !== null && (
        <Cell isFull>
          <Text size="sm" c="var(--tocsin-bad)" style={{ overflowWrap: 'anywhere' }}>
            {failure}
            {failingSince !== null && (
              <>
                {' '}
                Started <Time at={failingSince} />.
              </>
            )}
          </Text>
        </Cell>
      )}
      {warning !== null && (
        <Cell isFull>
          <Text size="sm" c="var(--tocsin-warning)" style={{ overflowWrap: 'anywhere' }}>
            {warning}
            {source.warned_at !== null && (
              <>
                {' '}
                Seen <Time at={source.warned_at} />.
              </>
            )}
          </Text>
        </Cell>
      )}
    </Row>
  )
}

type KnownSource = components['schemas']['Source']
