import { Button, CloseButton, Group, Progress, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api, take } from '../../../api/client.ts'
import { Guarded } from '../../../ui/page/rights.tsx'
import { Panel } from '../../../ui/page/panel.tsx'
import { ProblemAlert } from '../../../ui/page/problem-alert.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { operationQuery } from '../delivery-queries.ts'
import { describeOperation, OPERATIONS } from './operation-words.ts'

/** Shows an operation's progress and results, and can stop it. */
export function OperationPanel({ id }: { readonly id: number }) {
  const client = useQueryClient()
  const navigate = useNavigate({ from: '/deliveries' })
  const { data: operation, error } = useQuery(operationQuery(id))
  const stop = useMutation({
    mutationFn: () => take(api.POST('/v1/delivery-operations/{id}/stop', { params: { path: { id } } })),
    onSettled: () => client.invalidateQueries({ queryKey: ['delivery-operations', id] }),
  })
  const close = () =>
    void navigate({ search: ({ operation: _operation, ...rest }) => rest, resetScroll: false })
  if (error) return <ProblemAlert error={error} />
  if (!operation) return null
  const isRunning = operation.state === 'running'
  return (
    <Panel
      title={`${OPERATIONS[operation.kind].title} · operation ${id}`}
      description={
        <>
          Started <Time at={operation.created_at} /> by {operation.created_by}
        </>
      }
      actions={
        <Group gap="xs">
          {isRunning && (
            <Guarded scope="deliveries:write" to="stop operations">
              <Button size="xs" variant="default" loading={stop.isPending} onClick={() => stop.mutate()}>
                Stop
              </Button>
            </Guarded>
          )}
          <CloseButton onClick={close} aria-label="Close: the operation continues" />
        </Group>
      }
    >
      <Progress
        value={operation.done_share * 100}
        animated={isRunning}
        aria-label={`Progress of operation ${id}`}
        mb="xs"
      />
      <Text size="sm" role="status">
        {describeOperation(operation)}
      </Text>
      <ProblemAlert error={stop.error} />
    </Panel>
  )
}
