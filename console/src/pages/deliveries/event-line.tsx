import { Group, Text } from '@mantine/core'
import { IconArrowNarrowRight } from '@tabler/icons-react'
import { StateBadge } from '../../ui/list/state-badge.tsx'
import styles from './deliveries.module.css'
import { locationOf, type ListedDelivery } from './listed-delivery.ts'

interface EventLineProps {
  /** Null: it was deleted. */
  readonly event: ListedDelivery['event']
  readonly eventId: number
}

export function EventLine({ event, eventId }: EventLineProps) {
  if (event === null) return <Text size="sm">Event {eventId}</Text>
  const location = locationOf(event)
  return (
    <>
      <Text size="sm" fw={600} className={styles.name!}>
        {event.name}
      </Text>
      <Group gap={6} mt={2} wrap="nowrap">
        <StateChange event={event} />
        {location !== null && (
          <Text size="xs" c="dimmed" className={styles.name!}>
            {location}
          </Text>
        )}
      </Group>
    </>
  )
}

interface StateChangeProps {
  readonly event:
    | { readonly kind: 'alert'; readonly old_state: string; readonly new_state: string }
    | { readonly kind: 'job_run'; readonly status: string }
    | NonNullable<ListedDelivery['event']>
}

export function StateChange({ event }: StateChangeProps) {
  if (event.kind === 'job_run') return <StateBadge state={event.status ?? 'unknown'} size="sm" />
  return (
    <Group gap={2} wrap="nowrap" component="span" className={styles.change!}>
      <Text span size="xs" c="dimmed">
        {word(event.old_state)}
      </Text>
      <IconArrowNarrowRight size={14} aria-label="to" />
      <StateBadge state={event.new_state ?? 'unknown'} size="sm" />
    </Group>
  )
}

function word(state: string | null | undefined): string {
  return state ? state.charAt(0).toUpperCase() + state.slice(1) : ''
}
