import { Text } from '@mantine/core'
import { IconBellOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { api, take } from '../../api/client.ts'
import type { HistoryFilter } from '../../ui/list/history-filters.tsx'
import { HistoryPage } from '../../ui/list/history-page.tsx'
import { Cell, Row } from '../../ui/list/row-list.tsx'
import { StateBadge } from '../../ui/list/state-badge.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { formatCount } from '../../ui/text/format.ts'
import { Time, useNow } from '../../ui/text/time.tsx'
import { HoldActions, HoldReason, NewHold, WarningLines } from './hold-parts.tsx'
import type { SilenceSearch } from './hold-search.ts'
import styles from './holds.module.css'
import { SilenceDialog } from './silence-dialog.tsx'
import { noticeOf, type Silence } from './silence.ts'

const NOTICES = {
  ends_soon: 'Ends soon',
  idle: 'Has held nothing for a week',
} as const

const VIEW: HistoryFilter<SilenceSearch, Silence> = {
  kind: 'views',
  name: 'view',
  label: 'Which silences',
  options: [
    { value: 'live', label: 'Active and later' },
    { value: 'ended', label: 'Ended' },
  ],
}

export function SilencesPage() {
  const search = useSearch({ from: '/shell/silences' })
  const state: Silence['state'][] = search.view === 'ended' ? ['expired'] : ['pending', 'active']
  return (
    <HistoryPage<SilenceSearch, Silence>
      header={{
        title: 'Silences',
        description:
          'A silence holds notifications for a while. Clears of what was notified are still sent; when it ends, receivers get the current state of what they missed.',
        children: (
          <NewHold label="New silence" scope="silences:write" to="silence alerts" Dialog={SilenceDialog} />
        ),
      }}
      scope="deliveries:read"
      what="silences"
      search={search}
      queryKey={['silences', 'list', state]}
      read={(cursor) =>
        take(api.GET('/v1/silences', { params: { query: { state, ...(cursor && { cursor }) } } }))
      }
      filters={[VIEW]}
      label={search.view === 'ended' ? 'Silences that have ended' : 'Active and later silences'}
      columns="104px minmax(0, 1fr) 90px 150px 150px"
      heads={['State', 'Silence', 'Holds', search.view === 'ended' ? 'Ended' : 'Ends', 'Actions']}
      empty={<NoSilences search={search} />}
    >
      {(silence, isOpen) => <SilenceRow key={silence.id} silence={silence} isOpen={isOpen} />}
    </HistoryPage>
  )
}

function NoSilences({ search }: { readonly search: SilenceSearch }) {
  return search.view === 'ended' ? (
    <EmptyState icon={IconBellOff} title="No silence has ended">
      Silences that have ended are kept as long as events.
    </EmptyState>
  ) : (
    <EmptyState icon={IconBellOff} title="Nothing is silenced">
      Create a silence before planned work, or from the page of an alert. A script can silence for as long as
      a command runs: <span className="mono">tocsin silence add --while</span>.
    </EmptyState>
  )
}

function SilenceRow({ silence, isOpen }: { readonly silence: Silence; readonly isOpen: boolean }) {
  const { id, match, state, warnings } = silence
  const notice = noticeOf(silence, useNow())
  return (
    <Row isOpen={isOpen}>
      <Cell>
        <StateBadge state={state} />
      </Cell>
      <Cell isWide isFirst>
        <Text size="sm" className={styles.match!}>
          {match}
        </Text>
        <HoldReason of={silence} />
        {notice !== undefined && (
          <Text size="xs" c="var(--tocsin-warning)" fw={500}>
            {NOTICES[notice]}
          </Text>
        )}
        <WarningLines warnings={warnings} />
      </Cell>
      <Cell label="Holds">{formatCount(silence.held)}</Cell>
      <Cell label={state === 'expired' ? 'Ended' : 'Ends'}>
        <Time at={silence.ends_at} />
        {state === 'pending' && (
          <Text size="xs" c="dimmed">
            begins <Time at={silence.starts_at} />
          </Text>
        )}
      </Cell>
      <Cell isRaised>{state !== 'expired' && <Actions key={id} silence={silence} />}</Cell>
    </Row>
  )
}

function Actions({ silence }: { readonly silence: Silence }) {
  const { id, held, match } = silence
  return (
    <HoldActions
      scope="silences:write"
      name={`silence ${id}`}
      plural="silences"
      verb="End"
      action="End the silence"
      onConfirm={() => take(api.DELETE('/v1/silences/{id}', { params: { path: { id } } }))}
      renderDialog={(props) => <SilenceDialog {...props} before={silence} />}
    >
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        <span className="mono">{match}</span>
      </Text>
      <OccurrenceNote silence={silence} />
      <Text size="sm">
        {held === 0
          ? 'It holds nothing.'
          : `It holds ${formatCount(held)} ${held === 1 ? 'notification' : 'notifications'}: receivers get the current state now, if they do not have it.`}
      </Text>
    </HoldActions>
  )
}

/** Says that an occurrence's silence ends alone, and when the next one begins. */
function OccurrenceNote({ silence: { window_id: id, ends_at: end } }: { readonly silence: Silence }) {
  const { data: window } = useQuery({
    queryKey: ['windows', id],
    queryFn: () => take(api.GET('/v1/windows/{id}', { params: { path: { id: id ?? 0 } } })),
    enabled: id !== null,
  })
  if (id === null || !window) return null
  const next = window.next.find(({ cancelled, begins_at: begin }) => !cancelled && begin >= end)
  return (
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      {`This occurrence of ${window.name} only. `}
      {next ? `The next one begins ${next.begins_local}.` : 'No other one is near.'}
    </Text>
  )
}
