import type { AlertState } from '../alert/alert.ts'
import { badnessOf } from '../alert/severity.ts'
import type { EventId, SilenceId } from '../ids.ts'
import type { Instant } from '../instant.ts'
import { type EpisodeState, isOver, mustNotify, type ReceiverState } from './receiver-state.ts'

/** The reason of a delivery that a newer one replaced. */
export const REPLACED_BY_NEWER = 'a newer one says more'
/** The reason of a delivery whose receiver has the state already, or never got the episode. */
export const NOTHING_LEFT = 'nothing was left to say'

interface Change {
  readonly receiverState: ReceiverState
  /** The alert's state now, as the receiver counts it. */
  readonly desired: EpisodeState
  readonly eventId: EventId
  /** The event carries an acknowledgement. */
  readonly restate: boolean
  readonly now: Instant
}

interface Pair {
  readonly isSending: boolean
  readonly isEnabled: boolean
  readonly coveredBy: SilenceId | null
  readonly wantsClear: boolean
  /** Alerts that were raised and cleared before anything could be sent are sent once. */
  readonly notifiesMissed: boolean
}

export interface Changed {
  /** The state of the new delivery; null: none is created. */
  readonly makes: 'pending' | 'waiting' | null
  /** The reason with which waiting deliveries of the alert end, if there are any. */
  readonly supersedes: string
  /** Null: the alert is over, and the state is forgotten. */
  readonly receiverState: ReceiverState | null
  /** A state that could not be sent in time and goes out with the clear; null: the delivery sends the change. */
  readonly missed: AlertState | null
}

/**
 * Decides what a change of an alert does to a webhook in current-state mode. There is one delivery per alert and
 * webhook: a newer one supersedes what has not been sent. A request on its way is never cancelled; the newest delivery
 * waits for its result. A silence holds everything but a clear.
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
    reminders: remindersAfter(receiverState, desired),
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

/** Counts reminders from 0 again once the alert gets worse. */
function remindersAfter({ desired: before, reminders }: ReceiverState, { state }: EpisodeState): number {
  return badnessOf(state) > badnessOf(before.state) ? 0 : reminders
}

/** Returns the missed state, which then counts as sent so that the rules for clears apply. */
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
 * Returns the state of an active alert that the receiver counts as cleared because it does not fit the webhook; else
 * null.
 */
export function continuingState(now: AlertState, counted: AlertState): AlertState | null {
  return counted === 'cleared' && now !== 'cleared' ? now : null
}
