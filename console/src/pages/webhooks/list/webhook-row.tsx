import { Text, Tooltip } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Cell, Row, rowLink } from '../../../ui/list/row-list.tsx'
import { StateBadge } from '../../../ui/list/state-badge.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { EnableSwitch } from '../enable-switch.tsx'
import { describeHealth } from '../health-words.ts'
import { EventMarks } from '../event-marks.tsx'
import { Sentence } from '../words.tsx'
import { hostOf, type ListedWebhook } from '../listed-webhook.ts'
import styles from './list.module.css'

/** A webhook in the list: its health, its name, its address, its events. */
export function WebhookRow({ webhook }: { readonly webhook: ListedWebhook }) {
  const { id, name, url, enabled, health, disabled_reason: reason, warning_count: warnings } = webhook
  return (
    <Row>
      <Cell isRaised>
        <div className={styles.state}>
          <Tooltip label={<Sentence words={describeHealth(health, reason)} />}>
            <button
              type="button"
              className={styles.health}
              aria-label={`Health of ${name}: ${health.state.replace('_', ' ')}`}
            >
              <StateBadge state={health.state} />
            </button>
          </Tooltip>
          <Since webhook={webhook} />
        </div>
      </Cell>
      <Cell isWide isFirst>
        <Link to="/webhooks/$id" params={{ id: String(id) }} className={`${rowLink} ${styles.name}`}>
          {name}
        </Link>
        <Text size="xs" c="dimmed" className={styles.host!}>
          {hostOf(url)}
        </Text>
        {warnings > 0 && (
          <Text size="xs" c="var(--tocsin-warning)" fw={500}>
            {warnings === 1 ? '1 warning' : `${warnings} warnings`}
          </Text>
        )}
      </Cell>
      <Cell>
        <EventMarks webhook={webhook} />
        {webhook.match !== null && (
          <Text size="xs" c="dimmed" className={styles.match!} title={webhook.match}>
            {webhook.match}
          </Text>
        )}
      </Cell>
      <Cell isRaised isCorner label="Enabled">
        <EnableSwitch id={id} name={name} mode={webhook.mode} isEnabled={enabled} />
      </Cell>
    </Row>
  )
}

/** Shows since when the receiver has failed, rejected or been late, or when the next attempt comes. */
function Since({ webhook: { health } }: { readonly webhook: ListedWebhook }) {
  if (health.state === 'paused' && health.paused_until !== null) {
    return (
      <Text size="xs" c="dimmed">
        tried again <Time at={health.paused_until} />
      </Text>
    )
  }
  const since = sinceOf(health)
  if (since !== null) {
    return (
      <Text size="xs" c="dimmed">
        since <Time at={since} />
      </Text>
    )
  }
  return null
}

function sinceOf(health: ListedWebhook['health']): string | null {
  if (health.state === 'failing') return health.failing_since
  return health.state === 'rejecting' ? health.rejecting_since : health.late_since
}
