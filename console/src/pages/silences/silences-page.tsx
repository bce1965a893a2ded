import { Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBellOff, IconPlus } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { api, take } from '../../api/client.ts'
import type { HistoryFilter } from '../../ui/history/history-filters.tsx'
import { HistoryPage } from '../../ui/history/history-page.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Guarded } from '../../ui/page/guarded.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { SilenceDialog } from './silence-dialog.tsx'
import type { SilenceSearch } from './silence-search.ts'
import { type Silence, noticeOf } from './silence.ts'
import { useQueryClient, useQuery } from '@tanstack/react-query'
import { Cell, Row } from '../../ui/list/row-list.tsx'
import { StateBadge } from '../../ui/list/state-badge.tsx'
import { Confirm } from '../../ui/page/confirm.tsx'
import { formatCount } from '../../ui/text/format.ts'
import { Time, useNow } from '../../ui/text/time.tsx'
import { WarningLines } from '../../ui/text/warning-lines.tsx'
import styles from './silences.module.css'

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

/** Lists silences, and creates, changes and ends them. */
export function SilencesPage() {
  const search = useSearch({ from: '/shell/silences' })
  const [isNew, { open, close }] = useDisclosure()
  const state: Silence['state'][] = search.view === 'ended' ? ['expired'] : ['pending', 'active']
  return (
    <>
      <PageHeader
        title="Silences"
        description="A silence holds notifications for a while. Clears of what was notified are still sent; when it ends, receivers get the current state of what they missed."
      >
        <Guarded scope="silences:write" to="silence alerts">
          <Button leftSection={<IconPlus size={16} />} onClick={open}>
            New silence
          </Button>
        </Guarded>
      </PageHeader>
      <HistoryPage<SilenceSearch, Silence>
        scope="deliveries:read"
        what="silences"
        search={search}
        queryKey={['silences', 'list', state]}
        read={(cursor) =>
          take(
            api.GET('/v1/silences', {
              params: { query: { state, ...(cursor && { cursor }) } },
            }),
          )
        }
        filters={[VIEW]}
        kept={['view']}
        isNarrowed={() => false}
        label={search.view === 'ended' ? 'Silences that have ended' : 'Active and later silences'}
        columns="104px minmax(0, 1fr) 90px 150px 150px"
        heads={['State', 'Silence', 'Holds', search.view === 'ended' ? 'Ended' : 'Ends', 'Actions']}
        empty={<NoSilences search={search} />}
      >
        {(silence, isOpen) => <SilenceRow key={silence.id} silence={silence} isOpen={isOpen} />}
      </HistoryPage>
      <SilenceDialog isOpen={isNew} onClose={close} />
    </>
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
  const { id, match, reason, created_by: by, state, webhook_ids: webhookIds, warnings } = silence
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
        <Text size="xs" c="dimmed" className={styles.reason!}>
          {reason} · {by}
          {webhookIds !== null &&
            ` · for ${webhookIds.length === 1 ? '1 webhook' : `${webhookIds.length} webhooks`}`}
        </Text>
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
  const client = useQueryClient()
  const [changes, change] = useDisclosure()
  const [ends, end] = useDisclosure()
  return (
    <Group gap={6} wrap="nowrap">
      <Guarded scope="silences:write" to="change silences">
        <Button variant="default" size="compact-sm" onClick={change.open} aria-label={`Change silence ${id}`}>
          Change
        </Button>
      </Guarded>
      <Guarded scope="silences:write" to="end silences">
        <Button variant="default" size="compact-sm" onClick={end.open} aria-label={`End silence ${id}`}>
          End
        </Button>
      </Guarded>
      <SilenceDialog isOpen={changes} onClose={change.close} before={silence} />
      <Confirm
        isOpen={ends}
        onClose={end.close}
        title={`End silence ${id}?`}
        action="End the silence"
        onConfirm={async () => {
          await take(api.DELETE('/v1/silences/{id}', { params: { path: { id } } }))
          const stale = [['silences'], ['windows'], ['alerts']]
          await Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey })))
        }}
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
      </Confirm>
    </Group>
  )
}

/** Says of the silence of an occurrence that no other one ends with it, and when the next one begins. */
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
