/** A state from a moment on, of a condition or of what somebody says of it. In the order of time. */
export interface Change {
  readonly at: number
  readonly isOn: boolean
}

export type Track = readonly Change[]

/** How long somebody took to follow a change of the truth. */
export interface Delay {
  readonly at: number
  readonly isOn: boolean
  readonly ms: number
  /** The truth changed again before they had followed. */
  readonly isOvertaken: boolean
}

/** Returns the state at a moment; what begins at that moment counts. */
export function stateAt(track: Track, at: number): boolean {
  return track.findLast((change) => change.at <= at)?.isOn ?? false
}

/** Returns the delay of every change of the truth but those of the last `until`, which are followed up to there. */
export function delaysOf(truth: Track, said: Track, until: number): readonly Delay[] {
  return truth.map(({ at, isOn }, index) => {
    const next = truth[index + 1]?.at ?? until
    const followed =
      stateAt(said, at) === isOn ? at : said.find((one) => one.at > at && one.isOn === isOn)?.at
    const isOvertaken = followed === undefined || followed > next
    return { at, isOn, ms: Math.max(0, (isOvertaken ? next : followed) - at), isOvertaken }
  })
}

/** A time in which somebody who had followed the truth said the opposite, though it had not changed. */
export interface Needless {
  readonly at: number
  readonly ms: number
  /** They said that it is over while it lasted. */
  readonly isClear: boolean
}

/** Returns what was said against a truth that had been followed. */
export function needlessIn(truth: Track, said: Track, until: number): readonly Needless[] {
  return said.flatMap(({ at, isOn }, index) => {
    const isTrue = stateAt(truth, at)
    if (isOn === isTrue || stateAt(said, at - 1) !== isTrue) return []
    const changed = truth.find((change) => change.at > at)?.at ?? until
    const back = said[index + 1]?.at ?? until
    return [{ at, ms: Math.min(changed, back) - at, isClear: !isOn }]
  })
}
