import { AppError } from '../errors.ts'
import type { AlertFlags, Webhook } from '../webhook/webhook.ts'
import { isKeptPresent, type Told } from './told.ts'

/**
 * Throws `conflict` for one that cannot be brought to the present: it is told of changes, or of nothing. `follows`: it follows some
 * alerts as a fallback, and of these it is known what its receiver has.
 */
export function refuseResync(
  webhook: Pick<Webhook, 'id' | 'mode' | 'payloadType' | 'enabled'>,
  { follows }: Pick<Told, 'follows'>,
): void {
  const { id } = webhook
  if (!isKeptPresent(webhook) && !follows) {
    throw new AppError(
      'conflict',
      `Webhook ${id} is in mode changes, and follows no alert as a fallback: it is told of each change, and nothing is known of what its receiver has. Set its mode to present first; or retry what has failed.`,
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

/** In which states a resync tells also of alerts of which nothing is remembered: one in mode `changes` has its own way of being told. */
export function statesToResync(webhook: Pick<Webhook, 'mode' | 'payloadType' | 'alertFlags'>): AlertFlags {
  return isKeptPresent(webhook) ? webhook.alertFlags : NO_FLAGS
}

/** Why a delivery that has ended is not tried again, in words that complete "Delivery 5 …". */
export const NOT_PRESENT =
  'tells what is not so any more, or what its receiver knows already: its webhook is kept at the present. Resync the webhook instead: it is told what differs.'
