import { Title } from '@mantine/core'
import { ExternalLink } from '../../ui/page/external-link.tsx'
import { Facts, type Fact } from '../../ui/page/facts.tsx'
import { formatCount } from '../../ui/text/format.ts'
import { NamedTexts } from '../../ui/page/named-texts.tsx'
import { Time } from '../../ui/text/time.tsx'
import { END_WORDS, type Alert } from './alert.ts'

interface AlertFactsProps {
  readonly alert: Alert
}

/** Shows what the monitor wrote for people: annotations, such as a summary, and labels. */
export function AlertTexts({ alert }: AlertFactsProps) {
  return (
    <>
      <NamedTexts title="Annotations" texts={alert.annotations} />
      <NamedTexts title="Labels" texts={alert.labels} />
    </>
  )
}

/** Shows where the alert is, and how it came here. */
export function AlertFacts({ alert }: AlertFactsProps) {
  return (
    <section>
      <Title order={3} size="h6" mb={2}>
        Details
      </Title>
      <Facts facts={factsOf(alert)} />
    </section>
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
