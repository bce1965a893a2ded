import { AppError, invalidRequest } from '../errors.ts'
import { RUNNING_OPERATIONS_MAX, whyNotTarget, type OperationState } from './operation.ts'
import type { Webhook } from '../webhook/webhook.ts'
import type { OperationId, WebhookId } from '../ids.ts'

/** Throws if as many are running as may. */
export function refuseMoreOperations(runningCount: number): void {
  if (runningCount < RUNNING_OPERATIONS_MAX) return
  throw new AppError(
    'conflict',
    `${RUNNING_OPERATIONS_MAX} operations are running already; wait until one has ended, or stop one.`,
  )
}

/** Throws if what fits the filter cannot be re-routed to the target; null: it is not to be. */
export function refuseBadTarget(
  {
    targetWebhookId,
    filter,
  }: { readonly targetWebhookId: WebhookId | null; readonly filter: { readonly webhookId?: WebhookId } },
  findWebhook: (id: WebhookId) => Webhook | undefined,
): void {
  if (targetWebhookId === null) return
  const source = filter.webhookId === undefined ? undefined : findWebhook(filter.webhookId)
  const message = whyNotTarget(targetWebhookId, findWebhook(targetWebhookId), source)
  if (message !== undefined) throw invalidRequest([{ path: 'webhook_id', message }])
}

/** Throws if it cannot be stopped any more. */
export function refuseStopping({
  id,
  state,
}: {
  readonly id: OperationId
  readonly state: OperationState
}): void {
  if (state === 'running') return
  throw new AppError('conflict', `Operation ${id} is not running; it has ended as ${state}.`)
}

export function requireOperation<Row>(row: Row | undefined, id: OperationId): Row {
  if (!row) throw new AppError('not_found', `There is no operation ${id}.`)
  return row
}
