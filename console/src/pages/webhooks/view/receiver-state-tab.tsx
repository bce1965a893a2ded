import { Button, SegmentedControl, Stack, Text } from '@mantine/core'
import { IconBellCheck, IconListDetails } from '@tabler/icons-react'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useRefresh } from '../../../api/refetch.ts'
import { useList } from '../../../api/list.ts'
import { Cell, Row, RowList, rowLink } from '../../../ui/list/row-list.tsx'
import { AnchorLink } from '../../../ui/page/links.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { NeedsRight } from '../../../ui/page/rights.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { alertNameOf, alertLocationOf, type ReceiverState } from '../../events/receiver-state.ts'
import { RECEIVER_STATE_HEADS, ReceiverStateCells } from '../../events/receiver-state-cells.tsx'
import type { Webhook } from '../webhook-types.ts'
import { keepQuery, readReceiverStates, switchMode } from '../webhooks-api.ts'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState, type ReactNode } from 'react'
import { DryRun } from './current-state-panel.tsx'
import { useMay } from '../../../api/session.ts'
import { Confirm } from '../../../ui/page/confirm.tsx'

const COLUMNS = 'minmax(0, 1fr) 190px 130px 150px 120px'

/** Lists what the receiver was last sent about each alert, and what is out of sync. */
export function ReceiverStateTab({ webhook }: { readonly webhook: Webhook }) {
  return (
    <NeedsRight scope="deliveries:read" what="the alert state">
      <SwitchMode webhook={webhook}>
        <NotifiedList webhook={webhook} />
      </SwitchMode>
    </NeedsRight>
  )
}

function NotifiedList({ webhook }: { readonly webhook: Webhook }) {
  const { id } = webhook
  const { out_of_sync: isOutOfSync = false } = useSearch({ from: '/shell/webhooks/$id' })
  const navigate = useNavigate({ from: '/webhooks/$id' })
  const list = useList<ReceiverState>(['deliveries', 'states', id, isOutOfSync], (cursor) =>
    readReceiverStates(id, { isOutOfSync, cursor }),
  )
  const isNone = !list.isLoading && list.items.length === 0 && !isOutOfSync
  return (
    <Stack gap="md">
      {!isNone && (
        <SegmentedControl
          aria-label="Which alerts"
          style={{ alignSelf: 'flex-start' }}
          value={isOutOfSync ? 'out_of_sync' : 'all'}
          onChange={(which) =>
            void navigate({
              search: { tab: 'receiver-state', ...(which === 'out_of_sync' && { out_of_sync: true }) },
              replace: true,
            })
          }
          data={[
            { value: 'all', label: 'All' },
            { value: 'out_of_sync', label: 'Out of sync' },
          ]}
        />
      )}
      <RowList
        list={list}
        label={isOutOfSync ? 'Alerts out of sync' : 'Alerts sent to the receiver'}
        columns={COLUMNS}
        heads={['Alert', ...RECEIVER_STATE_HEADS, 'Since']}
        empty={<NoReceiverStates webhook={webhook} isOutOfSync={isOutOfSync} />}
      >
        {(receiverState) => <ReceiverStateRow key={receiverState.alert_id} receiverState={receiverState} />}
      </RowList>
    </Stack>
  )
}

function ReceiverStateRow({ receiverState }: { readonly receiverState: ReceiverState }) {
  const location = alertLocationOf(receiverState)
  return (
    <Row>
      <Cell isWide isFirst>
        <Link to="/alerts" search={{ open: receiverState.alert_id }} className={rowLink}>
          {alertNameOf(receiverState)}
        </Link>
        {location !== null && (
          <Text size="xs" c="dimmed">
            {location}
          </Text>
        )}
      </Cell>
      <ReceiverStateCells receiverState={receiverState} />
      <Cell {...(receiverState.out_of_sync_since !== null && { label: 'Since' })}>
        <Time at={receiverState.out_of_sync_since} />
      </Cell>
    </Row>
  )
}

function NoReceiverStates({
  webhook,
  isOutOfSync,
}: {
  readonly webhook: Webhook
  readonly isOutOfSync: boolean
}) {
  if (isOutOfSync) {
    return (
      <EmptyState icon={IconBellCheck} title="Nothing is out of sync">
        The receiver has the current state of every alert, or it is on its way.
      </EmptyState>
    )
  }
  if (webhook.mode === 'current_state') {
    return (
      <EmptyState icon={IconBellCheck} title="No open alerts">
        This tab lists each alert that was sent to the receiver until the receiver accepts its clear. Resync
        to send alerts that were raised before the webhook was created.
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={IconListDetails} title="No receiver state in this mode">
      {webhook.payload_type === 'JOB'
        ? 'The receiver gets every job run. Only alerts have a state.'
        : 'The receiver gets every change, in order. In current-state mode, this tab lists the alerts it was last sent.'}
      {webhook.payload_type === 'ALERT' && (
        <>
          {' '}
          <AnchorLink inherit to="/webhooks/$id/edit" params={{ id: String(webhook.id) }}>
            Edit the mode
          </AnchorLink>
          .
        </>
      )}
    </EmptyState>
  )
}

interface SwitchModeProps {
  readonly webhook: Pick<Webhook, 'id' | 'name' | 'mode' | 'payload_type'>
  /** A view of its receiver states. */
  readonly children: ReactNode
}

/** Switches a webhook to mode `current_state`, after a preview. */
function SwitchMode({ webhook, children }: SwitchModeProps) {
  const { id, name, mode, payload_type: type } = webhook
  const refresh = useRefresh()
  const mayChange = useMay('webhooks:write')
  const [asks, setAsks] = useState(false)
  const location = useRef<HTMLDivElement>(null)
  const preview = useQuery({ ...keepQuery(id), enabled: asks })
  const confirm = async () => {
    const { data } = await switchMode(id, { isDryRun: false, etag: preview.data?.etag ?? null })
    notifications.show({ title: name, message: data.detail })
    await refresh('webhooks', 'deliveries')
    // The button that had the focus is gone.
    location.current?.focus()
  }
  if (!mayChange || type !== 'ALERT') return children
  return (
    <Stack gap="md" ref={location} tabIndex={-1} role="group" aria-label="Receiver state">
      {mode === 'every_change' && (
        <Button
          variant="default"
          size="xs"
          style={{ alignSelf: 'flex-start' }}
          leftSection={<IconBellCheck size={16} />}
          onClick={() => setAsks(true)}
        >
          Switch to current-state mode
        </Button>
      )}
      <Confirm
        isOpen={asks}
        onClose={() => setAsks(false)}
        title="Switch to current-state mode?"
        action="Switch to current-state mode"
        onConfirm={confirm}
      >
        <Stack gap="sm">
          <DryRun {...preview} detail={preview.data?.data.detail} />
          <Text size="sm" c="dimmed">
            From then on it gets one message per alert with the current state, and one when the alert ends,
            instead of every change. Switching sends nothing. Edit the webhook to go back.
          </Text>
        </Stack>
      </Confirm>
      {children}
    </Stack>
  )
}
