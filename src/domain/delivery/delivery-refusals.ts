import { AppError } from '../errors.ts'
import type { Webhook } from '../webhook/webhook.ts'
import type { DeliveryState } from './delivery.ts'
import type { DeliveryId, WebhookId } from '../ids.ts'

interface Changing {
  readonly id: DeliveryId
  readonly state: DeliveryState
}

const RETRIED_STATES: ReadonlySet<DeliveryState> = new Set(['pending', 'delivered', 'failed', 'cancelled'])

const REFUSED_RETRIES: Partial<Record<DeliveryState, string>> = {
  sending: 'read it again when its attempt has ended',
  waiting: 'retry the delivery that it waits for',
}
const NEVER_SENT = 'a newer state replaces it, or it is too old'

/** Throws `conflict` if a delivery cannot be retried by hand. `webhook`: undefined if deleted. */
export function refuseRetrying(
  { id, state, webhookId }: Changing & { readonly webhookId: WebhookId },
  webhook: Webhook | undefined,
): void {
  if (!RETRIED_STATES.has(state)) {
    throw new AppError('conflict', `Delivery ${id} is ${state}; ${REFUSED_RETRIES[state] ?? NEVER_SENT}.`)
  }
  if (!webhook) {
    throw new AppError('conflict', `Webhook ${webhookId}, which delivery ${id} was for, has been deleted.`)
  }
}

/** Throws `conflict` if the delivery has ended, or is being sent. */
export function refuseCancelling({ id, state }: Changing): void {
  if (state === 'waiting' || state === 'pending') return
  const why =
    state === 'sending' ? 'is being sent right now; try again in a moment' : `has ended as ${state} already`
  throw new AppError('conflict', `Delivery ${id} ${why}.`)
}

/** Throws `conflict` if the receiver would not get the current state; `why` completes the sentence. */
export function refuseOldNotification(id: DeliveryId, why: string | undefined): void {
  if (why !== undefined) throw new AppError('conflict', `Delivery ${id} ${why}`)
}

export const CANCELLED_BY_HAND = 'cancelled by hand'

export function requireDelivery<Row>(row: Row | undefined, id: DeliveryId): Row {
  if (!row) throw new AppError('not_found', `There is no delivery ${id}.`)
  return row
}
