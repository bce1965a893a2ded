import { Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCalendarRepeat } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { api, take } from '../../api/client.ts'
import { HistoryPage } from '../../ui/list/history-page.tsx'
import { Cell, Row } from '../../ui/list/row-list.tsx'
import { StateBadge } from '../../ui/list/state-badge.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { AnchorLink } from '../../ui/page/links.tsx'
import { Time } from '../../ui/text/time.tsx'
import { HoldActions, HoldReason, NewHold, WarningLines } from './hold-parts.tsx'
import type { WindowSearch } from './hold-search.ts'
import styles from './holds.module.css'
import { Cancelled, OccurrencesDialog } from './occurrences.tsx'
import { WindowDialog } from './window-dialog.tsx'
import { describeRecurrence, nextHeld, type MaintenanceWindow } from './window.ts'

export function WindowsPage() {
  const search = useSearch({ from: '/shell/windows' })
  return (
    <HistoryPage<WindowSearch, MaintenanceWindow>
      header={{
        title: 'Maintenance windows',
        description:
          'A maintenance window silences the same alerts and job runs again and again. Each occurrence is a silence: the page Silences shows it from a day before it begins.',
        children: (
          <NewHold
            label="New window"
            scope="webhooks:write"
            to="create maintenance windows"
            Dialog={WindowDialog}
          />
        ),
      }}
      scope="deliveries:read"
      what="maintenance windows"
      search={search}
      queryKey={['windows', 'list']}
      read={(cursor) => take(api.GET('/v1/windows', { params: { query: { ...(cursor && { cursor }) } } }))}
      label="Maintenance windows"
      columns="104px minmax(0, 1fr) minmax(0, 0.9fr) 190px 170px"
      heads={['State', 'Window', 'Recurs', 'Next', 'Actions']}
      empty={
        <EmptyState icon={IconCalendarRepeat} title="There are no maintenance windows">
          Create one for planned work that recurs, such as patches every Sunday night: alerts of these servers
          are held meanwhile, and receivers get what is still true when it ends.
        </EmptyState>
      }
    >
      {(window, isOpen) => <WindowRow key={window.id} window={window} isOpen={isOpen} />}
    </HistoryPage>
  )
}

interface WindowRowProps {
  readonly window: MaintenanceWindow
  readonly isOpen: boolean
}

function WindowRow({ window, isOpen }: WindowRowProps) {
  const { name, match, state, zone, warnings } = window
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
        <HoldReason of={window} />
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

/** Says when it begins; during an occurrence, when it ends. */
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
      {first && (
        <>
          <Text size="sm">
            {isActive ? 'Ends ' : 'Begins '}
            <Time at={isActive ? first.ends_at : first.begins_at} />
          </Text>
          <Text size="xs" c="dimmed">
            {isActive ? first.ends_local : first.begins_local}
          </Text>
        </>
      )}
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

function Actions({ window }: { readonly window: MaintenanceWindow }) {
  const { id, name, state } = window
  return (
    <HoldActions
      scope="webhooks:write"
      name={name}
      plural="maintenance windows"
      verb="Delete"
      action="Delete the window"
      isDangerous
      onConfirm={() => take(api.DELETE('/v1/windows/{id}', { params: { path: { id } } }))}
      renderDialog={(props) => <WindowDialog {...props} before={window} />}
    >
      <Text size="sm">
        {state === 'active'
          ? 'It is under way, and ends: receivers get the current state of what it held.'
          : 'It holds nothing now, and will not begin again.'}
      </Text>
    </HoldActions>
  )
}
