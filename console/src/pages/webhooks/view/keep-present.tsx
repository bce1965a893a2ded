import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconBellCheck } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type ReactNode } from 'react'
import { useMay } from '../../../api/session.ts'
import { Confirm } from '../../../ui/page/confirm.tsx'
import { ProblemAlert } from '../../../ui/page/problem-alert.tsx'
import type { Webhook } from '../webhook-types.ts'
import { forgetWebhooks, keepPresent, keepQuery } from '../webhooks-api.ts'

interface KeepPresentProps {
  readonly webhook: Pick<Webhook, 'id' | 'name' | 'mode' | 'payload_type'>
  /** What there is to see of what its receiver knows. */
  readonly children: ReactNode
}

/** Moves one that is told of each change to mode `present`, and says first what its receiver would know. */
export function KeepPresent({ webhook, children }: KeepPresentProps) {
  const { id, name, mode, payload_type: type } = webhook
  const client = useQueryClient()
  const mayChange = useMay('webhooks:write')
  const [asks, setAsks] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const foreseen = useQuery({ ...keepQuery(id), enabled: asks })
  const confirm = async () => {
    const { data } = await keepPresent(id, { isDryRun: false, etag: foreseen.data?.etag ?? null })
    notifications.show({ title: name, message: data.detail })
    await Promise.all([forgetWebhooks(client), client.invalidateQueries({ queryKey: ['deliveries'] })])
    // The button that had the focus is gone.
    place.current?.focus()
  }
  if (!mayChange || type !== 'ALERT') return children
  return (
    <Stack gap="md" ref={place} tabIndex={-1} role="group" aria-label="What its receiver knows">
      {mode === 'changes' && (
        <Button
          variant="default"
          size="xs"
          style={{ alignSelf: 'flex-start' }}
          leftSection={<IconBellCheck size={16} />}
          onClick={() => setAsks(true)}
        >
          Keep at the present
        </Button>
      )}
      <Confirm
        isOpen={asks}
        onClose={() => setAsks(false)}
        title="Keep at the present?"
        deed="Keep at the present"
        onConfirm={confirm}
      >
        <Stack gap="sm">
          <div role="status" aria-busy={foreseen.isFetching}>
            {foreseen.data ? (
              <Text size="sm" fw={600}>
                {foreseen.data.data.detail}
              </Text>
            ) : (
              foreseen.isPending && <Skeleton height={20} aria-label="Counting" />
            )}
          </div>
          <ProblemAlert error={foreseen.error} />
          <Text size="sm" c="dimmed">
            From then on it is told what is so, once, and the end of everything it was told of, instead of
            each change. Nothing is sent by the move itself. Edit the webhook to go back.
          </Text>
        </Stack>
      </Confirm>
      {children}
    </Stack>
  )
}
