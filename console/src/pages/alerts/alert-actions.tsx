import { ActionIcon, Alert as Notice, Button, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBellOff, IconCircleCheck, IconUserCheck, type Icon } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { api, take } from '../../api/client.ts'
import { useRefresh } from '../../api/refetch.ts'
import { loadPage } from '../../shell/load-page.ts'
import { Confirm, useAction } from '../../ui/page/confirm.tsx'
import { AnchorLink } from '../../ui/page/links.tsx'
import { ProblemAlert } from '../../ui/page/problem-alert.tsx'
import { Guarded } from '../../ui/page/rights.tsx'
import { Time, useNow } from '../../ui/text/time.tsx'
import { matchOf } from '../silences/silence.ts'
import type { Alert, AlertWithHistory } from './alert.ts'

/** Loaded when opened: few visits end in a silence. */
const SilenceDialog = lazy(
  loadPage(async () => ({ default: (await import('../silences/silence-dialog.tsx')).SilenceDialog })),
)

interface AlertProps {
  readonly alert: Alert
  /** True: an icon, for rows. */
  readonly isCompact?: boolean
}

/** Shows actions on an active alert as icons. */
export function RowActions({ alert }: AlertProps) {
  return (
    <>
      <AcknowledgeAlert alert={alert} isCompact />
      <SilenceAlert alert={alert} isCompact />
    </>
  )
}

/** Acknowledges an alert, with a note and for a time. */
export function AcknowledgeAlert({ alert, isCompact }: AlertProps) {
  const { id, name, acknowledgement } = alert
  const refresh = useRefresh()
  const [asks, setAsks] = useState(false)
  const [note, setNote] = useState('')
  const [term, setTerm] = useState('')
  return (
    <>
      <AlertAction
        label={acknowledgement === null ? 'Acknowledge' : 'Acknowledge again'}
        to="acknowledge"
        name={name}
        icon={IconUserCheck}
        isCompact={isCompact}
        onClick={() => setAsks(true)}
      />
      <Confirm
        isOpen={asks}
        title={`Acknowledge ${name}?`}
        action="Acknowledge the alert"
        onClose={() => setAsks(false)}
        onConfirm={async () => {
          const body = { note, ...(term.trim() !== '' && { for: term.trim() }) }
          await take(api.POST('/v1/alerts/{id}/acknowledgement', { params: { path: { id } }, body }))
          await refresh('alerts', 'deliveries')
        }}
      >
        <Stack gap="sm">
          <Text size="sm">
            Everybody sees that you acknowledged it, until it clears or gets worse than it is now. Webhooks
            that ask for acknowledgements are notified; other notifications go on.
          </Text>
          <NoteField description="What you do about it" value={note} onChange={setNote} />
          <TextInput
            label="For"
            description="How long it counts, such as 30m, 8h or 2d"
            placeholder="1d"
            maxLength={20}
            value={term}
            onChange={(event) => setTerm(event.currentTarget.value)}
          />
        </Stack>
      </Confirm>
    </>
  )
}

export function AcknowledgedNotice({ alert: { id, acknowledgement } }: AlertProps) {
  const refresh = useRefresh()
  const { isBusy, error, run } = useAction()
  if (acknowledgement === null) return null
  const { by, state, until, note } = acknowledgement
  const withdraw = () =>
    run(async () => {
      await take(api.DELETE('/v1/alerts/{id}/acknowledgement', { params: { path: { id } } }))
      await refresh('alerts', 'deliveries')
    })
  return (
    <Notice color="blue" icon={<IconUserCheck size={18} />} title={`Acknowledged by ${by}`}>
      <Stack gap="xs" align="flex-start">
        {note !== null && (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {note}
          </Text>
        )}
        <Text size="sm">
          It counts until the alert clears{state !== 'high' && ` or gets worse than ${state}`}, at the latest{' '}
          <Time at={until} />.
        </Text>
        <ProblemAlert error={error} />
        <Guarded scope="silences:write" to="withdraw acknowledgements">
          <Button size="xs" variant="default" loading={isBusy} onClick={() => void withdraw()}>
            Withdraw
          </Button>
        </Guarded>
      </Stack>
    </Notice>
  )
}

