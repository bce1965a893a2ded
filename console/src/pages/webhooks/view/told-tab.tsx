import { SegmentedControl, Stack, Text } from '@mantine/core'
import { IconBellCheck, IconListDetails } from '@tabler/icons-react'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useList } from '../../../api/list.ts'
import { Cell, Row, RowList, rowLink } from '../../../ui/list/row-list.tsx'
import { AnchorLink } from '../../../ui/page/links.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { NeedsRight } from '../../../ui/page/needs-right.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { alertNameOf, alertPlaceOf, type Telling } from '../../events/telling.ts'
import { TELLING_HEADS, TellingCells } from '../../events/telling-cells.tsx'
import type { Webhook } from '../webhook-types.ts'
import { readTold } from '../webhooks-api.ts'
import { KeepPresent } from './keep-present.tsx'

const COLUMNS = 'minmax(0, 1fr) 190px 130px 150px 120px'

/** What its receiver was told of which alerts, and what it is owed. */
export function ToldTab({ webhook }: { readonly webhook: Webhook }) {
  return (
    <NeedsRight scope="deliveries:read" what="what its receiver was told">
      <KeepPresent webhook={webhook}>
        <ToldList webhook={webhook} />
      </KeepPresent>
    </NeedsRight>
  )
}

function ToldList({ webhook }: { readonly webhook: Webhook }) {
  const { id } = webhook
  const { owed: isOwed = false } = useSearch({ from: '/shell/webhooks/$id' })
  const navigate = useNavigate({ from: '/webhooks/$id' })
  const list = useList<Telling>(['deliveries', 'told', id, isOwed], (cursor) =>
    readTold(id, { isOwed, cursor }),
  )
  const isNone = !list.isLoading && list.items.length === 0 && !isOwed
  return (
    <Stack gap="md">
      {!isNone && (
        <SegmentedControl
          aria-label="Which alerts"
          style={{ alignSelf: 'flex-start' }}
          value={isOwed ? 'owed' : 'all'}
          onChange={(which) =>
            void navigate({ search: { tab: 'told', ...(which === 'owed' && { owed: true }) }, replace: true })
          }
          data={[
            { value: 'all', label: 'All it was told of' },
            { value: 'owed', label: 'Owed to it' },
          ]}
        />
      )}
      <RowList
        list={list}
        label={isOwed ? 'Alerts that are owed to it' : 'Alerts that its receiver was told of'}
        columns={COLUMNS}
        heads={['Alert', ...TELLING_HEADS, 'Differs since']}
        empty={<NothingTold webhook={webhook} isOwed={isOwed} />}
      >
        {(telling) => <ToldRow key={telling.alert_id} telling={telling} />}
      </RowList>
    </Stack>
  )
}

function ToldRow({ telling }: { readonly telling: Telling }) {
  const place = alertPlaceOf(telling)
  return (
    <Row>
      <Cell isWide isFirst>
        <Link to="/alerts" search={{ open: telling.alert_id }} className={rowLink}>
          {alertNameOf(telling)}
        </Link>
        {place !== null && (
          <Text size="xs" c="dimmed">
            {place}
          </Text>
        )}
      </Cell>
      <TellingCells telling={telling} />
      <Cell {...(telling.owed_since !== null && { label: 'Differs since' })}>
        <Time at={telling.owed_since} />
      </Cell>
    </Row>
  )
}

function NothingTold({ webhook, isOwed }: { readonly webhook: Webhook; readonly isOwed: boolean }) {
  if (isOwed) {
    return (
      <EmptyState icon={IconBellCheck} title="Nothing is owed to it">
        What differs from what its receiver knows is on its way, or there is nothing that differs.
      </EmptyState>
    )
  }
  if (webhook.mode === 'present') {
    return (
      <EmptyState icon={IconBellCheck} title="Nothing is open">
        An alert stands here from when its receiver may have been told of it until it has taken the end. What
        was raised before the webhook was made is told only if you bring it to the present.
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={IconListDetails} title="Nothing is remembered of it">
      {webhook.payload_type === 'JOB'
        ? 'It is told of each job run. Only of alerts there is something to remember: that they began, and not yet that they are over.'
        : 'It is told of each change, in its order. Told what is so now instead, it would hear the present once, and the end of everything it was told of: here would stand what its receiver knows, and what it is owed.'}
      {webhook.payload_type === 'ALERT' && (
        <>
          {' '}
          <AnchorLink inherit to="/webhooks/$id/edit" params={{ id: String(webhook.id) }}>
            Edit how it is told
          </AnchorLink>
          .
        </>
      )}
    </EmptyState>
  )
}
