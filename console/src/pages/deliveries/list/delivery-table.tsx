import { Button, Checkbox, Skeleton, Text } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { Panel } from '../../../ui/page/panel.tsx'
import styles from '../deliveries.module.css'
import { DeliveryRow } from './delivery-row.tsx'
import { EventGroupRow } from './event-group-row.tsx'
import { GROUPED_MIN, groupByEvent, type EventGroup } from './group-by-event.ts'
import { isTicked, toggle, toggleShown, type Selection } from '../../../ui/list/selection.ts'
import type { DeliveryList } from './use-delivery-list.ts'

interface DeliveryTableProps {
  readonly list: DeliveryList
  /** The delivery whose story is open. */
  readonly openId: number | undefined
  readonly selection: Selection
  readonly onSelect: (selection: Selection) => void
  readonly onGoOn: () => void
  /** The actions on what is selected. */
  readonly bar: ReactNode
  /** Shown instead of rows where there are none. */
  readonly empty: ReactNode
}

/** The deliveries, newest first. */
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
              // Nothing is shown yet: what one chose then would be nothing.
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
            Last attempt
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

/** The deliveries of one event; many of them are folded until somebody asks. */
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
