/** Somebody who could use slots. */
export interface Contender {
  readonly capacity: number
  /** Failing receivers have a limit for all of them together. */
  readonly isFailing: boolean
}

export interface FreeSlots {
  readonly all: number
  readonly forFailing: number
}

/**
 * Shares slots in one round: returns how many each may take, in the same order. All get an equal share as far as they
 * have capacity; the rest goes to those after it, and if there are more of them than slots, the first get one. What
 * the round leaves is for another round among those that took all they were given.
 */
export function shareOut(contenders: readonly Contender[], free: FreeSlots): readonly number[] {
  let { all, forFailing } = free
  return contenders.map(({ capacity, isFailing }, index) => {
    const equal = Math.ceil(all / (contenders.length - index))
    const share = Math.max(0, Math.min(equal, capacity, isFailing ? forFailing : all))
    all -= share
    if (isFailing) forFailing -= share
    return share
  })
}

/** Tells whether one takes part in the next round: it may have more, or has not been served yet. */
export function isStillContending(round: { share: number; taken: number; capacity: number }): boolean {
  return round.share === 0 || (round.taken === round.share && round.capacity > 0)
}
