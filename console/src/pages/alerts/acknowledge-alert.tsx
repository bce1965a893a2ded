import { Button, Alert as Notice, Stack, Text, TextInput } from '@mantine/core'
import { IconUserCheck } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, take } from '../../api/client.ts'
import { Confirm } from '../../ui/page/confirm.tsx'
import { Guarded } from '../../ui/page/guarded.tsx'
import { ProblemAlert } from '../../ui/page/problem-alert.tsx'
import { useAction } from '../../ui/page/use-action.ts'
import { Time } from '../../ui/text/time.tsx'
import { AlertAction } from './alert-action.tsx'
import type { Alert } from './alert.ts'

interface AcknowledgeAlertProps {
  readonly alert: Alert
  /** True: an icon, for rows. */
  readonly isCompact?: boolean
}

const NOTE_CHARACTERS_MAX = 500
const TERM_CHARACTERS_MAX = 20

/** Says that one takes care of an alert. */
export function AcknowledgeAlert({ alert, isCompact }: AcknowledgeAlertProps) {
  const { id, name, acknowledgement } = alert
  const client = useQueryClient()
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
          await refresh(client)
        }}
      >
        <Stack gap="sm">
          <Text size="sm">
            Everybody sees that you take care of it, until it clears or gets worse than it is now. Webhooks
            that ask for acknowledgements are notified; other notifications go on.
          </Text>
          <TextInput
            label="Note"
            description="What you do about it"
            maxLength={NOTE_CHARACTERS_MAX}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <TextInput
            label="For"
            description="How long it counts, such as 30m, 8h or 2d"
            placeholder="1d"
            maxLength={TERM_CHARACTERS_MAX}
            value={term}
            onChange={(event) => setTerm(event.currentTarget.value)}
          />
        </Stack>
      </Confirm>
    </>
  )
}

/** Says who takes care of the alert. */
export function AcknowledgedNotice({ alert: { id, acknowledgement } }: AcknowledgeAlertProps) {
  const client = useQueryClient()
  const { isBusy, error, run } = useAction()
  if (acknowledgement === null) return null
  const { by, state, until, note } = acknowledgement
  const withdraw = () =>
    run(async () => {
      await take(api.DELETE('/v1/alerts/{id}/acknowledgement', { params: { path: { id } } }))
      await refresh(client)
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

async function refresh(client: ReturnType<typeof useQueryClient>): Promise<void> {
  await Promise.all([['alerts'], ['deliveries']].map((queryKey) => client.invalidateQueries({ queryKey })))
}
