import { Badge, Group } from '@mantine/core'
import { StateBadge } from '../../ui/list/state-badge.tsx'
import { type AlertFlags, statesOf } from './health-words.ts'
import type { Webhook } from './webhook-types.ts'

/** Shows a webhook's events: states of alerts, or job runs. */
export function EventMarks({ webhook }: { readonly webhook: AlertFlags & Pick<Webhook, 'payload_type'> }) {
  const isForJobs = webhook.payload_type === 'JOB'
  const states = isForJobs ? [] : statesOf(webhook)
  if (states.length === 0) {
    return (
      <Badge variant="default" radius="sm" tt="none" fw={600}>
        {isForJobs ? 'Job runs' : 'Nothing'}
      </Badge>
    )
  }
  return (
    <Group gap={4}>
      {states.map((state) => (
        <StateBadge key={state} state={state} size="sm" />
      ))}
    </Group>
  )
}
