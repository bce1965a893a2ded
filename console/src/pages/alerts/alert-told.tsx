import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, take } from '../../api/client.ts'
import { wholeList } from '../../api/list.ts'
import { Cell, Row, RowList } from '../../ui/list/row-list.tsx'
import { AnchorLink } from '../../ui/page/links.tsx'
import { standingOf, webhookNameOf, type Telling } from '../events/telling.ts'
import { TELLING_HEADS, TellingCells } from '../events/telling-cells.tsx'

const LABEL = 'What receivers that are kept at the present know'
const COLUMNS = 'minmax(0, 1fr) 170px 110px 130px'

const UNDER_WAY_EVERY_MS = 2_000

/** Who was told what of an alert, and is owed what; nothing where no receiver is kept at the present. */
export function AlertTold({ alertId }: { readonly alertId: number }) {
  const { data, error, isPending } = useQuery({
    // What receivers know changes with deliveries.
    queryKey: ['deliveries', 'told-of', alertId],
    queryFn: () => take(api.GET('/v1/alerts/{id}/told', { params: { path: { id: alertId } } })),
    // Also without a stream, a request that is on its way ends a moment later.
    refetchInterval: ({ state }) => (state.data?.items.some(isUnderWay) ? UNDER_WAY_EVERY_MS : false),
  })
  if (isPending || data?.items.length === 0) return null
  return (
    <section>
      <Title order={3} size="h6" mb="xs">
        {LABEL}
      </Title>
      <RowList
        list={wholeList<Telling>(data?.items ?? [], { isLoading: false, error })}
        label={LABEL}
        columns={COLUMNS}
        heads={['Webhook', ...TELLING_HEADS]}
        empty={null}
      >
        {(telling) => <ToldRow key={telling.webhook_id} telling={telling} />}
      </RowList>
    </section>
  )
}

function ToldRow({ telling }: { readonly telling: Telling }) {
  const { webhook_id: id, webhook_name: name } = telling
  return (
    <Row>
      <Cell isWide isFirst>
        {name === null ? (
          webhookNameOf(telling)
        ) : (
          <AnchorLink
            to="/webhooks/$id"
            params={{ id: String(id) }}
            search={{ tab: 'told' }}
            inherit
            fw={600}
          >
            {name}
          </AnchorLink>
        )}
      </Cell>
      <TellingCells telling={telling} />
    </Row>
  )
}

function isUnderWay(telling: Telling): boolean {
  return standingOf(telling) === 'under_way'
}
