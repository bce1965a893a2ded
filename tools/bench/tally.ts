/** Counts that must be zero, whatever the speed (except refused and unanswered reports, which are only said). */
export interface Tally {
  readonly accepted: number
  readonly refused: number
  readonly unanswered: number
  readonly lost: number
  readonly repeated: number
  readonly disordered: number
}

export const NOTHING_COUNTED: Tally = {
  accepted: 0,
  refused: 0,
  unanswered: 0,
  lost: 0,
  repeated: 0,
  disordered: 0,
}

export function addTallies(one: Tally, other: Tally): Tally {
  return {
    accepted: one.accepted + other.accepted,
    refused: one.refused + other.refused,
    unanswered: one.unanswered + other.unanswered,
    lost: one.lost + other.lost,
    repeated: one.repeated + other.repeated,
    disordered: one.disordered + other.disordered,
  }
}
