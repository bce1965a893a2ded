import { Checkbox, Skeleton, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Confirm } from '../../../ui/page/confirm.tsx'
import { ProblemAlert } from '../../../ui/page/problem-alert.tsx'
import type { Webhook } from '../webhook-types.ts'
import { forgetWebhooks, resyncQuery, resyncWebhook } from '../webhooks-api.ts'

interface ResyncWebhookProps {
  readonly webhook: Pick<Webhook, 'id' | 'name' | 'mode'>
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Says first of how many alerts a receiver would be told, and tells it. */
export function ResyncWebhook({ webhook: { id, name, mode }, isOpen, onClose }: ResyncWebhookProps) {
  const client = useQueryClient()
  const [forgets, setForgets] = useState(false)
  const foreseen = useQuery({ ...resyncQuery(id, forgets), enabled: isOpen })
  const close = () => {
    setForgets(false)
    onClose()
  }
  const confirm = async () => {
    const { detail } = await resyncWebhook(id, { forget: forgets, dry_run: false })
    notifications.show({ title: name, message: detail })
    await Promise.all([forgetWebhooks(client), client.invalidateQueries({ queryKey: ['deliveries'] })])
  }
  return (
    <Confirm
      isOpen={isOpen}
      onClose={close}
      title="Bring to the present?"
      deed="Bring to the present"
      onConfirm={confirm}
    >
      <Stack gap="sm">
        <div role="status" aria-busy={foreseen.isFetching}>
          {foreseen.data ? (
            <Text size="sm" fw={600}>
              {foreseen.data.detail}
            </Text>
          ) : (
            foreseen.isPending && <Skeleton height={20} aria-label="Counting" />
          )}
        </div>
        <ProblemAlert error={foreseen.error} />
        <Text size="sm" c="dimmed">
          {mode === 'present'
            ? 'It is told of each alert that differs from what it knows, also of what was raised before it was made, and of nothing else.'
            : 'It is told of each alert that it follows as a fallback and that differs from what it knows, and of nothing else.'}
        </Text>
        <Checkbox
          label="Its receiver knows nothing (forget)"
          description="As after its URL has come to lead elsewhere: all that is raised is told anew, and nobody hears the end of what was told before."
          checked={forgets}
          onChange={({ currentTarget }) => setForgets(currentTarget.checked)}
        />
      </Stack>
    </Confirm>
  )
}
