import { Text, Button, Stack, Loader } from '@mantine/core'
import { useState } from 'react'
import { BASE_URL, api, take } from '../../../api/client.ts'
import { useRefresh } from '../../../api/refetch.ts'
import { CodeBlock } from '../../../ui/exchange/code-block.tsx'
import { Panel } from '../../../ui/page/panel.tsx'
import type { Guide, Step } from './guides/guide.ts'
import styles from './sources.module.css'
import { IconKey, IconCheck } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Guarded } from '../../../ui/page/rights.tsx'
import { ProblemAlert } from '../../../ui/page/problem-alert.tsx'
import { ShownOnce } from '../shown-once.tsx'
import { useMay } from '../../../api/session.ts'
import { AnchorLink } from '../../../ui/page/links.tsx'
import { StateBadge } from '../../../ui/list/state-badge.tsx'
import { Time } from '../../../ui/text/time.tsx'

/** Short enough for somebody who waits. */
const POLL_MS = 2_000

interface GuidePanelProps {
  readonly guide: Guide
}

/** Stands in the instructions until there is a token. */
const NO_TOKEN = 'YOUR_TOKEN'

/** Shows a guide from the token to the first report. */
export function GuidePanel({ guide }: GuidePanelProps) {
  const [token, setToken] = useState<string | null>(null)
  const steps = guide.steps({ address: BASE_URL, token: token ?? NO_TOKEN })
  return (
    <Panel title={guide.name} description={guide.about}>
      <ol className={styles.steps}>
        {guide.tokenName !== null && (
          <li className={styles.step}>
            <GuideToken name={guide.tokenName} token={token} onMade={setToken} />
          </li>
        )}
        {steps.map((step) => (
          <StepItem key={step.title} step={step} />
        ))}
        <li className={styles.step}>
          <Text size="sm" fw={600} mb={6}>
            Watch for the first report
          </Text>
          <ArrivalWatch guide={guide} />
        </li>
      </ol>
    </Panel>
  )
}

function StepItem({ step: { title, hint, text } }: { readonly step: Step }) {
  return (
    <li className={styles.step}>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      {hint !== undefined && (
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
      )}
      {text !== undefined && (
        <div style={{ marginTop: 6 }}>
          <CodeBlock text={text} label={title} />
        </div>
      )}
    </li>
  )
}

interface GuideTokenProps {
  readonly name: string
  /** The new secret, kept only while the page is open. */
  readonly token: string | null
  readonly onMade: (secret: string) => void
}

/** Creates a token with this scope alone, and fills it into the instructions. */
function GuideToken({ name, token, onMade }: GuideTokenProps) {
  const refresh = useRefresh()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => take(api.POST('/v1/tokens', { body: { name, scopes: ['events:write'] } })),
    onSuccess: ({ token }) => {
      onMade(token)
      void refresh('tokens')
    },
  })
  return (
    <Stack gap="sm">
      <div>
        <Text size="sm" fw={600}>
          {token === null ? 'Create a token' : 'Token created and filled in below'}
        </Text>
        {token === null && (
          <Text size="sm" c="dimmed">
            It may only report alerts and job runs. If you have one already, put it in place of YOUR_TOKEN.
          </Text>
        )}
      </div>
      <ProblemAlert error={error} />
      {token === null ? (
        <div>
          <Guarded scope="admin" to="create tokens">
            <Button
              size="sm"
              leftSection={<IconKey size={16} />}
              loading={isPending}
              onClick={() => mutate()}
            >
              Create a token
            </Button>
          </Guarded>
        </div>
      ) : (
        <ShownOnce secret={token} what="token" />
      )}
    </Stack>
  )
}

/** Waits for the first report of this source, until the page is left. */
function ArrivalWatch({ guide }: GuidePanelProps) {
  const mayRead = useMay('deliveries:read')
  const { data, error } = useQuery({
    queryKey: [guide.reports, 'newest-of', guide.arrivesAs],
    refetchInterval: POLL_MS,
    queryFn: () => (guide.reports === 'alerts' ? newestAlert : newestJobRun)(guide.arrivesAs),
    enabled: mayRead,
  })
  if (!mayRead) {
    return (
      <Text size="sm" c="dimmed">
        To watch for the report you need the right <span className="mono">deliveries:read</span>.
      </Text>
    )
  }
  if (error !== null && !data) return <ProblemAlert error={error} />
  if (!data) {
    return (
      <div className={styles.watch} role="status">
        <Loader size="xs" aria-hidden /> Waiting for the first report from{' '}
        <span className="mono">{guide.arrivesAs}</span> …
      </div>
    )
  }
  return (
    <div className={styles.watch} role="status" data-arrived>
      <IconCheck size={18} color="var(--tocsin-good)" aria-hidden />
      <span>
        Last report <Time at={data.at} />:
      </span>
      <StateBadge state={data.state} />
      <AnchorLink
        to={`/${guide.reports}`}
        search={{ open: data.id }}
        inherit
        style={{ overflowWrap: 'anywhere' }}
      >
        {data.name}
      </AnchorLink>
    </div>
  )
}

/** The newest report of a source. */
interface Arrival {
  readonly id: number
  readonly name: string
  /** The id of the alert or job run. */
  readonly state: string
  readonly at: string
}

/** Null: nothing has arrived. */
async function newestAlert(source: string): Promise<Arrival | null> {
  const { items } = await take(api.GET('/v1/alerts', { params: { query: { source } } }))
  // The list is ordered by the alerts' age; an older one may be reported later.
  const newest = items.toSorted((one, other) => (one.last_reported_at < other.last_reported_at ? 1 : -1))[0]
  return newest
    ? { id: newest.id, name: newest.name, state: newest.state, at: newest.last_reported_at }
    : null
}

/** Null: nothing has arrived. */
async function newestJobRun(source: string): Promise<Arrival | null> {
  const { items } = await take(api.GET('/v1/job-runs', { params: { query: { source, limit: 1 } } }))
  const newest = items[0]
  return newest ? { id: newest.id, name: newest.name, state: newest.status, at: newest.accepted_at } : null
}
