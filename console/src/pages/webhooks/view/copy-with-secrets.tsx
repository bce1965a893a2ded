import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconCopy } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sentenceOf } from '../../../api/problem.ts'
import { useMay } from '../../../api/session.ts'
import { toCurl } from '../../../ui/exchange/curl.ts'
import { previewQuery } from '../test/test-api.ts'
import type { TestValues } from '../test/test-values.ts'
import type { Webhook } from '../webhook-types.ts'
import { readWebhook } from '../webhooks-api.ts'
import { withSecrets } from './with-secrets.ts'

interface CopyWithSecretsProps {
  readonly webhook: Webhook
  readonly values: TestValues
}

/** Copies the command with its secrets, for those who may read them and ask for it. */
export function CopyWithSecrets({ webhook, values }: CopyWithSecretsProps) {
  const client = useQueryClient()
  const mayShow = useMay('secrets:read')
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const { request } = await client.fetchQuery(
        previewQuery({ kind: 'stored', id: webhook.id, change: {} }, values),
      )
      const { webhook: stored } = await readWebhook(webhook.id, 'secrets')
      const { request: whole, isWhole } = withSecrets(request, stored)
      await navigator.clipboard.writeText(toCurl(whole))
      return isWhole
    },
    onSuccess: (isWhole) =>
      notifications.show({
        message: isWhole
          ? 'Copied with secrets: whoever reads it can write to the receiver.'
          : 'Copied. Secrets that contain markers are still ***.',
      }),
    onError: (error) => notifications.show({ color: 'red', message: sentenceOf(error) }),
  })
  if (!mayShow) return null
  return (
    <Button
      mt="sm"
      size="xs"
      variant="subtle"
      leftSection={<IconCopy size={15} />}
      loading={isPending}
      onClick={() => mutate()}
    >
      Copy as curl, with secrets
    </Button>
  )
}
