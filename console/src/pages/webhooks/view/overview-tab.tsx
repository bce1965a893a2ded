import { Group, Skeleton, Stack, Text, Alert, List } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMay } from '../../../api/session.ts'
import { formatCount, formatDuration } from '../../../ui/text/format.ts'
import { Panel } from '../../../ui/page/panel.tsx'
import { ProblemAlert } from '../../../ui/page/problem-alert.tsx'
import { StateBadge } from '../../../ui/list/state-badge.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { Facts } from '../../../ui/page/facts.tsx'
import { AnchorLink } from '../../../ui/page/links.tsx'
import { describeMode } from '../mode-words.ts'
import { LABELS, labelOf } from '../form/field-labels.ts'
import { describeHealth, describeOffer, isBehind, successOf, successTone } from '../health-words.ts'
import type { Webhook, WebhookHealth } from '../webhook-types.ts'
import { healthQuery } from '../webhooks-api.ts'
import { CallSparkline, LastAccepted, Sentence } from '../receiver-health.tsx'
import { ActAtOnce } from './act-at-once.tsx'
import { LastDeliveries } from './last-deliveries.tsx'
import { hasMemory, CurrentStatePanel } from './current-state-panel.tsx'
import { EventMarks } from '../event-marks.tsx'
import styles from './view.module.css'
import { useSearch } from '@tanstack/react-router'
import { ResumeButton } from '../resume-webhook.tsx'
import { IconAlertTriangle } from '@tabler/icons-react'
import { TakePresetRule } from './take-preset-rule.tsx'

/** Shows the receiver's health, what waits for it, and its events. */
export function OverviewTab({ webhook }: { readonly webhook: Webhook }) {
  const { data: health, error } = useQuery(healthQuery(webhook.id))
  const mayRead = useMay('deliveries:read')
  const { fallback_webhook_id: fallback } = webhook
  return (
    <Stack gap="md">
      <ProblemAlert error={error} />
      {health && <DefinitionWarnings webhook={webhook} health={health} />}
      <Panel>
        {health ? (
          <>
            <OfferToSend webhook={webhook} health={health} />
            <Health health={health} webhook={webhook} />
            <RecentCalls health={health} />
          </>
        ) : (
          <Skeleton height={64} />
        )}
      </Panel>
      {mayRead && health && hasMemory(webhook, health) && (
        <CurrentStatePanel webhook={webhook} health={health} />
      )}
      <div className={styles.columns}>
        <Panel title="Receiver">
          <Facts
            facts={[
              { name: 'Request', value: <Request webhook={webhook} /> },
              { name: 'Events', value: <EventMarks webhook={webhook} /> },
              ...(webhook.match === null
                ? []
                : [{ name: LABELS.match, value: <span className="mono">{webhook.match}</span> }]),
              { name: LABELS.mode, value: describeMode(webhook) },
              { name: 'Signed', value: webhook.signed ? 'Yes' : 'No' },
              {
                name: 'Fallback',
                value: fallback !== null && (
                  <AnchorLink inherit to="/webhooks/$id" params={{ id: String(fallback) }}>
                    Webhook {fallback}
                  </AnchorLink>
                ),
              },
              { name: 'Changed', value: <Time at={webhook.updated_at} /> },
              { name: 'Created', value: <Time at={webhook.created_at} /> },
            ]}
          />
        </Panel>
        {mayRead && <LastDeliveries webhookId={webhook.id} isEnabled={webhook.enabled} />}
      </div>
    </Stack>
  )
}

function Request({ webhook: { method, url } }: { readonly webhook: Webhook }) {
  return (
    <span className="mono" style={{ fontSize: 13 }}>
      <b>{method}</b> {url}
    </span>
  )
}

