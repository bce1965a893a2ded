/** Somebody who could use slots. */
export interface Contender {
  readonly room: number
  /** Those whose receivers fail have a limit for all of them together. */
  readonly isFailing: boolean
}

export interface FreeSlots {
  readonly all: number
  readonly forFailing: number
}

/**
 * One round of sharing: how many each may take, in the same order. All get an equal share, as far as they have room;
 * what one has no room for goes to those after it, and where there are more of them than slots, the first get one.
 * What the round leaves, because somebody had less to send, is for another round among those that took all they were
 * given.
 */
export function shareOut(contenders: readonly Contender[], free: FreeSlots): readonly number[] {
  let { all, forFailing } = free
  return contenders.map(({ room, isFailing }, index) => {
    const equal = Math.ceil(all / (contenders.length - index))
    const share = Math.max(0, Math.min(equal, room, isFailing ? forFailing : all))
    all -= share
    if (isFailing) forFailing -= share
    return share
  })
}

/** Whether one takes part in the next round: there may be more of it, or it has not had its turn yet. */
export function isStillContending(round: { share: number; taken: number; room: number }): boolean {
  return round.share === 0 || (round.taken === round.share && round.room > 0)
}
