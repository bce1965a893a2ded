import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, take } from '../../api/client.ts'
import { wholeList } from '../../api/list.ts'
import { Cell, Row, RowList } from '../../ui/list/row-list.tsx'
import { AnchorLink } from '../../ui/page/links.tsx'
import { standingOf, webhookNameOf, type ReceiverState } from '../events/receiver-state.ts'
import { RECEIVER_STATE_HEADS, ReceiverStateCells } from '../events/receiver-state-cells.tsx'

const LABEL = 'Receivers in current-state mode'
const COLUMNS = 'minmax(0, 1fr) 170px 110px 130px'

const UNDER_WAY_EVERY_MS = 2_000

/** Lists what each receiver was last sent about an alert; nothing where no receiver has a state of it. */
export function AlertReceiverStates({ alertId }: { readonly alertId: number }) {
  const { data, error, isPending } = useQuery({
    // Receiver states change with deliveries, so they share the key that the stream makes stale.
    queryKey: ['deliveries', 'states-of', alertId],
    queryFn: () => take(api.GET('/v1/alerts/{id}/receiver-states', { params: { path: { id: alertId } } })),
    // A request on its way ends a moment later; without the stream nothing else would tell.
    refetchInterval: ({ state }) => (state.data?.items.some(isUnderWay) ? UNDER_WAY_EVERY_MS : false),
  })
  if (isPending || data?.items.length === 0) return null
  return (
    <section>
      <Title order={3} size="h6" mb="xs">
        {LABEL}
      </Title>
      <RowList
        list={wholeList<ReceiverState>(data?.items ?? [], { isLoading: false, error })}
        label={LABEL}
        columns={COLUMNS}
        heads={['Webhook', ...RECEIVER_STATE_HEADS]}
        empty={null}
      >
        {(receiverState) => <ReceiverStateRow key={receiverState.webhook_id} receiverState={receiverState} />}
      </RowList>
    </section>
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
            search={{ tab: 'alert-state' }}
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

function isUnderWay(receiverState: ReceiverState): boolean {
  return standingOf(receiverState) === 'under_way'
}
