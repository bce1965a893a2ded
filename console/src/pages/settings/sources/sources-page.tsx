import { Grid, NavLink, Select, Text } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { BASE_URL } from '../../../api/client.ts'
import { GUIDES } from './guides/all-guides.ts'
import { GuidePanel } from './guide-panel.tsx'
import type { Guide } from './guides/guide.ts'
import { KnownSources } from './known-sources.tsx'
import styles from './sources.module.css'

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
            <GuideLinks title="Alerts" tells="alerts" here={guide} />
            <GuideLinks title="Job runs" tells="job-runs" here={guide} />
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
  tells,
  here,
}: {
  readonly title: string
  readonly tells: Guide['tells']
  readonly here: Guide
}) {
  return (
    <>
      <Text size="xs" fw={600} c="dimmed" mb={4} px="xs">
        {title}
      </Text>
      {GUIDES.filter((guide) => guide.tells === tells).map(({ id, name }) => (
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

function choices(tells: Guide['tells']) {
  return GUIDES.filter((guide) => guide.tells === tells).map(({ id, name }) => ({ value: id, label: name }))
}

function isLoopback(address: string): boolean {
  return /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(address).hostname)
}
