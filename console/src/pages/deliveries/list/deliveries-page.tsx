import { Button, Stack, CloseButton, Group, Progress, Text } from '@mantine/core'
import { IconArrowUp, IconSend } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { NoMatch } from '../../../ui/list/filters.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { formatCount } from '../../../ui/text/format.ts'
import { NeedsRight, Guarded } from '../../../ui/page/rights.tsx'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { ProblemAlert } from '../../../ui/page/problem-alert.tsx'
import { AnchorLink, ButtonLink } from '../../../ui/page/links.tsx'
import styles from '../deliveries.module.css'
import { DeliveryDrawer } from '../story/delivery-drawer.tsx'
import { DeliveryFilters } from './delivery-filters.tsx'
import { type DeliveryList, NEWER_MAX, useDeliveryList, operationQuery } from '../delivery-queries.ts'
import { filterOf } from '../delivery-search.ts'
import { DeliveryTable } from './delivery-table.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, take } from '../../../api/client.ts'
import { Panel } from '../../../ui/page/panel.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { describeOperation, OPERATIONS } from '../operations/operation-words.ts'
import { SelectionBar } from '../operations/selection-bar.tsx'
import { NOTHING } from '../../../ui/list/selection.ts'

export function DeliveriesPage() {
  return (
    <NeedsRight scope="deliveries:read" what="deliveries" title="Deliveries">
      <Deliveries />
    </NeedsRight>
  )
}

function Deliveries() {
  const search = useSearch({ from: '/shell/deliveries' })
  const navigate = useNavigate({ from: '/deliveries' })
  const filter = filterOf(search)
  const list = useDeliveryList(filter, search.cursor ?? null)
  const [selection, setSelection] = useState(NOTHING)
  const isFiltered = Object.keys(filter).length > 0
  return (
    <>
      <PageHeader
        title="Deliveries"
        description="One delivery per event and webhook. Failed deliveries can be retried."
      >
        {search.cursor !== undefined && (
          <ButtonLink from="/deliveries" to="." search={filter} variant="default" size="xs">
            Back to the newest
          </ButtonLink>
        )}
      </PageHeader>
      <DeliveryFilters search={search} />
      <Stack gap="sm">
        <ProblemAlert error={list.error} />
        {search.operation !== undefined && <OperationPanel key={search.operation} id={search.operation} />}
        {/* A refusal is shown instead of the list. */}
        {(list.deliveries !== undefined || list.error === null) && (
          <div className={styles.listFrame}>
            <Newer list={list} />
            <DeliveryTable
              list={list}
              openId={search.open}
              selection={selection}
              onSelect={setSelection}
              onGoOn={() => {
                const { next } = list
                if (next !== null) void navigate({ search: (before) => ({ ...before, cursor: next }) })
              }}
              bar={
                <SelectionBar
                  selection={selection}
                  onSelect={setSelection}
                  deliveries={list.deliveries ?? []}
                  search={filter}
                  anchor={list.anchor}
                  hasOlder={list.hasOlder}
                />
              }
              empty={isFiltered ? <NoMatch title="No delivery matches these filters" /> : <NothingYet />}
            />
          </div>
        )}
      </Stack>
      <DeliveryDrawer id={search.open} shown={(list.deliveries ?? []).map(({ id }) => id)} />
    </>
  )
}

/** Announces new deliveries, and shows them on a click. */
function Newer({ list }: { readonly list: DeliveryList }) {
  const { newerCount, showNewer } = list
  return (
    <div className={styles.newer} role="status">
      {newerCount > 0 && (
        <Button size="compact-sm" radius="xl" leftSection={<IconArrowUp size={14} />} onClick={showNewer}>
          {newerCount >= NEWER_MAX ? `${NEWER_MAX} or more` : formatCount(newerCount)} new — show
        </Button>
      )}
    </div>
  )
}

function NothingYet() {
  return (
    <EmptyState icon={IconSend} title="Nothing has been delivered yet">
      As soon as a monitor reports a change, this page lists a delivery for each webhook. Make a{' '}
      <AnchorLink to="/webhooks/new" inherit>
        webhook
      </AnchorLink>{' '}
      and{' '}
      <AnchorLink to="/settings/sources" inherit>
        connect a monitor
      </AnchorLink>
      .
    </EmptyState>
  )
}

/** Shows an operation's progress and results, and can stop it. */
function OperationPanel({ id }: { readonly id: number }) {
  const client = useQueryClient()
  const navigate = useNavigate({ from: '/deliveries' })
  const { data: operation, error } = useQuery(operationQuery(id))
  const stop = useMutation({
    mutationFn: () => take(api.POST('/v1/delivery-operations/{id}/stop', { params: { path: { id } } })),
    onSettled: () => client.invalidateQueries({ queryKey: ['delivery-operations', id] }),
  })
  const close = () =>
    void navigate({ search: ({ operation: _operation, ...rest }) => rest, resetScroll: false })
  if (error) return <ProblemAlert error={error} />
  if (!operation) return null
  const isRunning = operation.state === 'running'
  return (
    <Panel
      title={`${OPERATIONS[operation.kind].title} · operation ${id}`}
      description={
        <>
          Started <Time at={operation.created_at} /> by {operation.created_by}
        </>
      }
      actions={
        <Group gap="xs">
          {isRunning && (
            <Guarded scope="deliveries:write" to="stop operations">
              <Button size="xs" variant="default" loading={stop.isPending} onClick={() => stop.mutate()}>
                Stop
              </Button>
            </Guarded>
          )}
          <CloseButton onClick={close} aria-label="Close: the operation continues" />
        </Group>
      }
    >
      <Progress
        value={operation.done_share * 100}
        animated={isRunning}
        aria-label={`Progress of operation ${id}`}
        mb="xs"
      />
      <Text size="sm" role="status">
        {describeOperation(operation)}
      </Text>
      <ProblemAlert error={stop.error} />
    </Panel>
  )
}
