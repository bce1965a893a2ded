import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconBellCheck } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type ReactNode } from 'react'
import { useMay } from '../../../api/session.ts'
import { Confirm } from '../../../ui/page/confirm.tsx'
import { ProblemAlert } from '../../../ui/page/problem-alert.tsx'
import type { Webhook } from '../webhook-types.ts'
import { forgetWebhooks, switchMode, keepQuery } from '../webhooks-api.ts'

interface SwitchModeProps {
  readonly webhook: Pick<Webhook, 'id' | 'name' | 'mode' | 'payload_type'>
  /** A view of its receiver states. */
  readonly children: ReactNode
}

/** Switches a webhook to mode `current_state`, after a preview. */
export function SwitchMode({ webhook, children }: SwitchModeProps) {
  const { id, name, mode, payload_type: type } = webhook
  const client = useQueryClient()
  const mayChange = useMay('webhooks:write')
  const [asks, setAsks] = useState(false)
  const location = useRef<HTMLDivElement>(null)
  const preview = useQuery({ ...keepQuery(id), enabled: asks })
  const confirm = async () => {
    const { data } = await switchMode(id, { isDryRun: false, etag: preview.data?.etag ?? null })
    notifications.show({ title: name, message: data.detail })
    await Promise.all([forgetWebhooks(client), client.invalidateQueries({ queryKey: ['deliveries'] })])
    // The button that had the focus is gone.
    location.current?.focus()
  }
  if (!mayChange || type !== 'ALERT') return children
  return (
    <Stack gap="md" ref={location} tabIndex={-1} role="group" aria-label="Alert state">
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
          <div role="status" aria-busy={preview.isFetching}>
            {preview.data ? (
              <Text size="sm" fw={600}>
                {preview.data.data.detail}
              </Text>
            ) : (
              preview.isPending && <Skeleton height={20} aria-label="Counting" />
            )}
          </div>
          <ProblemAlert error={preview.error} />
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
