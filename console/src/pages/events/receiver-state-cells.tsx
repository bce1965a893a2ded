import { Group, Text } from '@mantine/core'
import { Cell } from '../../ui/list/row-list.tsx'
import { StateBadge } from '../../ui/list/state-badge.tsx'
import { knownOf, standingOf, type ReceiverState } from './receiver-state.ts'

interface ReceiverStateProps {
  readonly receiverState: ReceiverState
}

/** Above `ReceiverStateCells`. */
export const RECEIVER_STATE_HEADS = ['Last sent', 'Current', 'Status'] as const
const [KNOWS, SHOULD_KNOW, STANDS] = RECEIVER_STATE_HEADS

/** Shows what a receiver was last sent about an alert, beside the current state. */
export function ReceiverStateCells({ receiverState }: ReceiverStateProps) {
  return (
    <>
      <Cell label={KNOWS}>
        <KnownState receiverState={receiverState} />
      </Cell>
      <Cell label={SHOULD_KNOW}>
        <StateBadge state={receiverState.continues_as ?? receiverState.desired} />
        {receiverState.continues_as !== null && (
          <Text size="xs" c="dimmed">
            no longer for it
          </Text>
        )}
      </Cell>
      <Cell label={STANDS}>
        <Standing receiverState={receiverState} />
      </Cell>
    </>
  )
}

/** Shows the last accepted state, and whether a newer one may have been sent. */
function KnownState({ receiverState }: ReceiverStateProps) {
  const badge = <StateBadge {...knownOf(receiverState)} />
  if (!receiverState.uncertain) return badge
  return (
    <Group gap={6} wrap="nowrap" component="span">
      {badge}
      <Text span size="xs" c="dimmed">
        possibly newer
      </Text>
    </Group>
  )
}

const STANDINGS = { in_sync: 'In sync', under_way: 'On its way', out_of_sync: 'Out of sync' } as const

function Standing({ receiverState }: ReceiverStateProps) {
  const standing = standingOf(receiverState)
  return (
    <>
      <Text span size="sm" {...(standing === 'out_of_sync' ? { fw: 600 } : { c: 'dimmed' })}>
        {STANDINGS[standing]}
      </Text>
      {receiverState.escalated && (
        <Text size="xs" c="dimmed">
          as a fallback
        </Text>
      )}
    </>
  )
}
