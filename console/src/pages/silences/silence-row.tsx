import { Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { api, take } from '../../api/client.ts'
import { Cell, Row } from '../../ui/list/row-list.tsx'
import { StateBadge } from '../../ui/list/state-badge.tsx'
import { Confirm } from '../../ui/page/confirm.tsx'
import { Guarded } from '../../ui/page/guarded.tsx'
import { formatCount } from '../../ui/text/format.ts'
import { Time, useNow } from '../../ui/text/time.tsx'
import { WarningLines } from '../../ui/text/warning-lines.tsx'
import { OccurrenceNote } from './occurrence-note.tsx'
import { SilenceDialog } from './silence-dialog.tsx'
import { noticeOf, type Silence } from './silence.ts'
import styles from './silences.module.css'

const NOTICES = {
  ends_soon: 'Ends soon',
  idle: 'Has held nothing for a week',
} as const

export function SilenceRow({ silence, isOpen }: { readonly silence: Silence; readonly isOpen: boolean }) {
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
