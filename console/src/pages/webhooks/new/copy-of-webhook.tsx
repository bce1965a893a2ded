import { Alert, Stack, Text } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMay } from '../../../api/session.ts'
import { PageSkeleton } from '../../../shell/page-skeleton.tsx'
import { ProblemAlert } from '../../../ui/page/problem-alert.tsx'
import { EMPTY_FORM, toCopy } from '../form/webhook-form.ts'
import { readWebhook } from '../webhooks-api.ts'
import { CreateWebhook } from './create-webhook.tsx'

/** The form, filled like another webhook. What the caller may not see of that one has to be typed. */
export function CopyOfWebhook({ id }: { readonly id: number }) {
  const mayShow = useMay('secrets:read')
  const { data, error } = useQuery({
    queryKey: ['webhooks', id, 'to-copy', mayShow],
    queryFn: () => readWebhook(id, mayShow ? 'secrets' : undefined),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (error) return <ProblemAlert error={error} />
  if (!data) return <PageSkeleton />
  const { form, hidden } = toCopy(data.webhook)
  return (
    <Stack gap="md">
      {hidden.length > 0 && (
        <Alert color="yellow" icon={<IconCopy size={18} />} title="Not everything could be copied">
          <Text size="sm">Secrets are not copied; enter: {hidden.join(', ')}.</Text>
        </Alert>
      )}
      <CreateWebhook base={EMPTY_FORM} start={form} draftKey={`copy-${id}`} />
    </Stack>
  )
}
