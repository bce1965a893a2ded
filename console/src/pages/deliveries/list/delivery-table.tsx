import { Button, Checkbox, Skeleton, Text, Group, UnstyledButton } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { Panel } from '../../../ui/page/panel.tsx'
import styles from '../deliveries.module.css'
import { DeliveryRow } from './delivery-row.tsx'
import { isTicked, toggle, toggleShown, type Selection } from '../../../ui/list/selection.ts'
import type { DeliveryList } from '../delivery-queries.ts'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { StateBadge } from '../../../ui/list/state-badge.tsx'
import { formatCount } from '../../../ui/text/format.ts'
import { Time } from '../../../ui/text/time.tsx'
import { EventLine } from '../event-line.tsx'
import { countStates, type EventGroup, groupByEvent, GROUPED_MIN } from '../listed-delivery.ts'

interface DeliveryTableProps {
  readonly list: DeliveryList
  readonly openId: number | undefined
  readonly selection: Selection
  readonly onSelect: (selection: Selection) => void
  readonly onGoOn: () => void
  /** Actions on the selection. */
  readonly bar: ReactNode
  /** Replaces the rows of an empty list. */
  readonly empty: ReactNode
}

export function DeliveryTable({ list, openId, selection, onSelect, onGoOn, bar, empty }: DeliveryTableProps) {
  const { deliveries } = list
  const shown = (deliveries ?? []).map(({ id }) => id)
  const tickedCount = shown.filter((id) => isTicked(selection, id)).length
  if (deliveries?.length === 0 && !list.hasOlder) return <Panel p={0}>{empty}</Panel>
  return (
    <Panel p={0}>
      <div role="table" aria-label="Deliveries" aria-busy={deliveries === undefined} className={styles.frame}>
        <div role="row" className={styles.head}>
          <div role="columnheader" className={styles.selectAll} data-label="Select all">
            <Checkbox
              size="sm"
              checked={shown.length > 0 && tickedCount === shown.length}
              indeterminate={tickedCount > 0 && tickedCount < shown.length}
              // Nothing is shown yet, so a choice would be empty.
              disabled={shown.length === 0}
              onChange={() => onSelect(toggleShown(selection, shown))}
              aria-label="Select all that are shown"
            />
          </div>
          <div role="columnheader">State</div>
          <div role="columnheader">What</div>
          <div role="columnheader">Webhook</div>
          <div role="columnheader" className={styles.numbers}>
            Attempts
          </div>
          <div role="columnheader" className={styles.reasonHead}>
            Last reason
          </div>
          <div role="columnheader" className={styles.last}>
            Created
          </div>
        </div>
        {deliveries === undefined && <RowSkeletons />}
        {bar}
        {groupByEvent(deliveries ?? []).map((group) => (
          <Deliveries
            key={group.deliveries[0]?.id}
            group={group}
            openId={openId}
            selection={selection}
            onTick={(id, isRange) => onSelect(toggle(selection, id, { shown, isRange }))}
          />
        ))}
      </div>
      {list.hasOlder && <Older list={list} onGoOn={onGoOn} />}
    </Panel>
  )
}

interface DeliveriesProps {
  readonly group: EventGroup
  readonly openId: number | undefined
  readonly selection: Selection
  readonly onTick: (id: number, isRange: boolean) => void
}

/** Shows the deliveries of one event; many are folded. */
function Deliveries({ group, openId, selection, onTick }: DeliveriesProps) {
  const { deliveries } = group
  const isLarge = deliveries.length >= GROUPED_MIN
  const [isUnfolded, setUnfolded] = useState(false)
  const isWanted = deliveries.some(({ id }) => id === openId || selection.ids.has(id))
  const isOpen = !isLarge || isUnfolded || isWanted
  return (
    <>
      {isLarge && <EventGroupRow group={group} isOpen={isOpen} onToggle={() => setUnfolded(!isOpen)} />}
      {isOpen &&
        deliveries.map((delivery) => (
          <DeliveryRow
            key={delivery.id}
            delivery={delivery}
            isOpen={delivery.id === openId}
            isTicked={isTicked(selection, delivery.id)}
            onTick={onTick}
          />
        ))}
    </>
  )
}

function Older({ list, onGoOn }: { readonly list: DeliveryList; readonly onGoOn: () => void }) {
  if (list.isFull) {
    return (
      <div className={styles.foot}>
        <Button variant="default" onClick={onGoOn}>
          Older deliveries
        </Button>
      </div>
    )
  }
  return (
    <div className={styles.foot}>
      {list.deliveries?.length === 0 && (
        <Text size="sm" c="dimmed" role="status">
          No match among the newest deliveries; older ones may match.
        </Text>
      )}
      <Button variant="default" loading={list.isReadingOlder} onClick={list.showOlder}>
        Show older
      </Button>
    </div>
  )
}

const SKELETONS = Array.from({ length: 8 }, (_, index) => index)

function RowSkeletons() {
  return SKELETONS.map((index) => (
    <div key={index} role="row" className={styles.row} aria-hidden>
      <Skeleton width={18} height={18} />
      <Skeleton width={84} height={18} />
      <Skeleton width="70%" height={34} />
      <Skeleton width="60%" height={16} />
      <Skeleton width={24} height={16} />
      <Skeleton width="50%" height={16} />
      <Skeleton width={70} height={16} />
    </div>
  ))
}

interface EventGroupRowProps {
  readonly group: EventGroup
  readonly isOpen: boolean
  readonly onToggle: () => void
}

/** Summarises many deliveries of one event by state. */
function EventGroupRow({ group: { eventId, deliveries }, isOpen, onToggle }: EventGroupRowProps) {
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
