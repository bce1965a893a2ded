import { AppError } from '../errors.ts'
import type { Webhook } from '../webhook/webhook.ts'
import { isKeptPresent } from './told.ts'

/** So many differences become deliveries in one step. */
export const RESYNC_STEP = 500

/** Throws `conflict` for one that cannot be brought to the present: it is told of changes, or of nothing. */
export function refuseResync(webhook: Pick<Webhook, 'id' | 'mode' | 'payloadType' | 'enabled'>): void {
  const { id } = webhook
  if (!isKeptPresent(webhook)) {
    throw new AppError(
      'conflict',
      `Webhook ${id} is in mode changes: it is told of each change, and nothing is known of what its receiver has. Set its mode to present first; or retry what has failed.`,
    )
  }
  if (!webhook.enabled) {
    throw new AppError(
      'conflict',
      `Webhook ${id} is disabled, so nothing can be sent to it. Enable it: then it gets what it is owed by itself.`,
    )
  }
}

/** Why a delivery that has ended is not tried again, in words that complete "Delivery 5 …". */
export const NOT_PRESENT =
  'tells what is not so any more, or what its receiver knows already: its webhook is kept at the present. Resync the webhook instead: it is told what differs.'
