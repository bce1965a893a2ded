import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, take } from '../../api/client.ts'
import { sentenceOf } from '../../api/problem.ts'

/** Tries a paused webhook again at once, and says so. */
export function useResumeWebhook(id: number, name: string) {
  const client = useQueryClient()
  const { mutateAsync, isPending } = useMutation({
    mutationFn: () => take(api.POST('/v1/webhooks/{id}/resume', { params: { path: { id } } })),
    onSuccess: () => {
      notifications.show({ color: 'green', message: `${name} is tried again now.` })
      return Promise.all(
        [['webhooks'], ['deliveries'], ['overview']].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      )
    },
    onError: (error) =>
      notifications.show({ color: 'red', title: `${name} was not tried`, message: sentenceOf(error) }),
  })
  return { run: () => mutateAsync().catch(() => undefined), isBusy: isPending }
}
