import { Box, Collapse, Group, Text, Title, UnstyledButton } from '@mantine/core'
import { IconArrowRight, IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import {
  flappingText,
  foldFlapping,
  HISTORY_MAX,
  type Flapping,
} from '../../../../src/domain/alert/flapping.ts'
import { onlyGiven } from '../../ui/list/list-search.ts'
import { StateBadge, toneOf } from '../../ui/list/state-badge.tsx'
import { exactValueOf, formatDuration, valueOf } from '../../ui/text/format.ts'
import { Time } from '../../ui/text/time.tsx'
import { WhoWasNotified } from '../events/who-was-notified.tsx'
import { describeChange, type AlertEvent, type AlertSearch } from './alert.ts'
import styles from './alerts.module.css'
import { AnchorLink } from '../../ui/page/links.tsx'

interface AlertHistoryProps {
  readonly alertId: number
  readonly history: readonly AlertEvent[]
  /** The unfolded event; undefined: the newest. */
  readonly openId: number | undefined
}

/** Shows its changes of state, and who was notified of each. */
export function AlertHistory({ alertId, history, openId }: AlertHistoryProps) {
  const navigate = useNavigate({ from: '/alerts' })
  const unfolded = openId ?? history[0]?.id
  const onOpen = (event: number | undefined) =>
    void navigate({
      search: (now) => onlyGiven<AlertSearch>({ ...now, event }),
      replace: true,
      resetScroll: false,
    })
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
        {foldFlapping(history).map((entry) =>
          'members' in entry ? (
            <FlappingItem key={entry.members.at(-1)?.id} flapping={entry} openId={unfolded} onOpen={onOpen} />
          ) : (
            <EventItem key={entry.id} event={entry} openId={unfolded} onOpen={onOpen} />
          ),
        )}
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

interface OpenProps {
  readonly openId: number | undefined
  /** Unfolds an event; undefined: the newest. */
  readonly onOpen: (id: number | undefined) => void
}

/** Shows many episodes as one line, which opens to their events. */
function FlappingItem({ flapping, openId, onOpen }: OpenProps & { readonly flapping: Flapping<AlertEvent> }) {
  const { members } = flapping
  const [newest] = members
  const isOpen = members.some(({ id }) => id === openId)
  return (
    <Item
      state={newest?.old_state}
      what={`Raised and cleared ${flappingText(flapping, formatDuration)}`}
      states={<StateBadge state={newest?.old_state ?? ''} size="sm" />}
      more={<Time at={newest?.at} />}
      isOpen={isOpen}
      onClick={() => onOpen(isOpen ? undefined : newest?.id)}
    >
      <ol className={styles.timeline} reversed aria-label="Each raise and clear">
        {members.map((event) => (
          <EventItem key={event.id} event={event} openId={openId} onOpen={onOpen} />
        ))}
      </ol>
    </Item>
  )
}

function EventItem({ event, openId, onOpen }: OpenProps & { readonly event: AlertEvent }) {
  const value = valueOf(event)
  return (
    <Item
      state={event.new_state}
      what={describeChange(event)}
      states={
        <>
          {event.trigger !== 'acknowledgement' && (
            <>
              <StateBadge state={event.old_state} size="sm" />
              <IconArrowRight size={14} aria-label="to" />
            </>
          )}
          <StateBadge state={event.new_state} size="sm" />
        </>
      }
      more={
        <>
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
        </>
      }
      isOpen={event.id === openId}
      onClick={() => onOpen(event.id)}
    >
      <WhoWasNotified eventId={event.id} subject={{ kind: 'alert', state: event.new_state }} />
    </Item>
  )
}

interface ItemProps {
  /** Gives the colour of its dot. */
  readonly state: string | undefined
  readonly what: string
  readonly states: ReactNode
  readonly more: ReactNode
  readonly isOpen: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}

function Item({ state, what, states, more, isOpen, onClick, children }: ItemProps) {
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <li className={styles.event} data-tone={toneOf(state)}>
      <UnstyledButton onClick={onClick} aria-expanded={isOpen} className={styles.eventHead!}>
        <span className={styles.eventAction}>
          <Text span size="sm" fw={600}>
            {what}
          </Text>
          <Group gap={4} wrap="nowrap">
            {states}
          </Group>
        </span>
        <Chevron size={16} aria-hidden style={{ flexShrink: 0 }} />
      </UnstyledButton>
      <Text size="sm" c="dimmed" className="clamp">
        {more}
      </Text>
      <Collapse expanded={isOpen}>{isOpen && <Box pt={8}>{children}</Box>}</Collapse>
    </li>
  )
}
