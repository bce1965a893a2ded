import { Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, take } from '../../api/client.ts'
import { wholeList } from '../../api/list.ts'
import { Cell, Row, RowList } from '../../ui/list/row-list.tsx'
import { formatCount } from '../../ui/text/format.ts'
import { FewOrFolded } from '../../ui/page/fold.tsx'
import { ProblemAlert } from '../../ui/page/problem-alert.tsx'
import { AnchorLink } from '../../ui/page/links.tsx'
import { standingOf, webhookNameOf, type ReceiverState } from '../events/receiver-state.ts'
import { RECEIVER_STATE_HEADS, ReceiverStateCells } from '../events/receiver-state-cells.tsx'

const LABEL = 'Receivers in current-state mode'
const COLUMNS = 'minmax(0, 1fr) 170px 110px 130px'

const UNDER_WAY_EVERY_MS = 2_000

/** Lists what each receiver was last sent about an alert; empty without receiver states. */
export function AlertReceiverStates({ alertId }: { readonly alertId: number }) {
  const { data, error, isPending } = useQuery({
    // Receiver states change with deliveries, so they share the key that the stream invalidates.
    queryKey: ['deliveries', 'states-of', alertId],
    queryFn: () => take(api.GET('/v1/alerts/{id}/receiver-states', { params: { path: { id: alertId } } })),
    // A running request ends in a moment; without the stream nothing else would show it.
    refetchInterval: ({ state }) =>
      state.data?.items.some((one) => standingOf(one) === 'under_way') ? UNDER_WAY_EVERY_MS : false,
  })
  if (isPending || data?.items.length === 0) return null
  const states = data?.items ?? []
  const exceptions = states.filter((each) => standingOf(each) !== 'in_sync')
  const inSync = states.filter((each) => standingOf(each) === 'in_sync')
  return (
    <section>
      <Title order={3} size="h6" mb={4}>
        {LABEL}
      </Title>
      <ProblemAlert error={error} />
      <Text size="sm" fw={600} mb={4}>
        {summarise(states)}
      </Text>
      {exceptions.length > 0 && <States states={exceptions} label={`${LABEL}: not in sync`} />}
      {inSync.length > 0 && (
        <FewOrFolded count={inSync.length} label={`Show the ${formatCount(inSync.length)} in sync`}>
          <States states={inSync} label={`${LABEL}: in sync`} />
        </FewOrFolded>
      )}
    </section>
  )
}

/** `49 in sync, 7 out of sync, 11 on the way` */
function summarise(states: readonly ReceiverState[]): string {
  const count = (standing: ReturnType<typeof standingOf>) =>
    states.filter((each) => standingOf(each) === standing).length
  const parts = [
    [count('in_sync'), 'in sync'],
    [count('out_of_sync'), 'out of sync'],
    [count('under_way'), 'on the way'],
  ] as const
  return parts
    .filter(([number]) => number > 0)
    .map(([number, word]) => `${formatCount(number)} ${word}`)
    .join(', ')
}

function States({ states, label }: { readonly states: readonly ReceiverState[]; readonly label: string }) {
  return (
    <RowList
      list={wholeList<ReceiverState>(states, { isLoading: false, error: null })}
      label={label}
      columns={COLUMNS}
      heads={['Webhook', ...RECEIVER_STATE_HEADS]}
      empty={null}
    >
      {(receiverState) => <ReceiverStateRow key={receiverState.webhook_id} receiverState={receiverState} />}
    </RowList>
  )
}

function ReceiverStateRow({ receiverState }: { readonly receiverState: ReceiverState }) {
  const { webhook_id: id, webhook_name: name } = receiverState
  return (
    <Row>
      <Cell isWide isFirst>
        {name === null ? (
          webhookNameOf(receiverState)
        ) : (
          <AnchorLink
            to="/webhooks/$id"
            params={{ id: String(id) }}
            search={{ tab: 'receiver-state' }}
            inherit
            fw={600}
          >
            {name}
          </AnchorLink>
        )}
      </Cell>
      <ReceiverStateCells receiverState={receiverState} />
    </Row>
  )
}
