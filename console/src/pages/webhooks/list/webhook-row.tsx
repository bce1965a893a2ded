import { ActionIcon, Checkbox, Text, Tooltip } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Guarded } from '../../../ui/page/rights.tsx'
import { PairButtons } from '../../../ui/list/pair-buttons.tsx'
import { rowLink } from '../../../ui/list/row-list.tsx'
import { StateBadge } from '../../../ui/list/state-badge.tsx'
import { formatCount, formatDuration } from '../../../ui/text/format.ts'
import { EnableSwitch } from '../enable-switch.tsx'
import {
  canBeTriedAgain,
  describeEvents,
  describeHealth,
  isBehind,
  successOf,
  successTone,
} from '../health-words.ts'
import { addressOf, type ListedWebhook } from '../listed-webhook.ts'
import { useResumeWebhook } from '../resume-webhook.tsx'
import { CallSparkline, LastAccepted, Sentence } from '../receiver-health.tsx'
import styles from './list.module.css'

interface WebhookRowProps {
  readonly webhook: ListedWebhook
  /** Tags that narrow the list. */
  readonly tags: readonly string[] | undefined
  readonly onTags: (tags: readonly string[]) => void
  readonly isTicked: boolean
  readonly onTick: (isRange: boolean) => void
}

/** Shows a webhook: health, name, address, recent calls, events. */
export function WebhookRow({ webhook, tags, onTags, isTicked, onTick }: WebhookRowProps) {
  const { id, name, enabled, recent_calls: calls, unfinished } = webhook
  const isLagging = isBehind(webhook.health.state, calls)
  const success = isLagging ? null : successOf(calls)
  return (
    <div role="row" className={styles.row} data-ticked={isTicked || undefined}>
      <div role="cell" className={styles.tick}>
        <Checkbox
          size="sm"
          checked={isTicked}
          aria-label={`Select ${name}`}
          onChange={(event) => onTick((event.nativeEvent as MouseEvent).shiftKey)}
        />
      </div>
      <div role="cell" className={styles.healthCell}>
        <Health webhook={webhook} />
      </div>
      <div role="cell" className={styles.who}>
        <div className={styles.nameLine}>
          <Link to="/webhooks/$id" params={{ id: String(id) }} className={`${rowLink} ${styles.name}`}>
            {name}
          </Link>
          <span className={styles.tags}>
            <PairButtons
              of="webhooks with this tag"
              pairs={webhook.tags ?? {}}
              chosen={tags}
              onChoose={onTags}
            />
          </span>
        </div>
        <Address webhook={webhook} />
      </div>
      <div role="cell" className={styles.events}>
        <Text size="xs" c="dimmed" truncate>
          {describeEvents(webhook)}
          {webhook.mode === 'current_state' && ' · current state'}
        </Text>
        {webhook.match !== null && (
          <Text size="xs" c="dimmed" truncate className="mono" title={webhook.match}>
            {webhook.match}
          </Text>
        )}
      </div>
      <div role="cell" className={styles.line}>
        <CallSparkline calls={calls} />
      </div>
      <div
        role="cell"
        className={styles.number}
        data-tone={isLagging ? undefined : successTone(calls)}
        data-label="Success"
      >
        {success ?? '–'}
      </div>
      <div role="cell" className={styles.number} data-label="Latency">
        {calls.mean_ms === null ? '–' : formatDuration(calls.mean_ms)}
      </div>
      <div
        role="cell"
        className={styles.number}
        data-label="Unfinished"
        data-tone={unfinished > 0 && !enabled ? 'warning' : undefined}
      >
        {unfinished === 0 ? '–' : formatCount(unfinished)}
      </div>
      <div role="cell" className={styles.number} data-label="Last accepted">
        <LastAccepted at={webhook.last_accepted_at} isBehind={isLagging} />
      </div>
      <div role="cell" className={styles.actions}>
        <EnableSwitch id={id} name={name} mode={webhook.mode} isEnabled={enabled} />
      </div>
    </div>
  )
}

function Address({ webhook: { url, warning_count: warnings } }: { readonly webhook: ListedWebhook }) {
  return (
    <Text size="xs" c="dimmed" truncate title={url} className={styles.address!}>
      {warnings > 0 && (
        <Text span inherit c="var(--tocsin-warning)" fw={600}>
          {warnings === 1 ? '1 warning' : `${warnings} warnings`} ·{' '}
        </Text>
      )}
      {addressOf(url)}
    </Text>
  )
}

/** Shows the health, coloured only if it deviates; a pause can be ended by hand. */
function Health({ webhook }: { readonly webhook: ListedWebhook }) {
  const { id, name, health, disabled_reason: reason } = webhook
  const resume = useResumeWebhook(id, name)
  const isWaiting = canBeTriedAgain(health)
  return (
    <div className={styles.health}>
      <Tooltip label={<Sentence words={describeHealth(health, reason)} />}>
        <button
          type="button"
          className={styles.state}
          aria-label={`Health of ${name}: ${health.state.replace('_', ' ')}`}
        >
          {health.state === 'healthy' ? (
            <Text size="sm" c="dimmed">
              Healthy
            </Text>
          ) : (
            <StateBadge state={health.state} />
          )}
        </button>
      </Tooltip>
      {isWaiting && (
        <Guarded scope="deliveries:write" to="try receivers again" tip="Try again now">
          <ActionIcon
            variant="subtle"
            color="gray"
            size={26}
            loading={resume.isBusy}
            aria-label={`Try ${name} again now`}
            onClick={() => void resume.run()}
          >
            <IconPlayerPlay size={15} />
          </ActionIcon>
        </Guarded>
      )}
    </div>
  )
}