function Health({ health, webhook }: { readonly health: WebhookHealth; readonly webhook: Webhook }) {
  const counts = [
    { name: 'Sending', count: health.sending },
    { name: 'Pending', count: health.pending },
    { name: 'Waiting', count: health.waiting },
  ]
  return (
    <div className={styles.health}>
      <div>
        <StateBadge state={health.state} size="lg" />
        <Text size="sm" mt={8}>
          <Sentence words={describeHealth(health, webhook.disabled_reason)} />
        </Text>
        {health.next_due_at !== null && health.paused_until === null && (
          <Text size="sm" c="dimmed" mt={2}>
            Next delivery: <Time at={health.next_due_at} />
          </Text>
        )}
        <ActAtOnce webhook={webhook} health={health} />
      </div>
      <Group gap="xl" component="dl" m={0} wrap="nowrap" aria-label="Not delivered yet">
        {counts.map(({ name, count }) => (
          <div key={name}>
            <Text component="dt" size="xs" c="dimmed">
              {name}
            </Text>
            <Text component="dd" m={0} fz={22} fw={650} lh={1.2}>
              {formatCount(count)}
            </Text>
          </div>
        ))}
      </Group>
    </div>
  )
}

/** Offers to send what its receiver did not accept before a change. */
function OfferToSend({ webhook, health }: { readonly webhook: Webhook; readonly health: WebhookHealth }) {
  const { fixed } = useSearch({ from: '/shell/webhooks/$id' })
  const offer = webhook.enabled && fixed !== undefined ? describeOffer(health, fixed) : null
  if (offer === null) return null
  return (
    <Alert color="yellow" mb="md">
      <Group justify="space-between" gap="sm">
        {offer}
        <ResumeButton webhook={webhook}>Send them now</ResumeButton>
      </Group>
    </Alert>
  )
}

interface DefinitionWarningsProps {
  readonly webhook: Webhook
  readonly health: Pick<WebhookHealth, 'warnings' | 'preset_rule'>
}

/** Shows what is allowed but probably not meant, until it is corrected. */
function DefinitionWarnings({ webhook, health }: DefinitionWarningsProps) {
  const { warnings, preset_rule: rule } = health
  if (warnings.length === 0) return null
  return (
    <Alert
      color="yellow"
      role="status"
      icon={<IconAlertTriangle size={18} />}
      title={warnings.length === 1 ? 'Warnings' : `${warnings.length} warnings`}
    >
      <List size="sm" spacing={6}>
        {warnings.map(({ path, message }) => (
          <List.Item key={`${path} ${message}`} style={{ overflowWrap: 'anywhere' }}>
            <b>{labelOf(path)}</b>, {message}
          </List.Item>
        ))}
      </List>
      {rule?.proposed && <TakePresetRule webhook={webhook} rule={rule} />}
      <Text size="sm" mt="xs">
        <AnchorLink to="/webhooks/$id/edit" params={{ id: String(webhook.id) }} inherit>
          Edit the webhook
        </AnchorLink>
      </Text>
    </Alert>
  )
}

/** Shows the calls of the last 24 hours. */
function RecentCalls({ health }: { readonly health: WebhookHealth }) {
  const { recent_calls: calls, last_accepted_at: accepted } = health
  if (calls.attempts === 0 && accepted === null) return null
  const isLagging = isBehind(health.state, calls)
  return (
    <div className={styles.calls}>
      <CallSparkline calls={calls} width={360} height={56} />
      <Group gap="xl" component="dl" m={0} aria-label="The last 24 hours">
        <Figure name="Attempts in 24 h" value={formatCount(calls.attempts)} />
        {isLagging ? (
          <Figure name="Accepted" value="–" />
        ) : (
          <Figure name="Accepted" value={successOf(calls) ?? '–'} tone={successTone(calls)} />
        )}
        <Figure name="Mean response" value={calls.mean_ms === null ? '–' : formatDuration(calls.mean_ms)} />
        <Figure name="Last accepted" value={<LastAccepted at={accepted} isBehind={isLagging} />} />
      </Group>
    </div>
  )
}

interface FigureProps {
  readonly name: string
  readonly value: React.ReactNode
  readonly tone?: 'warning' | 'bad' | undefined
}

function Figure({ name, value, tone }: FigureProps) {
  return (
    <div>
      <Text component="dt" size="xs" c="dimmed">
        {name}
      </Text>
      <Text component="dd" m={0} fw={650} {...(tone && { c: `var(--tocsin-${tone})` })}>
        {value}
      </Text>
    </div>
  )
}
