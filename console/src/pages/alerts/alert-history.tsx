import { Box, Collapse, Group, Text, Title, UnstyledButton } from '@mantine/core'
import { IconArrowRight, IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { StateBadge, toneOf } from '../../ui/list/state-badge.tsx'
import { exactValueOf, valueOf } from '../../ui/text/format.ts'
import { Time } from '../../ui/text/time.tsx'
import { WhoWasNotified } from '../events/who-was-notified.tsx'
import { describeChange, type AlertEvent } from './alert.ts'
import styles from './alerts.module.css'
import { AnchorLink } from '../../ui/page/links.tsx'

interface AlertHistoryProps {
  readonly alertId: number
  readonly history: readonly AlertEvent[]
  /** The unfolded event; undefined: the newest. */
  readonly openId: number | undefined
}

const HISTORY_MAX = 50

/** Shows its changes of state, and who was notified of each. */
export function AlertHistory({ alertId, history, openId }: AlertHistoryProps) {
  const navigate = useNavigate({ from: '/alerts' })
  const unfolded = openId ?? history[0]?.id
  return (
    <section>
      <Title order={3} size="h6" mb="xs">
        What happened, and who was notified
      </Title>
      {history.length === 0 && (
        <Text size="sm" c="dimmed">
          Its events are older than the retention period.
        </Text>
      )}
      <ol className={styles.timeline} reversed>
        {history.map((event) => (
          <EventItem
            key={event.id}
            event={event}
            isOpen={event.id === unfolded}
            onOpen={() =>
              void navigate({
                search: (now) => ({ ...now, event: event.id }),
                replace: true,
                resetScroll: false,
              })
            }
          />
        ))}
      </ol>
      <Text size="sm" c="dimmed">
        {history.length >= HISTORY_MAX && `The newest ${HISTORY_MAX} are shown. `}
        <AnchorLink to="/deliveries" search={{ alert: alertId }} inherit>
          All deliveries of this alert
        </AnchorLink>
      </Text>
    </section>
  )
}

interface EventItemProps {
  readonly event: AlertEvent
  readonly isOpen: boolean
  readonly onOpen: () => void
}

function EventItem({ event, isOpen, onOpen }: EventItemProps) {
  const value = valueOf(event)
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <li className={styles.event} data-tone={toneOf(event.new_state)}>
      <UnstyledButton onClick={onOpen} aria-expanded={isOpen} className={styles.eventHead!}>
        <span className={styles.eventAction}>
          <Text span size="sm" fw={600}>
            {describeChange(event)}
          </Text>
          <Group gap={4} wrap="nowrap">
            {event.trigger !== 'acknowledgement' && (
              <>
                <StateBadge state={event.old_state} size="sm" />
                <IconArrowRight size={14} aria-label="to" />
              </>
            )}
            <StateBadge state={event.new_state} size="sm" />
          </Group>
        </span>
        <Chevron size={16} aria-hidden />
      </UnstyledButton>
      <Text size="sm" c="dimmed" className="clamp">
        <Time at={event.at} />
        {event.trigger === 'acknowledgement' && event.acknowledgement?.note && (
          <> · {event.acknowledgement.note}</>
        )}
        {value !== '' && (
          <>
            {' · '}
            <span title={exactValueOf(event)}>{value}</span>
          </>
        )}
      </Text>
      <Collapse expanded={isOpen}>
        {isOpen && (
          <Box pt={8}>
            <WhoWasNotified eventId={event.id} subject={{ kind: 'alert', state: event.new_state }} />
          </Box>
        )}
      </Collapse>
    </li>
  )
}
