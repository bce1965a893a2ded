import { Badge, Group } from '@mantine/core'
import { StateBadge } from '../../ui/list/state-badge.tsx'
import type { Webhook } from './webhook-types.ts'

interface EventMarksProps {
  readonly webhook: Pick<Webhook, 'payload_type' | 'high_alert' | 'med_alert' | 'low_alert' | 'cleared_alert'>
}

/** Shows a webhook's events: states of alerts, or job runs. */
export function EventMarks({ webhook }: EventMarksProps) {
  if (webhook.payload_type === 'JOB') {
    return (
      <Badge variant="default" radius="sm" tt="none" fw={600}>
        Job runs
      </Badge>
    )
  }
  const states = [
    ...(webhook.high_alert ? ['high'] : []),
    ...(webhook.med_alert ? ['medium'] : []),
    ...(webhook.low_alert ? ['low'] : []),
    ...(webhook.cleared_alert ? ['cleared'] : []),
  ]
  if (states.length === 0) {
    return (
      <Badge variant="default" radius="sm" tt="none" fw={600}>
        Nothing
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
