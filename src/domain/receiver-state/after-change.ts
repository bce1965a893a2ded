import type { AlertState } from '../alert/alert.ts'
import type { EventId } from '../ids.ts'
import type { Instant } from '../instant.ts'
import { isOver, mustNotify, type EpisodeState, type ReceiverState } from './receiver-state.ts'

/** With what a delivery ends that was not sent, because a newer one says more. */
export const REPLACED_BY_NEWER = 'a newer one says more'
/** Likewise, because what it would have told is known, or was over before anybody heard of it. */
export const NOTHING_LEFT = 'nothing was left to say'

export interface Change {
  readonly receiverState: ReceiverState
  /** The alert as it is now, as the receiver counts it. */
  readonly desired: EpisodeState
  readonly eventId: EventId
  readonly now: Instant
}

export interface Pair {
  /** A delivery of theirs is on its way at this moment. */
  readonly isSending: boolean
  readonly isEnabled: boolean
  readonly wantsClear: boolean
  /** What was raised and over before anything of it could be sent is told once. */
  readonly notifiesMissed: boolean
}

/** What a change of an alert does to a webhook that is kept at the present. */
export interface Changed {
  /** In which state a delivery of the change is made; null: none is. */
  readonly makes: 'pending' | 'waiting' | null
  /** With which reason all end that wait to be sent; there may be none. */
  readonly supersedes: string
  /** Null: it is over, and nothing need be remembered. */
  readonly receiverState: ReceiverState | null
  /** The state that could not be told in time: the delivery tells of that, and that it is over; null: it tells the change. */
  readonly missed: AlertState | null
}

/**
 * There is one delivery of an alert for each webhook: what has not been sent gives way to what is newer. What is being sent is
 * never called back; the newest waits behind it, and what leaves then is decided when that attempt is recorded.
 */
export function afterChange({ receiverState, desired, eventId, now }: Change, pair: Pair): Changed {
  const { isSending, isEnabled, wantsClear } = pair
  const missed = isSending ? null : missedOf(receiverState, desired, pair)
  const wanting = { ...receiverState, ...(missed && { lastSent: receiverState.desired }), desired, eventId }
  if (isSending) {
    const waits = isEnabled && (desired.state !== 'cleared' || wantsClear)
    const makes = waits ? 'waiting' : null
    return { makes, supersedes: REPLACED_BY_NEWER, receiverState: withDelivery(wanting, now), missed }
  }
  const must = mustNotify(wanting, wantsClear)
  return {
    makes: must && isEnabled ? 'pending' : null,
    supersedes: must ? REPLACED_BY_NEWER : NOTHING_LEFT,
    receiverState: isOver(wanting, wantsClear) ? null : outOfSync(wanting, must, { isEnabled, now }),
    missed,
  }
}

/** It counts as told: so its end is told by the rules for all others. */
function missedOf(
  receiverState: ReceiverState,
  desired: EpisodeState,
  { wantsClear, notifiesMissed }: Pair,
): AlertState | null {
  const wasRaised = receiverState.desired.state !== 'cleared'
  const isUntold = desired.state === 'cleared' && !mustNotify({ ...receiverState, desired }, wantsClear)
  return notifiesMissed && wantsClear && wasRaised && isUntold ? receiverState.desired.state : null
}

function outOfSync(
  receiverState: ReceiverState,
  must: boolean,
  { isEnabled, now }: { readonly isEnabled: boolean; readonly now: Instant },
): ReceiverState {
  if (!must) return { ...receiverState, resync: 'none', outOfSyncSince: null }
  return isEnabled
    ? withDelivery(receiverState, now)
    : { ...receiverState, resync: 'later', outOfSyncSince: receiverState.outOfSyncSince ?? now }
}

function withDelivery(receiverState: ReceiverState, now: Instant): ReceiverState {
  return { ...receiverState, resync: 'none', outOfSyncSince: receiverState.outOfSyncSince ?? now }
}
