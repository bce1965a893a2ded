import { Alert as Notice, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconBook2, IconExternalLink, IconInfoCircle, IconRoute, type Icon } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { api, take } from '../../api/client.ts'
import { Facts, NamedTexts, type Fact } from '../../ui/page/facts.tsx'
import { ButtonLink, ExternalLink } from '../../ui/page/links.tsx'
import { ProblemAlert } from '../../ui/page/problem-alert.tsx'
import { StoryHead } from '../../ui/list/history-page.tsx'
import { formatCount, formatMeasured } from '../../ui/text/format.ts'
import { Time } from '../../ui/text/time.tsx'
import {
  AcknowledgeAlert,
  AcknowledgedNotice,
  ClearAlert,
  SilenceAlert,
  SilencedNotice,
} from './alert-actions.tsx'
import { AlertHistory } from './alert-history.tsx'
import { AlertReceiverStates } from './alert-receiver-states.tsx'
import {
  type Alert,
  type AlertSearch,
  END_WORDS,
  isAddress,
  locationOf,
  routingSearchOf,
  runbookOf,
} from './alert.ts'
import styles from './alerts.module.css'

interface AlertStoryProps {
  readonly id: number
  readonly search: AlertSearch
}

export function AlertStory({ id, search: { event: eventId } }: AlertStoryProps) {
  const { data, error, isPending } = useQuery({
    queryKey: ['alerts', 'one', id],
    queryFn: () => take(api.GET('/v1/alerts/{id}', { params: { path: { id } } })),
  })
  if (isPending)
    return (
      <Stack gap="md" role="status" aria-label="Loading">
        <Skeleton height={28} width="70%" />
        <Skeleton height={66} />
        <Skeleton height={180} />
        <Skeleton height={220} />
      </Stack>
    )
  if (error !== null) return <ProblemAlert error={error} />
  return (
    <Stack gap="lg">
      <AlertHead alert={data} />
      <AcknowledgedNotice alert={data} />
      <SilencedNotice alert={data} />
      <Group gap="sm">
        {data.state !== 'cleared' && (
          <>
            <AcknowledgeAlert alert={data} />
            <SilenceAlert alert={data} />
            <ClearAlert alert={data} />
          </>
        )}
        <AlertLinks alert={data} />
      </Group>
      <NamedTexts title="Annotations" texts={data.annotations} />
      <NamedTexts title="Labels" texts={data.labels} />
      <AlertHistory alertId={id} history={data.history} openId={eventId} />
      <AlertReceiverStates alertId={id} />
      <section>
        <Title order={3} size="h6" mb={2}>
          Details
        </Title>
        <Facts facts={factsOf(data)} />
      </section>
    </Stack>
  )
}

interface AlertProps {
  readonly alert: Alert
}

/** Links to the routing preview, and to runbook and monitor if the monitor gave addresses. */
function AlertLinks({ alert }: AlertProps) {
  const runbook = runbookOf(alert)
  return (
    <>
      <ButtonLink
        to="/routing"
        search={routingSearchOf(alert)}
        variant="default"
        leftSection={<IconRoute size={16} />}
      >
        Who would be notified
      </ButtonLink>
      {runbook && <LinkButton href={runbook} icon={IconBook2} label="Runbook" />}
      {isAddress(alert.source_link) && (
        <LinkButton href={alert.source_link} icon={IconExternalLink} label="At the monitor" />
      )}
    </>
  )
}

interface LinkButtonProps {
  readonly href: string
  readonly icon: Icon
  readonly label: string
}

function LinkButton({ href, icon: LinkIcon, label }: LinkButtonProps) {
  return (
    <Button
      component="a"
      href={href}
      target="_blank"
      rel="noreferrer noopener"
      variant="default"
      leftSection={<LinkIcon size={16} />}
      aria-label={`${label} (opens a new tab)`}
    >
      {label}
    </Button>
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
    { name: 'Last report', value: <Time at={alert.last_reported_at} /> },
    {
      name: 'Expires',
      value: alert.state !== 'cleared' && (
        <>{alert.expires_at === null ? 'Never: it waits for its monitor' : <Time at={alert.expires_at} />}</>
      ),
    },
    { name: 'Ended', value: alert.ended_by && END_WORDS[alert.ended_by] },
    {
      name: 'Came too late',
      value: alert.stale_count > 0 && `${formatCount(alert.stale_count)} reports, which changed nothing`,
    },
    { name: 'At the monitor', value: alert.source_link && <ExternalLink href={alert.source_link} /> },
  ]
}

function AlertHead({ alert }: AlertProps) {
  return (
    <Stack gap="md">
      <StoryHead
        state={alert.state}
        when={
          <>
            {alert.state === 'cleared' ? END_WORDS[alert.ended_by ?? 'monitor'].toLowerCase() : 'raised'}{' '}
            <Time at={alert.since} />
          </>
        }
        name={alert.name}
        location={locationOf(alert)}
      />
      {alert.warnings.length > 0 && (
        <Notice color="yellow" icon={<IconInfoCircle size={18} />} title="Guessed values">
          {alert.warnings.join(' ')}
        </Notice>
      )}
      <Figures alert={alert} />
      {alert.info !== null && alert.info !== '' && (
        <Text size="sm" className={styles.info!} tabIndex={0} role="region" aria-label="Information">
          {alert.info}
        </Text>
      )}
    </Stack>
  )
}

function Figures({ alert }: AlertProps) {
  const figures = [
    ['Current value', alert.current_value],
    ...(alert.last_value === alert.current_value ? [] : [['Last value', alert.last_value] as const]),
    ['Threshold', alert.threshold_value],
  ].filter(([, value]) => value !== null && value !== '')
  if (figures.length === 0) return null
  return (
    <dl className={styles.figures} style={{ margin: 0 }}>
      {figures.map(([name, value]) => (
        <div key={name} className={styles.figure}>
          <dt>{name}</dt>
          <dd title={value ?? undefined}>{formatMeasured(value ?? '')}</dd>
        </div>
      ))}
    </dl>
  )
}