export function SilenceAlert({ alert, isCompact }: AlertProps) {
  const [isOpen, { open, close }] = useDisclosure()
  const [wasOpened, setOpened] = useState(false)
  return (
    <>
      <AlertAction
        label="Silence this"
        to="silence alerts"
        name={alert.name}
        icon={IconBellOff}
        isCompact={isCompact}
        onClick={() => {
          setOpened(true)
          open()
        }}
      />
      {wasOpened && (
        <Suspense fallback={null}>
          <SilenceDialog isOpen={isOpen} onClose={close} match={matchOf(alert)} />
        </Suspense>
      )}
    </>
  )
}

/** Says which silences cover the alert. */
export function SilencedNotice({ alert: { silenced_by: ids, all_silences_seen: areAllSeen } }: AlertProps) {
  if (ids.length === 0)
    return areAllSeen ? null : (
      <Notice color="gray" icon={<IconBellOff size={18} />} title="Not all silences looked">
        <Text size="sm">
          The patterns of a silence are above their budget, or take too long, and could not look at all of
          this alert.
        </Text>
      </Notice>
    )
  return (
    <Notice color="gray" icon={<IconBellOff size={18} />} title="Silenced">
      <Text size="sm">
        Held by{' '}
        {ids.map((id, index) => (
          <span key={id}>
            {index > 0 && ', '}
            <AnchorLink to="/silences" search={{ open: id }} inherit underline="always">
              silence {id}
            </AnchorLink>
          </span>
        ))}
        . Its clear is sent to whoever was notified.
      </Text>
    </Notice>
  )
}

/**
 * Clears an alert that nobody will report as cleared. While its monitor reports it, it says from when that is
 * possible.
 */
export function ClearAlert({ alert }: { readonly alert: AlertWithHistory }) {
  const { id, name, clearable_from: from, last_reported_at: lastReportedAt } = alert
  const refresh = useRefresh()
  const now = useNow()
  const [asks, setAsks] = useState(false)
  const [note, setNote] = useState('')
  if (from === null) return null
  if (Date.parse(from) > now) {
    return (
      <Text size="sm" c="dimmed">
        Still being reported. If no report arrives, you can clear it <Time at={from} />.
      </Text>
    )
  }
  return (
    <div>
      <AlertAction
        label="Clear alert"
        to="clear alerts"
        name={name}
        icon={IconCircleCheck}
        onClick={() => setAsks(true)}
      />
      <Confirm
        isOpen={asks}
        title={`Clear alert ${id}?`}
        action="Clear the alert"
        onClose={() => setAsks(false)}
        onConfirm={async () => {
          await take(api.POST('/v1/alerts/{id}/clear', { params: { path: { id } }, body: { note } }))
          // The alert's receiver states are cached under `deliveries`.
          await refresh('alerts', 'deliveries')
        }}
      >
        <Stack gap="sm">
          <Text size="sm">
            Last reported <Time at={lastReportedAt} />. Webhooks are notified as for any other clear. A new
            report raises the alert again.
          </Text>
          <NoteField description="Why, for the audit log" value={note} onChange={setNote} />
        </Stack>
      </Confirm>
    </div>
  )
}

interface NoteFieldProps {
  readonly description: string
  readonly value: string
  readonly onChange: (note: string) => void
}

function NoteField({ onChange, ...field }: NoteFieldProps) {
  return (
    <TextInput
      {...field}
      label="Note"
      maxLength={500}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

interface AlertActionProps {
  readonly label: string
  /** The action, as it follows "may not". */
  readonly to: string
  /** The alert's name, for screen readers. */
  readonly name: string
  readonly icon: Icon
  readonly isCompact?: boolean | undefined
  readonly onClick: () => void
}

function AlertAction({ label, to, name, icon: AlertIcon, isCompact, onClick }: AlertActionProps) {
  return (
    <Guarded scope="silences:write" to={to} {...(isCompact && { tip: label })}>
      {isCompact ? (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          aria-label={`${label}: ${name}`}
          onClick={onClick}
        >
          <AlertIcon size={18} stroke={1.7} />
        </ActionIcon>
      ) : (
        <Button variant="default" leftSection={<AlertIcon size={16} />} onClick={onClick}>
          {label}
        </Button>
      )}
    </Guarded>
  )
}
