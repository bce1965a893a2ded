import { Anchor, Button, CloseButton, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconArrowFork, IconBan, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { api, take } from '../../../api/client.ts'
import { useRefresh } from '../../../api/refetch.ts'
import { Confirm } from '../../../ui/page/confirm.tsx'
import { formatCount } from '../../../ui/text/format.ts'
import { Guarded } from '../../../ui/page/rights.tsx'
import { applyToMany } from '../../../api/apply-to-many.ts'
import styles from '../deliveries.module.css'
import {
  canCancel,
  isRetriedWithOthers,
  operationFilterOf,
  type Anchor as ListAnchor,
} from '../delivery-filter.ts'
import type { OperationKind } from '../delivery-filter.ts'
import { describeRetried, type WaitsFor } from '../delivery-sentence.ts'
import type { DeliverySearch } from '../delivery-search.ts'
import type { ListedDelivery } from '../listed-delivery.ts'
import { OperationDialog } from './operation-dialog.tsx'
import { describeDone, OPERATIONS } from './operation-words.ts'
import { EVERYTHING, isTicked, NOTHING, type Selection } from '../../../ui/list/selection.ts'

interface SelectionBarProps {
  readonly selection: Selection
  readonly onSelect: (selection: Selection) => void
  readonly deliveries: readonly ListedDelivery[]
  /** The list's filter and anchor. */
  readonly search: DeliverySearch
  readonly anchor: ListAnchor
  /** There are more than are shown. */
  readonly hasOlder: boolean
}

/** Shows the actions on all selected deliveries, right after the control that selects all. */
export function SelectionBar(props: SelectionBarProps) {
  const { selection, onSelect, deliveries, hasOlder } = props
  const ticked = deliveries.filter(({ id }) => isTicked(selection, id))
  if (!selection.isEverything && ticked.length === 0) return null
  const isAllShown = ticked.length === deliveries.length
  return (
    <div role="row" className={styles.barRow} aria-label="Actions for the selected deliveries">
      <div role="cell" className={styles.bar}>
        <div className={styles.barText}>
          <Text size="sm" fw={600} role="status">
            {selection.isEverything ? 'All matching deliveries' : `${formatCount(ticked.length)} selected`}
          </Text>
          {isAllShown && hasOlder && !selection.isEverything && (
            <Anchor component="button" type="button" size="sm" onClick={() => onSelect(EVERYTHING)}>
              Select all matching deliveries
            </Anchor>
          )}
        </div>
        <Group gap="xs">
          {selection.isEverything ? <ForEverything {...props} /> : <ForTicked {...props} ticked={ticked} />}
        </Group>
        <CloseButton onClick={() => onSelect(NOTHING)} aria-label="Select nothing" />
      </div>
    </div>
  )
}

/** Calls the API once for each selected delivery. */
function ForTicked({ ticked, onSelect }: SelectionBarProps & { readonly ticked: readonly ListedDelivery[] }) {
  const refresh = useRefresh()
  const [asks, setAsks] = useState<'retry' | 'cancel' | null>(null)
  const fit = {
    retry: ticked.filter(({ state }) => isRetriedWithOthers(state)).map(({ id }) => id),
    cancel: ticked.filter(({ state }) => canCancel(state)).map(({ id }) => id),
  }
  const apply = async (kind: 'retry' | 'cancel') => {
    const waits: (WaitsFor | null)[] = []
    const { doneCount, refusals } = await applyToMany(fit[kind], async (id) => {
      const changed = await take(api.POST(`/v1/deliveries/{id}/${kind}`, { params: { path: { id } } }))
      waits.push(changed.waits_for)
    })
    const done = kind === 'retry' ? describeRetried(waits) : describeDone(kind, doneCount)
    const isHeld =
      kind === 'retry' && waits.some((each) => each?.kind === 'enabling' || each?.kind === 'pause')
    const refused = [...refusals].map(([why, count]) => `${formatCount(count)} refused: ${why}`)
    notifications.show({
      color: refused.length > 0 || isHeld ? 'yellow' : 'green',
      message: [`${done}.`, ...refused].join(' '),
    })
    onSelect(NOTHING)
    await refresh('deliveries')
  }
  return (
    <>
      {fit.retry.length + fit.cancel.length === 0 && (
        <Text size="sm" c="dimmed">
          These deliveries can be neither retried nor cancelled.
        </Text>
      )}
      {fit.retry.length > 0 && (
        <ActionButton kind="retry" count={fit.retry.length} onClick={() => setAsks('retry')} />
      )}
      {fit.cancel.length > 0 && (
        <ActionButton kind="cancel" count={fit.cancel.length} onClick={() => setAsks('cancel')} />
      )}
      <Confirm
        isOpen={asks !== null}
        title={OPERATIONS[asks ?? 'retry'].title}
        action={OPERATIONS[asks ?? 'retry'].action}
        isDangerous={OPERATIONS[asks ?? 'retry'].isDangerous}
        onClose={() => setAsks(null)}
        onConfirm={() => apply(asks ?? 'retry')}
      >
        <Text fw={600}>
          {asks !== null && fit[asks].length < ticked.length
            ? `${formatCount(fit[asks].length)} of the ${formatCount(ticked.length)} selected; the action does not apply to the others.`
            : ticked.length === 1
              ? '1 delivery.'
              : `${formatCount(ticked.length)} deliveries.`}
        </Text>
        <Text size="sm">{OPERATIONS[asks ?? 'retry'].consequence}</Text>
      </Confirm>
    </>
  )
}

/** Starts one operation, which the service continues in the background. */
function ForEverything({ search, anchor, onSelect }: SelectionBarProps) {
  const [asks, setAsks] = useState<OperationKind | null>(null)
  const asked = asks === null ? null : operationFilterOf(asks, search, anchor)
  return (
    <>
      {(['retry', 'cancel', 'reroute'] as const).map((kind) => (
        <ActionButton key={kind} kind={kind} onClick={() => setAsks(kind)} />
      ))}
      {asked !== null && asks !== null && 'refusal' in asked && (
        <Text size="sm" role="alert" w="100%">
          {asked.refusal}
        </Text>
      )}
      {asked !== null && asks !== null && 'filter' in asked && (
        <OperationDialog
          kind={asks}
          filter={asked.filter}
          onClose={() => {
            setAsks(null)
            onSelect(NOTHING)
          }}
        />
      )}
    </>
  )
}

interface ActionButtonProps {
  readonly kind: OperationKind
  /** Selected deliveries to which the action applies; absent: unknown. */
  readonly count?: number
  readonly onClick: () => void
}

const LABELS = { retry: 'Retry', cancel: 'Cancel', reroute: 'Reroute' } as const
const ICONS = { retry: IconRefresh, cancel: IconBan, reroute: IconArrowFork } as const

function ActionButton({ kind, count, onClick }: ActionButtonProps) {
  const ActionIcon = ICONS[kind]
  return (
    <Guarded scope="deliveries:write" to={`${kind} deliveries`}>
      <Button
        size="sm"
        variant={kind === 'retry' ? 'filled' : 'default'}
        leftSection={<ActionIcon size={16} />}
        onClick={onClick}
      >
        {count === undefined ? LABELS[kind] : `${LABELS[kind]} ${formatCount(count)}`}
      </Button>
    </Guarded>
  )
}
