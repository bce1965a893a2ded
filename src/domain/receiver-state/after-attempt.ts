import type { Instant } from '../instant.ts'
import type { Outcome, Reply } from '../receiver/outcome.ts'
import { NOTHING_LEFT, REPLACED_BY_NEWER } from './after-change.ts'
import {
  isOver,
  isSame,
  mustNotify,
  type Resync,
  type EpisodeState,
  type ReceiverState,
} from './receiver-state.ts'

/**
 * What an attempt says about what its receiver knows now. `not_notified`: it certainly did not act on it. `possible`: it may have,
 * whatever it answered.
 */
export type Certainty = 'accepted' | 'possible' | 'not_notified'

/**
 * Not told is only: not a byte of the request was written, or the receiver, with a complete answer, refused to act on it (3xx,
 * 4xx). What it says in the body of a 2xx, 408, 425 and all others may come from somebody in between, or after it has acted.
 */
export function certaintyOf(reply: Reply, outcome: Pick<Outcome, 'kind'>): Certainty {
  if (outcome.kind === 'accept') return 'accepted'
  if (reply.kind === 'no-response') return reply.isWritten ? 'possible' : 'not_notified'
  const { status } = reply.answer
  const isRefused = status >= 300 && status <= 499 && status !== 408 && status !== 425
  return isRefused ? 'not_notified' : 'possible'
}

/** What an attempt told, and how certain it is that it was heard. */
export interface SentNotification {
  readonly episodeState: EpisodeState
  readonly certainty: Certainty
}

/**
 * Of one that has ended without word of what it told. It was claimed while its webhook was told of changes: what was not accepted
 * may have been heard. Or nothing of it was sent, because it could not be read, or had grown too old: what it would have told is due,
 * and not left as what a receiver has refused.
 */
export function unconfirmedOutcome(
  state: Ended['next'],
  { isSent }: { readonly isSent: boolean },
): Pick<Ended, 'next'> & Pick<SentNotification, 'certainty'> {
  if (!isSent) return { certainty: 'not_notified', next: state === 'failed' ? 'outdated' : state }
  return { certainty: state === 'delivered' ? 'accepted' : 'possible', next: state }
}

/** What is known once an attempt that told this has ended so. */
export function afterSending(
  receiverState: ReceiverState,
  { episodeState, certainty }: SentNotification,
): ReceiverState {
  if (certainty === 'accepted') return { ...receiverState, lastSent: episodeState, uncertain: false }
  return certainty === 'possible' ? { ...receiverState, uncertain: true } : receiverState
}

export interface Ended {
  readonly receiverState: ReceiverState
  /** What the attempt told. */
  readonly episodeState: EpisodeState
  /** What becomes of the delivery, if nothing is newer. */
  readonly next: 'delivered' | 'failed' | 'pending' | 'outdated'
  /**
   * What waits behind it: one that says what is so now, or only what says less, for somebody has cancelled the one that would say it.
   * Null: nothing does.
   */
  readonly behind: 'newest' | 'older' | null
  readonly wantsClear: boolean
  /** What was raised and over before anything of it could be sent is told once. */
  readonly notifiesMissed: boolean
  readonly now: Instant
}

/** What becomes of a delivery that was sent, of the one behind it, and of what is remembered. */
export interface AttemptEffects {
  /** With which reason the delivery ends as superseded, instead of being tried again; null: it goes the way of all others. */
  readonly superseded: string | null
  /** What becomes of those that wait: the newest goes next, or all end, with which reason; null: there is none. */
  readonly behind: 'promoted' | typeof NOTHING_LEFT | typeof REPLACED_BY_NEWER | null
  /** Null: it is over, and nothing need be remembered. */
  readonly receiverState: ReceiverState | null
}

/**
 * What leaves after an attempt, if anything. One that was not accepted is not tried again if a newer one waits, or if it tells
 * what is not so any more: the newer one takes its place. What ends untold is owed.
 */
export function afterSentAttempt(ended: Ended): AttemptEffects {
  const { episodeState, next, behind, wantsClear, now } = ended
  const receiverState = withMissed(ended)
  const must = mustNotify(receiverState, wantsClear)
  const hasNewer = behind === 'newest'
  const isOld = hasNewer || !must || !isSame(episodeState, receiverState.desired)
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
        },
  }
}

/** What is over meanwhile, and was never told, counts as told where its end is to be told nevertheless. */
function withMissed({
  receiverState,
  episodeState,
  behind,
  wantsClear,
  notifiesMissed,
}: Ended): ReceiverState {
  const isMissed = notifiesMissed && wantsClear && behind === 'newest' && episodeState.state !== 'cleared'
  return isMissed && isOver(receiverState, wantsClear)
    ? { ...receiverState, lastSent: episodeState }
    : receiverState
}

/**
 * What ended untold, or was to be told by one that somebody has cancelled meanwhile, is left. Else no delivery was made, because
 * the webhook was disabled at that moment: it is looked at once more.
 */
function leftAs({ receiverState, next }: Ended): Resync {
  return next === 'failed' || receiverState.resync === 'later' ? 'later' : 'due'
}

/** A difference that an accepted attempt has left is a new one. */
function sinceOf({ receiverState, next }: Ended, now: Instant): Instant {
  return next === 'delivered' ? now : (receiverState.outOfSyncSince ?? now)
}
