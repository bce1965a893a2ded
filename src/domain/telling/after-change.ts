import type { AlertState } from '../alert/alert.ts'
import type { EventId } from '../ids.ts'
import type { Instant } from '../instant.ts'
import { isOver, mustBeTold, type Telling, type Told } from './told.ts'

/** With what a delivery ends that was not sent, because a newer one says more. */
export const SAYS_LESS = 'a newer one says more'
/** Likewise, because what it would have told is known, or was over before anybody heard of it. */
export const NOTHING_LEFT = 'nothing was left to say'

export interface Change {
  readonly told: Told
  /** The alert as it is now, as the receiver counts it. */
  readonly present: Telling
  readonly eventId: EventId
  readonly now: Instant
}

export interface Pair {
  /** A delivery of theirs is on its way at this moment. */
  readonly isSending: boolean
  readonly isEnabled: boolean
  readonly isEndWanted: boolean
  /** What was raised and over before anything of it could be sent is told once. */
  readonly tellsMissed: boolean
}

/** What a change of an alert does to a webhook that is kept at the present. */
export interface Changed {
  /** In which state a delivery of the change is made; null: none is. */
  readonly makes: 'pending' | 'waiting' | null
  /** With which reason all end that wait to be sent; there may be none. */
  readonly supersedes: string
  /** Null: it is over, and nothing need be remembered. */
  readonly told: Told | null
  /** The state that could not be told in time: the delivery tells of that, and that it is over; null: it tells the change. */
  readonly missed: AlertState | null
}

/**
 * There is one delivery of an alert for each webhook: what has not been sent gives way to what is newer. What is being sent is
 * never called back; the newest waits behind it, and what leaves then is decided when that attempt is recorded.
 */
export function afterChange({ told, present, eventId, now }: Change, pair: Pair): Changed {
  const { isSending, isEnabled, isEndWanted } = pair
  const missed = isSending ? null : missedOf(told, present, pair)
  const wanting = { ...told, ...(missed && { known: told.present }), present, eventId }
  if (isSending) {
    const waits = isEnabled && (present.state !== 'cleared' || isEndWanted)
    const makes = waits ? 'waiting' : null
    return { makes, supersedes: SAYS_LESS, told: withDelivery(wanting, now), missed }
  }
  const must = mustBeTold(wanting, isEndWanted)
  return {
    makes: must && isEnabled ? 'pending' : null,
    supersedes: must ? SAYS_LESS : NOTHING_LEFT,
    told: isOver(wanting, isEndWanted) ? null : owing(wanting, must, { isEnabled, now }),
    missed,
  }
}

/** It counts as told: so its end is told by the rules for all others. */
function missedOf(told: Told, present: Telling, { isEndWanted, tellsMissed }: Pair): AlertState | null {
  const wasRaised = told.present.state !== 'cleared'
  const isUntold = present.state === 'cleared' && !mustBeTold({ ...told, present }, isEndWanted)
  return tellsMissed && isEndWanted && wasRaised && isUntold ? told.present.state : null
}

function owing(
  told: Told,
  must: boolean,
  { isEnabled, now }: { readonly isEnabled: boolean; readonly now: Instant },
): Told {
  if (!must) return { ...told, owed: 'none', owedSince: null }
  return isEnabled ? withDelivery(told, now) : { ...told, owed: 'owed', owedSince: told.owedSince ?? now }
}

function withDelivery(told: Told, now: Instant): Told {
  return { ...told, owed: 'none', owedSince: told.owedSince ?? now }
}
