import type { EventId } from '../ids.ts'
import type { Instant } from '../instant.ts'
import type { Outcome, RequestResult } from '../receiver/outcome.ts'
import { NOTHING_LEFT, REPLACED_BY_NEWER } from './after-change.ts'
import type { Resync, EpisodeState, ReceiverState } from './receiver-state.ts'
import { isOver, isSame, mustNotify } from './receiver-state.ts'

/**
 * `possible`: the receiver may have acted on the attempt, whatever it responded; `not_notified`: it certainly
 * did not.
 */
export type Certainty = 'accepted' | 'possible' | 'not_notified'

/**
 * The receiver certainly did not act if no byte of the request was written, or if it refused with a complete 3xx or
 * 4xx. A 2xx, 408, 425 or 5xx may come from a proxy, or after the receiver acted.
 */
export function certaintyOf(result: RequestResult, outcome: Pick<Outcome, 'kind'>): Certainty {
  if (outcome.kind === 'accept') return 'accepted'
  if (result.kind === 'no-response') return result.isWritten ? 'possible' : 'not_notified'
  const { status } = result.response
  const isRefused = status >= 300 && status <= 499 && status !== 408 && status !== 425
  return isRefused ? 'not_notified' : 'possible'
}

export interface SentNotification {
  readonly episodeState: EpisodeState
  readonly certainty: Certainty
  /** It repeated what the receiver has: unless it was accepted, it changes nothing. */
  readonly isReminder?: boolean
}

/**
 * Decides for a delivery that ended without a record of what it sent. If it was claimed in mode `every_change`, what
 * was not accepted was possibly sent. If nothing was sent (the event was unreadable or too old), the difference is due
 * at once, unlike after a refusal.
 */
export function unconfirmedOutcome(
  state: Ended['next'],
  { isSent }: { readonly isSent: boolean },
): Pick<Ended, 'next'> & Pick<SentNotification, 'certainty'> {
  if (!isSent) return { certainty: 'not_notified', next: state === 'failed' ? 'outdated' : state }
  return { certainty: state === 'delivered' ? 'accepted' : 'possible', next: state }
}

/** Returns the state after an attempt that sent this, by the notification of this event. */
export function afterSending(
  receiverState: ReceiverState,
  { episodeState, certainty, isReminder }: SentNotification,
  eventId: EventId,
): ReceiverState {
  if (certainty === 'accepted') {
    const restate = receiverState.restate && receiverState.eventId !== eventId
    return { ...receiverState, lastSent: episodeState, uncertain: false, restate }
  }
  return certainty === 'possible' && isReminder !== true
    ? { ...receiverState, uncertain: true }
    : receiverState
}

export interface Ended {
  readonly receiverState: ReceiverState
  readonly episodeState: EpisodeState
  readonly isReminder: boolean
  /** The next state of the delivery, if nothing is newer. */
  readonly next: 'delivered' | 'failed' | 'pending' | 'outdated'
  /**
   * The delivery that waits after this one: `newest` carries the desired state, `older` does not because the newest was
   * cancelled.
   */
  readonly behind: 'newest' | 'older' | null
  readonly wantsClear: boolean
  /** Alerts that were raised and cleared before anything could be sent are sent once. */
  readonly notifiesMissed: boolean
  readonly now: Instant
}

export interface AttemptEffects {
  /** The reason for superseding the delivery instead of retrying it; null: it is not superseded. */
  readonly superseded: string | null
  /** `promoted`: the newest waiting delivery is next; a text: all of them end with this reason; null: nothing waits. */
  readonly behind: 'promoted' | typeof NOTHING_LEFT | typeof REPLACED_BY_NEWER | null
  /** Null: the alert is over, and the state is forgotten. */
  readonly receiverState: ReceiverState | null
}

/**
 * Supersedes a delivery that was not accepted if a newer one waits, or its state is no longer the desired one; a
 * reminder also once anything else must be sent. A
 * difference that no delivery carries is left out of sync.
 */
export function afterSentAttempt(ended: Ended): AttemptEffects {
  const { episodeState, isReminder, next, behind, wantsClear, now } = ended
  const receiverState = withMissed(ended)
  const must = mustNotify(receiverState, wantsClear)
  const hasNewer = behind === 'newest'
  const isOld = hasNewer || must === isReminder || !isSame(episodeState, receiverState.desired)
  const superseded = next === 'pending' && isOld ? (must ? REPLACED_BY_NEWER : NOTHING_LEFT) : null
  const isCarried = must && (hasNewer || (next === 'pending' && superseded === null))
  return {
    superseded,
    behind: behind && (must ? (hasNewer ? 'promoted' : REPLACED_BY_NEWER) : NOTHING_LEFT),
    receiverState: isOver(receiverState, wantsClear)
      ? null
      : {
          ...receiverState,
          resync: must && !isCarried ? leftAs(ended) : 'none',
          outOfSyncSince: must ? sinceOf(ended, now) : null,
          heldBy: must && !isCarried ? receiverState.heldBy : null,
        },
  }
}

/** Counts a raise that cleared meanwhile as sent, if missed alerts are to be sent. */
function withMissed({
  receiverState,
  episodeState,
  behind,
  wantsClear,
  notifiesMissed,
}: Ended): ReceiverState {
  const isMissed = notifiesMissed && wantsClear && behind === 'newest' && episodeState.state !== 'cleared'
  return isMissed && receiverState.heldBy === null && isOver(receiverState, wantsClear)
    ? { ...receiverState, lastSent: episodeState }
    : receiverState
}

/**
 * Returns `later` if the receiver refused the delivery (a reminder does not count), somebody cancelled it or a silence
 * holds it; else `due`: the webhook was briefly disabled, so no delivery was created.
 */
function leftAs({ receiverState, isReminder, next }: Ended): Resync {
  const isRefused = next === 'failed' && !isReminder
  const isLeft = isRefused || receiverState.resync === 'later' || receiverState.heldBy !== null
  return isLeft ? 'later' : 'due'
}

/** An accepted attempt starts the time again: what differs now is a new difference. */
function sinceOf({ receiverState, next }: Ended, now: Instant): Instant {
  return next === 'delivered' ? now : (receiverState.outOfSyncSince ?? now)
}
