import { Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMay } from '../../../api/session.ts'
import { formatCount } from '../../../ui/text/format.ts'
import { Panel } from '../../../ui/page/panel.tsx'
import { ProblemAlert } from '../../../ui/page/problem-alert.tsx'
import { StateBadge } from '../../../ui/list/state-badge.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { Facts } from '../../../ui/page/facts.tsx'
import { AnchorLink } from '../../../ui/page/links.tsx'
import { describeMode } from '../describe-mode.ts'
import { LABELS } from '../form/field-labels.ts'
import { describeHealth } from '../health-words.ts'
import type { Webhook, WebhookHealth } from '../webhook-types.ts'
import { healthQuery } from '../webhooks-api.ts'
import { Sentence } from '../words.tsx'
import { ActAtOnce } from './act-at-once.tsx'
import { OfferToSend } from './offer-to-send.tsx'
import { RecentCalls } from './recent-calls.tsx'
import { DefinitionWarnings } from './definition-warnings.tsx'
import { LastDeliveries } from './last-deliveries.tsx'
import { hasMemory, CurrentStatePanel } from './current-state-panel.tsx'
import { EventMarks } from '../event-marks.tsx'
import styles from './view.module.css'

/** Shows the health of the receiver, what waits for it, and the events it gets. */
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
