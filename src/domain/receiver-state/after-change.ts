import type { AlertState } from '../alert/alert.ts'
import type { EventId, SilenceId } from '../ids.ts'
import type { Instant } from '../instant.ts'
import { type EpisodeState, isOver, mustNotify, type ReceiverState } from './receiver-state.ts'

/** The reason of a delivery that was not sent because a newer one replaces it. */
export const REPLACED_BY_NEWER = 'a newer one says more'
/** The reason of a delivery that was not sent because the receiver has the state, or was never sent the episode. */
export const NOTHING_LEFT = 'nothing was left to say'

interface Change {
  readonly receiverState: ReceiverState
  /** The alert as it is now, as the receiver counts it. */
  readonly desired: EpisodeState
  readonly eventId: EventId
  /** The event says, or goes on to say, that somebody acknowledged the alert. */
  readonly restate: boolean
  readonly now: Instant
}

interface Pair {
  /** A delivery of the alert is being sent to the webhook. */
  readonly isSending: boolean
  readonly isEnabled: boolean
  /** The silence that covers the alert for this webhook; null: none does. */
  readonly coveredBy: SilenceId | null
  readonly wantsClear: boolean
  /** Alerts that were raised and cleared before anything could be sent are sent once. */
  readonly notifiesMissed: boolean
}

/** The effects of a change of an alert on a webhook in current-state mode. */
export interface Changed {
  /** The state of the delivery that is created for the change; null: none is created. */
  readonly makes: 'pending' | 'waiting' | null
  /** The reason with which every waiting delivery of the alert ends; it may have none. */
  readonly supersedes: string
  /** Null: the alert is over, and the state is forgotten. */
  readonly receiverState: ReceiverState | null
  /**
   * The state that could not be sent in time: the delivery sends it together with the clear. Null: it sends the
   * change.
   */
  readonly missed: AlertState | null
}

/**
 * Decides what a change of an alert does to a webhook. There is one delivery per alert and webhook: a newer one
 * supersedes what has not been sent. A request on its way is never cancelled: the newest delivery waits, and the
 * attempt decides. A silence holds everything but a clear.
 */
export function afterChange({ receiverState, desired, eventId, restate, now }: Change, pair: Pair): Changed {
  const { isSending, coveredBy, wantsClear } = pair
  const missed = isSending ? null : missedOf(receiverState, desired, pair)
  const sent = { ...receiverState, ...(missed && { lastSent: receiverState.desired }) }
  const isClear = desired.state === 'cleared'
  const wanting = {
    ...sent,
    desired,
    eventId,
    restate: restate && !isClear,
    heldBy: isClear && !isSending ? null : coveredBy,
  }
  const isEnabled = pair.isEnabled && (coveredBy === null || isClear)
  if (isSending) {
    const waits = isEnabled && (!isClear || wantsClear)
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

/** Returns the missed state. It counts as sent, so the rules for all other clears apply. */
function missedOf(
  receiverState: ReceiverState,
  desired: EpisodeState,
  { wantsClear, notifiesMissed, coveredBy }: Pair,
): AlertState | null {
  if (coveredBy !== null || receiverState.heldBy !== null) return null
  const wasRaised = receiverState.desired.state !== 'cleared'
  const isMissed = desired.state === 'cleared' && !mustNotify({ ...receiverState, desired }, wantsClear)
  return notifiesMissed && wantsClear && wasRaised && isMissed ? receiverState.desired.state : null
}

function outOfSync(
  receiverState: ReceiverState,
  must: boolean,
  { isEnabled, now }: { readonly isEnabled: boolean; readonly now: Instant },
): ReceiverState {
  if (!must) return { ...receiverState, resync: 'none', outOfSyncSince: null, heldBy: null }
  return isEnabled
    ? withDelivery({ ...receiverState, heldBy: null }, now)
    : { ...receiverState, resync: 'later', outOfSyncSince: receiverState.outOfSyncSince ?? now }
}

function withDelivery(receiverState: ReceiverState, now: Instant): ReceiverState {
  return { ...receiverState, resync: 'none', outOfSyncSince: receiverState.outOfSyncSince ?? now }
}

/** Returns why an alert is closed at a receiver although it lasts: its webhook is no longer for it. */
export function continuesText(state: AlertState): string {
  return `continues as ${state}, no longer for this receiver`
}

/**
 * Returns the state in which an alert lasts, while the receiver counts it as over because it does not fit its webhook;
 * null: it is over, or it fits.
 */
export function continuingState(now: AlertState, counted: AlertState): AlertState | null {
  return counted === 'cleared' && now !== 'cleared' ? now : null
}
