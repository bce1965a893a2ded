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

/** Says first of how many alerts a receiver would be notified, and tells it. */
export function ResyncWebhook({ webhook: { id, name, mode }, isOpen, onClose }: ResyncWebhookProps) {
  const client = useQueryClient()
  const [forgets, setForgets] = useState(false)
  const preview = useQuery({ ...resyncQuery(id, forgets), enabled: isOpen })
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
    <Confirm isOpen={isOpen} onClose={close} title="Resync?" action="Resync" onConfirm={confirm}>
      <Stack gap="sm">
        <div role="status" aria-busy={preview.isFetching}>
          {preview.data ? (
            <Text size="sm" fw={600}>
              {preview.data.detail}
            </Text>
          ) : (
            preview.isPending && <Skeleton height={20} aria-label="Counting" />
          )}
        </div>
        <ProblemAlert error={preview.error} />
        <Text size="sm" c="dimmed">
          {mode === 'current_state'
            ? 'The receiver gets the current state of every alert that differs from what it was last sent, also of alerts raised before the webhook was created.'
            : 'The receiver gets the current state of every alert that was escalated to it and differs from what it was last sent.'}
        </Text>
        <Checkbox
          label="Start over"
          description="Use this if the URL now points to a different channel: all open alerts are sent again, and what was sent to the old one is not cleared there."
          checked={forgets}
          onChange={({ currentTarget }) => setForgets(currentTarget.checked)}
        />
      </Stack>
    </Confirm>
  )
}
