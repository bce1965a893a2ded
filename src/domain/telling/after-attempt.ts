import type { Instant } from '../instant.ts'
import type { Outcome, Reply } from '../receiver/outcome.ts'
import { NOTHING_LEFT, SAYS_LESS } from './after-change.ts'
import { isOver, isSame, mustBeTold, type Owed, type Telling, type Told } from './told.ts'

/**
 * What an attempt says about what its receiver knows now. `not_told`: it certainly did not act on it. `possible`: it may have,
 * whatever it answered.
 */
export type Certainty = 'accepted' | 'possible' | 'not_told'

/**
 * Not told is only: not a byte of the request was written, or the receiver, with a complete answer, refused to act on it (3xx,
 * 4xx). What it says in the body of a 2xx, 408, 425 and all others may come from somebody in between, or after it has acted.
 */
export function certaintyOf(reply: Reply, outcome: Pick<Outcome, 'kind'>): Certainty {
  if (outcome.kind === 'accept') return 'accepted'
  if (reply.kind === 'no-response') return reply.isWritten ? 'possible' : 'not_told'
  const { status } = reply.answer
  const isRefused = status >= 300 && status <= 499 && status !== 408 && status !== 425
  return isRefused ? 'not_told' : 'possible'
}

/** What an attempt told, and how certain it is that it was heard. */
export interface Attested {
  readonly telling: Telling
  readonly certainty: Certainty
}

/**
 * Of one that has ended without word of what it told. It was claimed while its webhook was told of changes: what was not accepted
 * may have been heard. Or nothing of it was sent, because it could not be read, or had grown too old: what it would have told is due,
 * and not left as what a receiver has refused.
 */
export function unattestedEnd(
  state: Ended['next'],
  { isSent }: { readonly isSent: boolean },
): Pick<Ended, 'next'> & Pick<Attested, 'certainty'> {
  if (!isSent) return { certainty: 'not_told', next: state === 'failed' ? 'outdated' : state }
  return { certainty: state === 'delivered' ? 'accepted' : 'possible', next: state }
}

/** What is known once an attempt that told this has ended so. */
export function afterTelling(told: Told, { telling, certainty }: Attested): Told {
  if (certainty === 'accepted') return { ...told, known: telling, maybe: false }
  return certainty === 'possible' ? { ...told, maybe: true } : told
}

export interface Ended {
  readonly told: Told
  /** What the attempt told. */
  readonly telling: Telling
  /** What becomes of the delivery, if nothing is newer. */
  readonly next: 'delivered' | 'failed' | 'pending' | 'outdated'
  /**
   * What waits behind it: one that says what is so now, or only what says less, for somebody has cancelled the one that would say it.
   * Null: nothing does.
   */
  readonly behind: 'newest' | 'older' | null
  readonly isEndWanted: boolean
  /** What was raised and over before anything of it could be sent is told once. */
  readonly tellsMissed: boolean
  readonly now: Instant
}

/** What becomes of a delivery that was sent, of the one behind it, and of what is remembered. */
export interface Leaving {
  /** With which reason the delivery ends as superseded, instead of being tried again; null: it goes the way of all others. */
  readonly superseded: string | null
  /** What becomes of those that wait: the newest goes next, or all end, with which reason; null: there is none. */
  readonly behind: 'promoted' | typeof NOTHING_LEFT | typeof SAYS_LESS | null
  /** Null: it is over, and nothing need be remembered. */
  readonly told: Told | null
}

/**
 * What leaves after an attempt, if anything. One that was not accepted is not tried again if a newer one waits, or if it tells
 * what is not so any more: the newer one takes its place. What ends untold is owed.
 */
export function whatLeaves(ended: Ended): Leaving {
  const { telling, next, behind, isEndWanted, now } = ended
  const told = withMissed(ended)
  const must = mustBeTold(told, isEndWanted)
  const hasNewer = behind === 'newest'
  const isOld = hasNewer || !must || !isSame(telling, told.present)
  const superseded = next === 'pending' && isOld ? (must ? SAYS_LESS : NOTHING_LEFT) : null
  const isCarried = must && (hasNewer || (next === 'pending' && superseded === null))
  return {
    superseded,
    behind: behind && (must ? (hasNewer ? 'promoted' : SAYS_LESS) : NOTHING_LEFT),
    told: isOver(told, isEndWanted)
      ? null
      : {
          ...told,
          owed: must && !isCarried ? leftAs(ended) : 'none',
          owedSince: must ? sinceOf(ended, now) : null,
        },
  }
}

/** What is over meanwhile, and was never told, counts as told where its end is to be told nevertheless. */
function withMissed({ told, telling, behind, isEndWanted, tellsMissed }: Ended): Told {
  const isMissed = tellsMissed && isEndWanted && behind === 'newest' && telling.state !== 'cleared'
  return isMissed && isOver(told, isEndWanted) ? { ...told, known: telling } : told
}

/**
 * What ended untold, or was to be told by one that somebody has cancelled meanwhile, is left. Else no delivery was made, because
 * the webhook was disabled at that moment: it is looked at once more.
 */
function leftAs({ told, next }: Ended): Owed {
  return next === 'failed' || told.owed === 'owed' ? 'owed' : 'due'
}

/** A difference that an accepted attempt has left is a new one. */
function sinceOf({ told, next }: Ended, now: Instant): Instant {
  return next === 'delivered' ? now : (told.owedSince ?? now)
}
