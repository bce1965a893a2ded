import { AppError } from '../errors.ts'
import type { AlertFlags, Webhook } from '../webhook/webhook.ts'
import { usesCurrentState, type ReceiverState } from './receiver-state.ts'

/**
 * Throws `conflict` for one that cannot be brought to the present: it is told of changes, or of nothing. `escalated`: it follows some
 * alerts as a fallback, and of these it is known what its receiver has.
 */
export function refuseResync(
  webhook: Pick<Webhook, 'id' | 'mode' | 'payloadType' | 'enabled'>,
  { escalated }: Pick<ReceiverState, 'escalated'>,
): void {
  const { id } = webhook
  if (!usesCurrentState(webhook) && !escalated) {
    throw new AppError(
      'conflict',
      `Webhook ${id} is in mode every_change, and follows no alert as a fallback: it is told of each change, and nothing is known of what its receiver has. Set its mode to current_state first; or retry what has failed.`,
    )
  }
  if (!webhook.enabled) {
    throw new AppError(
      'conflict',
      `Webhook ${id} is disabled, so nothing can be sent to it. Enable it: then it gets what it is owed by itself.`,
    )
  }
}

const NO_FLAGS: AlertFlags = { low: false, medium: false, high: false, cleared: false }

/** In which states a resync tells also of alerts of which nothing is remembered: one in mode `every_change` has its own way of being told. */
export function statesToResync(webhook: Pick<Webhook, 'mode' | 'payloadType' | 'alertFlags'>): AlertFlags {
  return usesCurrentState(webhook) ? webhook.alertFlags : NO_FLAGS
}

/** Why a delivery that has ended is not tried again, in words that complete "Delivery 5 …". */
export const ALREADY_IN_SYNC =
  'tells what is not so any more, or what its receiver knows already: its webhook is kept at the present. Resync the webhook instead: it is told what differs.'
