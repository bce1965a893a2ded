import { fittingWithin, NO_MATCH_ROWS, sumRows, WRITES_MAX } from '../domain/write-weight.ts'

/** Webhooks that are assumed to hear a report before any list was seen. */
const UNKNOWN_FAN_OUT = 20
/**
 * Weight of the newest call if its fan-out is smaller: a report that few webhooks hear does not mean that webhooks are
 * gone.
 */
const NEWEST_SHARE = 0.2

/** Decides how much of a list one call takes in, by the number of deliveries that the calls before created. */
export class PartSizes {
  #fanOut = UNKNOWN_FAN_OUT
  readonly #weightMax: number

  constructor(weightMax = WRITES_MAX) {
    this.#weightMax = weightMax
  }

  /** Returns the size of the next part, at least one. `matchRows`: what patterns take for each report. */
  next(matchRows = NO_MATCH_ROWS): number {
    return fittingWithin(this.#weightMax, this.#fanOut + sumRows(matchRows))
  }

  /** Notes how many deliveries a part created. */
  note(reportCount: number, deliveryCount: number): void {
    if (reportCount === 0) return
    const fanOut = deliveryCount / reportCount
    const isMore = fanOut > this.#fanOut
    this.#fanOut = isMore ? fanOut : this.#fanOut + (fanOut - this.#fanOut) * NEWEST_SHARE
  }
}
