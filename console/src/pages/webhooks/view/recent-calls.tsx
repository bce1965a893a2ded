import { Group, Text } from '@mantine/core'
import { formatCount, formatDuration } from '../../../ui/text/format.ts'
import { Time } from '../../../ui/text/time.tsx'
import { CallSparkline } from '../call-sparkline.tsx'
import { successOf, successTone } from '../call-words.ts'
import type { WebhookHealth } from '../webhook-types.ts'
import styles from './view.module.css'

/** Shows how the webhook was called in the last 24 hours. */
export function RecentCalls({ health }: { readonly health: WebhookHealth }) {
  const { recent_calls: calls, last_accepted_at: accepted } = health
  if (calls.attempts === 0 && accepted === null) return null
  return (
    <div className={styles.calls}>
      <CallSparkline calls={calls} width={360} height={56} />
      <Group gap="xl" component="dl" m={0} aria-label="The last 24 hours">
        <Figure name="Attempts in 24 h" value={formatCount(calls.attempts)} />
        <Figure name="Accepted" value={successOf(calls) ?? '–'} tone={successTone(calls)} />
        <Figure name="Mean response" value={calls.mean_ms === null ? '–' : formatDuration(calls.mean_ms)} />
        <Figure name="Last accepted" value={accepted === null ? 'Never' : <Time at={accepted} />} />
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
