/**
 * Rows that one call writes at the most, about: deliveries and what they belong to. So many take some 25 ms of the thread that
 * serves everybody.
 */
export const PART_WEIGHT_MAX = 300

/** Of a list that is not known yet: as many webhooks may hear each of it. */
const UNKNOWN_FAN_OUT = 20
/** Of what was seen before, what the newest call counts, if it is less: webhooks go away more seldom than alerts that few hear. */
const NEWEST_SHARE = 0.2

/** How much of a list is taken in by one call: alerts times the webhooks that hear them, as the calls before have shown. */
export class PartSizes {
  #fanOut = UNKNOWN_FAN_OUT
  readonly #weightMax: number

  constructor(weightMax = PART_WEIGHT_MAX) {
    this.#weightMax = weightMax
  }

  /** At least one. */
  get next(): number {
    return Math.max(1, Math.floor(this.#weightMax / (1 + this.#fanOut)))
  }

  /** So many deliveries came of so many reports. */
  note(reportCount: number, deliveryCount: number): void {
    if (reportCount === 0) return
    const fanOut = deliveryCount / reportCount
    const isMore = fanOut > this.#fanOut
    this.#fanOut = isMore ? fanOut : this.#fanOut + (fanOut - this.#fanOut) * NEWEST_SHARE
  }
}
