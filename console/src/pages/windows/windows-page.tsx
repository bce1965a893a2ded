import { Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCalendarRepeat, IconPlus } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { api, take } from '../../api/client.ts'
import { HistoryPage } from '../../ui/history/history-page.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Guarded } from '../../ui/page/guarded.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { WindowDialog } from './window-dialog.tsx'
import type { WindowSearch } from './window-search.ts'
import { type MaintenanceWindow, describeRecurrence, nextHeld, type Occurrence } from './window.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Cell, Row } from '../../ui/list/row-list.tsx'
import { StateBadge } from '../../ui/list/state-badge.tsx'
import { Confirm } from '../../ui/page/confirm.tsx'
import { AnchorLink } from '../../ui/page/links.tsx'
import { Time } from '../../ui/text/time.tsx'
import { WarningLines } from '../../ui/text/warning-lines.tsx'
import styles from './windows.module.css'
import { Cancelled, OccurrencesDialog } from './occurrences-dialog.tsx'

/** Lists maintenance windows, and creates, changes and deletes them. */
export function WindowsPage() {
  const search = useSearch({ from: '/shell/windows' })
  const [isNew, { open, close }] = useDisclosure()
  return (
    <>
      <PageHeader
        title="Maintenance windows"
        description="A maintenance window silences the same alerts and job runs again and again. Each occurrence is a silence: the page Silences shows it from a day before it begins."
      >
        <Guarded scope="webhooks:write" to="create maintenance windows">
          <Button leftSection={<IconPlus size={16} />} onClick={open}>
            New window
          </Button>
        </Guarded>
      </PageHeader>
      <HistoryPage<WindowSearch, MaintenanceWindow>
        scope="deliveries:read"
        what="maintenance windows"
        search={search}
        queryKey={['windows', 'list']}
        read={(cursor) => take(api.GET('/v1/windows', { params: { query: { ...(cursor && { cursor }) } } }))}
        filters={[]}
        isNarrowed={() => false}
        label="Maintenance windows"
        columns="104px minmax(0, 1fr) minmax(0, 0.9fr) 190px 170px"
        heads={['State', 'Window', 'Recurs', 'Next', 'Actions']}
        empty={
          <EmptyState icon={IconCalendarRepeat} title="There are no maintenance windows">
            Create one for planned work that recurs, such as patches every Sunday night: alerts of these
            servers are held meanwhile, and receivers get what is still true when it ends.
          </EmptyState>
        }
      >
        {(window, isOpen) => <WindowRow key={window.id} window={window} isOpen={isOpen} />}
      </HistoryPage>
      <WindowDialog isOpen={isNew} onClose={close} />
    </>
  )
}

interface WindowRowProps {
  readonly window: MaintenanceWindow
  readonly isOpen: boolean
}

function WindowRow({ window, isOpen }: WindowRowProps) {
  const { name, match, reason, created_by: by, state, webhook_ids: webhookIds, zone, warnings } = window
  return (
    <Row isOpen={isOpen}>
      <Cell>
        <StateBadge state={state} />
      </Cell>
      <Cell isWide isFirst>
        <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <Text size="xs" className={styles.match!}>
          {match}
        </Text>
        <Text size="xs" c="dimmed" className={styles.reason!}>
          {reason} · {by}
          {webhookIds !== null &&
            ` · for ${webhookIds.length === 1 ? '1 webhook' : `${webhookIds.length} webhooks`}`}
        </Text>
        <WarningLines warnings={warnings} />
      </Cell>
      <Cell>
        <div>
          <Text size="sm">{describeRecurrence(window)}</Text>
          <Text size="xs" c="dimmed">
            {zone}
            {window.jobs === 'notify_failures' && ' · jobs that fail are sent'}
          </Text>
        </div>
      </Cell>
      <Cell isRaised>
        <div>
          <Next window={window} />
        </div>
      </Cell>
      <Cell isRaised>
        <Actions window={window} />
      </Cell>
    </Row>
  )
}

/** Says when it begins; of one that is under way, when it ends. */
function Next({ window }: Pick<WindowRowProps, 'window'>) {
  const { state, next, silence_id: silenceId } = window
  const [isOpen, { open, close }] = useDisclosure()
  const [coming] = next
  const first = nextHeld(window)
  if (coming === undefined)
    return (
      <Text size="sm" c="dimmed">
        Occurs no more
      </Text>
    )
  const isActive = state === 'active'
  return (
    <>
      {coming.cancelled && (
        <Text size="xs" c="dimmed">
          {coming.begins_local} <Cancelled />
        </Text>
      )}
      {first && <Begin occurrence={first} isActive={isActive} />}
      <Button
        variant="subtle"
        size="compact-xs"
        onClick={open}
        aria-label={`Next ${next.length} occurrences of ${window.name}`}
      >
        Next {next.length}
      </Button>
      <OccurrencesDialog window={window} isOpen={isOpen} onClose={close} />
      {silenceId !== null && (
        <AnchorLink to="/silences" search={{ open: silenceId }} size="xs">
          silence {silenceId}
        </AnchorLink>
      )}
    </>
  )
}

interface BeginProps {
  readonly occurrence: Occurrence
  readonly isActive: boolean
}

function Begin({ occurrence: first, isActive }: BeginProps) {
  return (
    <>
      <Text size="sm">
        {isActive ? 'Ends ' : 'Begins '}
        <Time at={isActive ? first.ends_at : first.begins_at} />
      </Text>
      <Text size="xs" c="dimmed">
        {isActive ? first.ends_local : first.begins_local}
      </Text>
    </>
  )
}

function Actions({ window }: { readonly window: MaintenanceWindow }) {
  const { id, name, state } = window
  const client = useQueryClient()
  const [changes, change] = useDisclosure()
  const [deletes, remove] = useDisclosure()
  return (
    <Group gap={6} wrap="nowrap">
      <Guarded scope="webhooks:write" to="change maintenance windows">
        <Button variant="default" size="compact-sm" onClick={change.open} aria-label={`Change ${name}`}>
          Change
        </Button>
      </Guarded>
      <Guarded scope="webhooks:write" to="delete maintenance windows">
        <Button variant="default" size="compact-sm" onClick={remove.open} aria-label={`Delete ${name}`}>
          Delete
        </Button>
      </Guarded>
      <WindowDialog isOpen={changes} onClose={change.close} before={window} />
      <Confirm
        isOpen={deletes}
        onClose={remove.close}
        title={`Delete ${name}?`}
        action="Delete the window"
        isDangerous
        onConfirm={async () => {
          await take(api.DELETE('/v1/windows/{id}', { params: { path: { id } } }))
          const stale = [['windows'], ['silences'], ['alerts']]
          await Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey })))
        }}
      >
        <Text size="sm">
          {state === 'active'
            ? 'It is under way, and ends: receivers get the current state of what it held.'
            : 'It holds nothing now, and will not begin again.'}
        </Text>
      </Confirm>
    </Group>
  )
}
