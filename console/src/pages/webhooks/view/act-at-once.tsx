import { Button, Group } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { api, take } from '../../../api/client.ts'
import { useMay } from '../../../api/session.ts'
import { loadPage } from '../../../shell/load-page.ts'
import { Guarded } from '../../../ui/page/rights.tsx'
import { canBeTriedAgain } from '../health-words.ts'
import type { Webhook, WebhookHealth } from '../webhook-types.ts'
import { ResumeButton } from '../resume-webhook.tsx'

const OperationDialog = lazy(
  loadPage(async () => ({
    default: (await import('../../deliveries/operations/operation-dialog.tsx')).OperationDialog,
  })),
)

interface ActAtOnceProps {
  readonly webhook: Webhook
  readonly health: WebhookHealth
}

/** Offers to try a repaired receiver again, and to send what failed. */
export function ActAtOnce({ webhook, health }: ActAtOnceProps) {
  const { id, enabled } = webhook
  const [isRetrying, setRetrying] = useState(false)
  const mayRead = useMay('deliveries:read')
  const { data } = useQuery({
    queryKey: ['deliveries', 'any-failed', id],
    queryFn: () =>
      take(api.GET('/v1/deliveries', { params: { query: { webhook_id: id, state: ['failed'], limit: 1 } } })),
    enabled: mayRead,
  })
  const isWaiting = enabled && canBeTriedAgain(health)
  const hasFailed = (data?.items.length ?? 0) > 0
  if (!isWaiting && !hasFailed) return null
  return (
    <Group gap="xs" mt="sm">
      {isWaiting && <ResumeButton webhook={webhook}>Try again now</ResumeButton>}
      {hasFailed && (
        <Guarded scope="deliveries:write" to="retry deliveries">
          <Button
            size="sm"
            variant="default"
            leftSection={<IconRefresh size={16} />}
            onClick={() => setRetrying(true)}
          >
            Retry all failed
          </Button>
        </Guarded>
      )}
      {isRetrying && (
        <Suspense fallback={null}>
          <OperationDialog
            kind="retry"
            filter={{ webhook_id: id, state: ['failed'] }}
            onClose={() => setRetrying(false)}
          />
        </Suspense>
      )}
    </Group>
  )
}
