import { Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, take } from '../../../api/client.ts'
import type { components } from '../../../api/schema.ts'
import { ProblemAlert } from '../../../ui/page/problem-alert.tsx'
import type { OperationFilter, OperationKind } from '../delivery-filter.ts'
import { describeAction, describeCount, describePreview, OPERATIONS, type DryRun } from './operation-words.ts'
import { asDeliverySearch } from '../delivery-search.ts'
import { WebhookPicker } from '../webhook-picker.tsx'

interface OperationDialogProps {
  readonly kind: OperationKind
  readonly filter: OperationFilter
  /** The payload type that a target must have. */
  readonly payloadType?: 'ALERT' | 'JOB'
  readonly onClose: () => void
}

/** Says how many deliveries are affected, and begins after a confirmation. */
export function OperationDialog({ kind, filter, payloadType, onClose }: OperationDialogProps) {
  const navigate = useNavigate()
  const [target, setTarget] = useState<number | null>(null)
  const { title, consequence, isDangerous } = OPERATIONS[kind]
  const needsTarget = kind === 'reroute'
  const isComplete = !needsTarget || target !== null
  const body = { kind, filter, ...(target !== null && { webhook_id: target }) }
  const count = useQuery({
    queryKey: ['delivery-operations', 'count', body],
    queryFn: () => preview(body),
    enabled: isComplete,
    staleTime: 0,
    gcTime: 0,
  })
  const start = useMutation({
    mutationFn: () => take(api.POST('/v1/delivery-operations', { body })),
    onSuccess: (started) => {
      if (!('id' in started)) return
      onClose()
      void navigate({
        to: '/deliveries',
        search: (before) => ({ ...asDeliverySearch(before), operation: started.id }),
        resetScroll: false,
      })
    },
  })
  return (
    <Modal opened onClose={onClose} title={title}>
      <Stack gap="md">
        {needsTarget && (
          <WebhookPicker
            label="Notify instead"
            placeholder="Choose a webhook"
            value={target}
            onChange={setTarget}
            {...(payloadType && { payloadType })}
          />
        )}
        {isComplete && count.isPending && <Skeleton height={22} width="60%" />}
        {count.data && (
          <Text fw={600} role="status">
            {[describeCount(count.data), describePreview(kind, count.data)].filter(Boolean).join(' ')}
          </Text>
        )}
        <Text size="sm">{consequence}</Text>
        <ProblemAlert error={count.error ?? start.error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Leave them
          </Button>
          <Button
            {...(isDangerous && { color: 'red.9' })}
            disabled={!count.data || (count.data.matching === 0 && !count.data.more)}
            loading={start.isPending}
            onClick={() => start.mutate()}
          >
            {describeAction(kind, count.data)}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

async function preview(body: components['schemas']['NewDeliveryOperation']): Promise<DryRun> {
  const response = await take(api.POST('/v1/delivery-operations', { body: { ...body, dry_run: true } }))
  if ('matching' in response) return response
  throw new Error('A dry run was answered as if it had begun.')
}
