import { Group, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { StateBadge } from '../../../ui/list/state-badge.tsx'
import { formatCount } from '../../../ui/text/format.ts'
import { Time } from '../../../ui/text/time.tsx'
import styles from '../deliveries.module.css'
import { EventLine } from '../event-line.tsx'
import { countStates, type EventGroup } from './group-by-event.ts'

interface EventGroupRowProps {
  readonly group: EventGroup
  readonly isOpen: boolean
  readonly onToggle: () => void
}

/** Stands for many deliveries of one event: what happened, and how many are in which state. */
export function EventGroupRow({ group: { eventId, deliveries }, isOpen, onToggle }: EventGroupRowProps) {
  const [first] = deliveries
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <div role="row" className={styles.group}>
      <div role="cell" className={styles.groupCell}>
        <UnstyledButton className={styles.groupButton!} aria-expanded={isOpen} onClick={onToggle}>
          <Chevron size={16} aria-hidden />
          <EventLine event={first?.event ?? null} eventId={eventId} />
        </UnstyledButton>
        <Group gap={6} ml="auto">
          {countStates(deliveries).map(({ state, count }) => (
            <StateBadge key={state} state={state} size="sm" label={`${formatCount(count)} ${state}`} />
          ))}
        </Group>
        <span className={styles.groupWhen}>
          <Time at={first?.created_at} />
        </span>
      </div>
    </div>
  )
}
