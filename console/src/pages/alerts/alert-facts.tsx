import { Alert as Notice, Group, Stack, Text, Title } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { ExternalLink } from '../../ui/external-link.tsx'
import { Facts, type Fact } from '../../ui/facts.tsx'
import { formatCount } from '../../ui/format.ts'
import { StateBadge } from '../../ui/state-badge.tsx'
import { Time } from '../../ui/time.tsx'
import { placeOf, type Alert } from './alert.ts'
import styles from './alerts.module.css'

interface AlertFactsProps {
  readonly alert: Alert
}

/** How the alert stands, with everything that its monitor said. */
export function AlertFacts({ alert }: AlertFactsProps) {
  const place = placeOf(alert)
  return (
    <Stack gap="md">
      <div>
        <Group gap="sm" mb={6}>
          <StateBadge state={alert.state} size="lg" />
          <Text size="sm" c="dimmed">
            {alert.state === 'cleared' ? 'cleared' : 'raised'} <Time at={alert.since} />
          </Text>
        </Group>
        <Title order={2} size="h4" style={{ overflowWrap: 'anywhere' }}>
          {alert.name}
        </Title>
        {place !== '' && (
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {place}
          </Text>
        )}
      </div>
      {alert.warnings.length > 0 && (
        <Notice color="yellow" icon={<IconInfoCircle size={18} />} title="Something had to be guessed">
          {alert.warnings.join(' ')}
        </Notice>
      )}
      <Figures alert={alert} />
      {alert.info !== null && alert.info !== '' && (
        <Text size="sm" className={styles.info!} tabIndex={0} role="region" aria-label="Information">
          {alert.info}
        </Text>
      )}
      <Facts facts={factsOf(alert)} />
      <Named title="Labels" texts={alert.labels} />
      <Named title="Annotations" texts={alert.annotations} />
    </Stack>
  )
}

function Figures({ alert }: AlertFactsProps) {
  const figures = [
    ['Current value', alert.current_value],
    ['Threshold', alert.threshold_value],
  ].filter(([, value]) => value !== null && value !== '')
  if (figures.length === 0) return null
  return (
    <dl className={styles.figures} style={{ margin: 0 }}>
      {figures.map(([name, value]) => (
        <div key={name} className={styles.figure}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function factsOf(alert: Alert): readonly Fact[] {
  const { server, object, agent } = alert
  const address = [server.address, server.port].filter((part) => part !== null).join(':')
  return [
    { name: 'Server', value: [server.name, address && `(${address})`].filter(Boolean).join(' ') },
    { name: 'Database', value: alert.database },
    { name: 'Schema', value: alert.schema },
    { name: 'Package', value: alert.package },
    { name: 'Database object', value: alert.database_object },
    { name: 'Object', value: [object.type, object.name].filter(Boolean).join(' ') },
    { name: 'Agent', value: agent.name ?? agent.id },
    { name: 'Parameters', value: alert.parameters },
    { name: 'Source', value: alert.source },
    { name: 'Key', value: <span className="mono">{alert.key}</span> },
    { name: 'Last report', value: <Time at={alert.observed_at} /> },
    {
      name: 'Expires',
      value: alert.state !== 'cleared' && (
        <>{alert.expires_at === null ? 'Never: it waits for its monitor' : <Time at={alert.expires_at} />}</>
      ),
    },
    {
      name: 'Came too late',
      value: alert.stale_count > 0 && `${formatCount(alert.stale_count)} reports, which changed nothing`,
    },
    { name: 'At the monitor', value: alert.source_link && <ExternalLink href={alert.source_link} /> },
  ]
}

function Named({
  title,
  texts,
}: {
  readonly title: string
  readonly texts: Readonly<Record<string, string>>
}) {
  const facts = Object.entries(texts).map(([name, value]) => ({
    name,
    value: /^https?:\/\//i.test(value) ? <ExternalLink href={value} /> : value,
  }))
  if (facts.length === 0) return null
  return (
    <section>
      <Title order={3} size="h6" mb={2}>
        {title}
      </Title>
      <Facts facts={facts} />
    </section>
  )
}
