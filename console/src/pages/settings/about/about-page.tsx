import { Skeleton, Stack, Text } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { api, BASE_URL, take } from '../../../api/client.ts'
import { useMay } from '../../../api/session.ts'
import { ExternalLink } from '../../../ui/page/external-link.tsx'
import { Facts } from '../../../ui/page/facts.tsx'
import { formatCount, formatDuration } from '../../../ui/text/format.ts'
import { NeedsRight } from '../../../ui/page/needs-right.tsx'
import { Panel } from '../../../ui/page/panel.tsx'
import { ProblemAlert } from '../../../ui/page/problem-alert.tsx'
import { Encryption } from './encryption.tsx'
import { Nodes } from './nodes.tsx'

/** Shows the version, the nodes, the database, and links to read on. */
export function AboutPage() {
  useDocumentTitle('About · Settings · Tocsin')
  const mayAdminister = useMay('admin')
  return (
    <Stack gap="md">
      <NeedsRight scope="deliveries:read" what="the state of the service">
        <Service />
      </NeedsRight>
      {mayAdminister && <Encryption />}
      <Panel title="Reference">
        <Facts
          facts={[
            { name: 'API', value: <ExternalLink href={`${BASE_URL}/docs`} label="Documentation" /> },
            {
              name: 'OpenAPI',
              value: <ExternalLink href={`${BASE_URL}/openapi/v1.json`} label="Native interface (v1)" />,
            },
            {
              name: 'Management interface',
              value: (
                <>
                  <ExternalLink href={`${BASE_URL}/openapi/v15.json`} label="v15" />{' '}
                  <ExternalLink href={`${BASE_URL}/openapi/v6.json`} label="v6" />
                </>
              ),
            },
            { name: 'Metrics', value: <span className="mono">{BASE_URL}/metrics</span> },
            { name: 'Health', value: <span className="mono">{BASE_URL}/readyz</span> },
          ]}
        />
      </Panel>
    </Stack>
  )
}

const REFRESH_MS = 5_000

function Service() {
  const { data, error, isPending } = useQuery({
    queryKey: ['status'],
    queryFn: () => take(api.GET('/v1/status')),
    refetchInterval: REFRESH_MS,
  })
  if (isPending) return <Skeleton height={260} role="status" aria-label="Loading" />
  if (error !== null) return <ProblemAlert error={error} />
  const { backlog, database } = data
  return (
    <>
      <Panel title="Service">
        <Facts
          facts={[
            { name: 'Version', value: data.version },
            { name: 'Address', value: <span className="mono">{BASE_URL}</span> },
            { name: 'Database', value: `${database.engine} ${database.version}` },
            { name: 'Uptime', value: formatDuration(data.uptime_seconds * 1000) },
            {
              name: 'Unfinished deliveries',
              value: `${formatCount(backlog.waiting + backlog.pending + backlog.sending)} (${formatCount(backlog.waiting)} waiting, ${formatCount(backlog.pending)} pending, ${formatCount(backlog.sending)} being sent)`,
            },
            { name: 'Paused webhooks', value: formatCount(data.paused_webhooks) },
            { name: 'Late webhooks', value: formatCount(data.late_webhooks) },
          ]}
        />
      </Panel>
      <Panel
        title="Nodes"
        description="The processes that share the database. A stopped node leaves the list after a minute."
      >
        <Nodes nodes={data.nodes} here={data.node} />
        {data.nodes.length === 0 && (
          <Text size="sm" c="dimmed">
            No node has reported yet.
          </Text>
        )}
      </Panel>
    </>
  )
}
