import { Badge, type BadgeProps } from '@mantine/core'
import {
  IconAlertTriangle,
  IconBan,
  IconBellOff,
  IconCheck,
  IconCircleDashed,
  IconClock,
  IconClockOff,
  IconFlame,
  IconHourglass,
  IconInfoCircle,
  IconPlayerPause,
  IconReplace,
  IconSend,
  IconX,
  type Icon,
} from '@tabler/icons-react'
import styles from './state-badge.module.css'

type Tone = 'good' | 'warning' | 'bad' | 'quiet' | 'accent'

interface Appearance {
  readonly label: string
  readonly tone: Tone
  readonly icon: Icon
}

/**
 * Every state has a word, a symbol and a colour, so that nobody depends on the colour. Colours mark
 * deviations.
 */
const APPEARANCES: Readonly<Record<string, Appearance>> = {
  // Deliveries.
  waiting: { label: 'Waiting', tone: 'quiet', icon: IconHourglass },
  pending: { label: 'Pending', tone: 'accent', icon: IconClock },
  sending: { label: 'Sending', tone: 'accent', icon: IconSend },
  delivered: { label: 'Delivered', tone: 'quiet', icon: IconCheck },
  failed: { label: 'Failed', tone: 'bad', icon: IconX },
  cancelled: { label: 'Cancelled', tone: 'quiet', icon: IconBan },
  superseded: { label: 'Superseded', tone: 'quiet', icon: IconReplace },
  outdated: { label: 'Outdated', tone: 'quiet', icon: IconClockOff },
  // Alerts.
  high: { label: 'High', tone: 'bad', icon: IconFlame },
  medium: { label: 'Medium', tone: 'warning', icon: IconAlertTriangle },
  low: { label: 'Low', tone: 'accent', icon: IconInfoCircle },
  cleared: { label: 'Cleared', tone: 'good', icon: IconCheck },
  // Job runs; `cancelled` is above.
  success: { label: 'Success', tone: 'quiet', icon: IconCheck },
  failure: { label: 'Failure', tone: 'bad', icon: IconX },
  // Silences; `pending` is above.
  active: { label: 'Active', tone: 'warning', icon: IconBellOff },
  expired: { label: 'Ended', tone: 'quiet', icon: IconCheck },
  // Receivers.
  healthy: { label: 'Healthy', tone: 'good', icon: IconCheck },
  never_called: { label: 'Never called', tone: 'quiet', icon: IconCircleDashed },
  rejecting: { label: 'Rejecting', tone: 'bad', icon: IconBan },
  failing: { label: 'Failing', tone: 'bad', icon: IconAlertTriangle },
  late: { label: 'Late', tone: 'warning', icon: IconAlertTriangle },
  paused: { label: 'Paused', tone: 'warning', icon: IconPlayerPause },
  disabled: { label: 'Disabled', tone: 'quiet', icon: IconCircleDashed },
}

/** Returns a state's tone for `data-tone`; default: quiet. */
export function toneOf(state: string | undefined): Tone {
  return APPEARANCES[state ?? '']?.tone ?? 'quiet'
}

/** Returns states as the options of a filter. */
export function stateOptions(...states: readonly string[]) {
  return states.map((value) => ({ value, label: APPEARANCES[value]?.label ?? value }))
}

interface StateBadgeProps extends BadgeProps {
  readonly state: string
  /** Replaces the state's own word. */
  readonly label?: string
}

export function StateBadge({ state, label, ...badge }: StateBadgeProps) {
  const appearance = APPEARANCES[state] ?? { label: state, tone: 'quiet', icon: IconCircleDashed }
  const BadgeIcon = appearance.icon
  return (
    <Badge
      variant="transparent"
      radius="sm"
      leftSection={<BadgeIcon size={13} stroke={2.2} aria-hidden />}
      className={styles.badge!}
      data-tone={appearance.tone}
      {...badge}
    >
      {label ?? appearance.label}
    </Badge>
  )
}
