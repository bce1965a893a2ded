import { Group, Text } from '@mantine/core'
import { formatCount, formatDuration } from '../../../ui/text/format.ts'
import { CallSparkline } from '../call-sparkline.tsx'
import { isBehind, successOf, successTone } from '../call-words.ts'
import { LastAccepted } from '../last-accepted.tsx'
import type { WebhookHealth } from '../webhook-types.ts'
import styles from './view.module.css'

/** Shows how the webhook was called in the last 24 hours. */
export function RecentCalls({ health }: { readonly health: WebhookHealth }) {
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
