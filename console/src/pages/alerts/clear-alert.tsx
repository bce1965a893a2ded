import { Button, Stack, Text, TextInput } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, take } from '../../api/client.ts'
import { Confirm } from '../../ui/page/confirm.tsx'
import { Guarded } from '../../ui/page/guarded.tsx'
import { Time, useNow } from '../../ui/text/time.tsx'
import type { AlertWithHistory } from './alert.ts'

interface ClearAlertProps {
  readonly alert: AlertWithHistory
}

const NOTE_CHARACTERS_MAX = 500

/**
 * Clears an alert that nobody will report as cleared. While its monitor reports it, it says from when on that is
 * possible.
 */
export function ClearAlert({ alert }: ClearAlertProps) {
  const { id, clearable_from: from, last_reported_at: lastReportedAt } = alert
  const client = useQueryClient()
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
      <Guarded scope="silences:write" to="clear alerts">
        <Button variant="default" leftSection={<IconCircleCheck size={16} />} onClick={() => setAsks(true)}>
          Clear alert
        </Button>
      </Guarded>
      <Confirm
        isOpen={asks}
        title={`Clear alert ${id}?`}
        action="Clear the alert"
        onClose={() => setAsks(false)}
        onConfirm={async () => {
          await take(api.POST('/v1/alerts/{id}/clear', { params: { path: { id } }, body: { note } }))
          // The table of receivers that know the alert is cached under `deliveries`.
          const stale = [['alerts'], ['deliveries']]
          await Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey })))
        }}
      >
        <Stack gap="sm">
          <Text size="sm">
            Last reported <Time at={lastReportedAt} />. Webhooks are notified as for any other clear. A new
            report raises the alert again.
          </Text>
          <TextInput
            label="Note"
            description="Why, for the audit log"
            maxLength={NOTE_CHARACTERS_MAX}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        </Stack>
      </Confirm>
    </div>
  )
}
