import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useRefresh } from '../../api/refetch.ts'
import { api, take } from '../../api/client.ts'
import { sentenceOf } from '../../api/problem.ts'
import { Guarded } from '../../ui/page/rights.tsx'
import type { Webhook } from './webhook-types.ts'

interface ResumeButtonProps {
  readonly webhook: Webhook
  readonly children: string
}

/** Tries a paused webhook again at once. */
export function ResumeButton({ webhook: { id, name }, children }: ResumeButtonProps) {
  const resume = useResumeWebhook(id, name)
  return (
    <Guarded scope="deliveries:write" to="try receivers again">
      <Button
        size="sm"
        leftSection={<IconPlayerPlay size={16} />}
        loading={resume.isBusy}
        onClick={() => void resume.run()}
      >
        {children}
      </Button>
    </Guarded>
  )
}

export function useResumeWebhook(id: number, name: string) {
  const refresh = useRefresh()
  const { mutateAsync, isPending } = useMutation({
    mutationFn: () => take(api.POST('/v1/webhooks/{id}/resume', { params: { path: { id } } })),
    onSuccess: () => {
      notifications.show({ color: 'green', message: `${name} is tried again now.` })
      return refresh('webhooks', 'deliveries', 'overview')
    },
    onError: (error) =>
      notifications.show({ color: 'red', title: `${name} was not tried`, message: sentenceOf(error) }),
  })
  return { run: () => mutateAsync().catch(() => undefined), isBusy: isPending }
}
