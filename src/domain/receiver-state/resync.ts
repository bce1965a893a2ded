import { AppError } from '../errors.ts'
import type { AlertFlags, Webhook } from '../webhook/webhook.ts'
import { usesCurrentState, type ReceiverState } from './receiver-state.ts'

/**
 * Throws `conflict` if the webhook cannot be resynced: it is in mode `every_change` and no alert was escalated to it,
 * or it is disabled.
 */
export function refuseResync(
  webhook: Pick<Webhook, 'id' | 'mode' | 'payloadType' | 'enabled'>,
  { escalated }: Pick<ReceiverState, 'escalated'>,
): void {
  const { id } = webhook
  if (!usesCurrentState(webhook) && !escalated) {
    throw new AppError(
      'conflict',
      `Webhook ${id} is in mode every_change, and follows no alert as a fallback: its receiver gets every change, and has no receiver state. Set its mode to current_state first; or retry what has failed.`,
    )
  }
  if (!webhook.enabled) {
    throw new AppError(
      'conflict',
      `Webhook ${id} is disabled, so nothing can be sent to it. Enable it: then it is resynced by itself.`,
    )
  }
}

const NO_FLAGS: AlertFlags = { low: false, medium: false, high: false, cleared: false }

/** Returns the states in which a resync also sends alerts without a receiver state; none in mode `every_change`. */
export function statesToResync(webhook: Pick<Webhook, 'mode' | 'payloadType' | 'alertFlags'>): AlertFlags {
  return usesCurrentState(webhook) ? webhook.alertFlags : NO_FLAGS
}

/** Explains why a delivery is not retried, in words that complete "Delivery 5 …". */
export const ALREADY_IN_SYNC =
  'has a state that is no longer current, or that the receiver has already: its webhook is in current-state mode. Resync the webhook instead: its receiver gets what differs.'
