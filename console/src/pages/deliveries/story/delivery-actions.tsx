import { Button, Group, Stack, Text } from '@mantine/core'
import { IconArrowFork, IconBan, IconRefresh } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, take } from '../../../api/client.ts'
import { useRefresh } from '../../../api/refetch.ts'
import { Confirm } from '../../../ui/page/confirm.tsx'
import { Guarded } from '../../../ui/page/rights.tsx'
import { ProblemAlert } from '../../../ui/page/problem-alert.tsx'
import { canCancel, canReroute, canRetry } from '../delivery-filter.ts'
import type { DeliveryWithAttempts } from '../delivery-queries.ts'
import { OperationDialog } from '../operations/operation-dialog.tsx'

const SCOPE = 'deliveries:write'

/** Labels for sending a delivery that had not failed. */
const RETRY_WORDS: Readonly<Record<string, string>> = { delivered: 'Send again', pending: 'Try now' }

export function DeliveryActions({ delivery }: { readonly delivery: DeliveryWithAttempts }) {
  const { id, state, event_id: eventId, webhook_id: webhookId, webhook_enabled: isEnabled, event } = delivery
  const refresh = useRefresh()
  const [asks, setAsks] = useState<'cancel' | 'reroute' | null>(null)
  const enablesFirst = isEnabled === false
  const params = { params: { path: { id } } }
  const retry = useMutation({
    mutationFn: async () => {
      // A disabled webhook gets nothing; enabling it also sends its held deliveries.
      const webhook = { params: { path: { id: webhookId } }, body: { enabled: true } }
      if (enablesFirst) await take(api.PATCH('/v1/webhooks/{id}', webhook))
      return take(api.POST('/v1/deliveries/{id}/retry', params))
    },
    onSettled: () => refresh('deliveries', 'webhooks'),
  })
  const close = () => setAsks(null)
  if (!canReroute(state) && !canRetry(state)) return null
  return (
    <Stack gap="sm">
      <Group gap="xs">
        {canRetry(state) && (
          <Guarded scope={enablesFirst ? 'webhooks:write' : SCOPE} to="retry deliveries">
            <Button
              variant={state === 'delivered' ? 'default' : 'filled'}
              leftSection={<IconRefresh size={16} />}
              loading={retry.isPending}
              onClick={() => retry.mutate()}
            >
              {enablesFirst ? 'Enable the webhook and retry' : (RETRY_WORDS[state] ?? 'Retry now')}
            </Button>
          </Guarded>
        )}
        {canCancel(state) && (
          <Guarded scope={SCOPE} to="cancel deliveries">
            <Button variant="default" leftSection={<IconBan size={16} />} onClick={() => setAsks('cancel')}>
              Cancel the delivery
            </Button>
          </Guarded>
        )}
        {canReroute(state) && (
          <Guarded scope={SCOPE} to="reroute deliveries">
            <Button
              variant="default"
              leftSection={<IconArrowFork size={16} />}
              onClick={() => setAsks('reroute')}
            >
              Reroute to another webhook
            </Button>
          </Guarded>
        )}
      </Group>
      <ProblemAlert error={retry.error} />
      <Confirm
        isOpen={asks === 'cancel'}
        title={`Cancel delivery ${id}?`}
        action="Cancel the delivery"
        dismiss="Keep"
        isDangerous
        onClose={close}
        onConfirm={async () => {
          await take(api.POST('/v1/deliveries/{id}/cancel', params))
          await refresh('deliveries')
        }}
      >
        <Text size="sm">
          The webhook is not notified of this event. The next delivery for the same alert or job is sent. You
          can retry it later.
        </Text>
      </Confirm>
      {asks === 'reroute' && (
        <OperationDialog
          kind="reroute"
          filter={{ event_id: eventId, webhook_id: webhookId }}
          {...(event && { payloadType: event.kind === 'alert' ? ('ALERT' as const) : ('JOB' as const) })}
          onClose={close}
        />
      )}
    </Stack>
  )
}
