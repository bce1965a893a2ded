import { AppError } from '../domain/errors.ts'

const RETRY_AFTER_MS = 1_000

/**
 * Limits the characters of all reports that wait for their commit, whatever their number; more are refused with
 * 503. Everything after them waits until they are written, which should take less than a second.
 */
export const PENDING_CHARACTERS_MAX = 12_000_000

export interface PendingBatch {
  readonly count: number
  readonly characterCount: number
}

/** Counts the reports that wait for their commit. A batch that would be over a bound is refused, not queued. */
export class PendingLimit {
  readonly #countMax: number
  #count = 0
  #characterCount = 0

  constructor(countMax: number) {
    this.#countMax = countMax
  }

  /**
   * False, and nothing counted, if they do not fit. A batch larger than the limits may pass when it is alone; and
   * one leaves as much capacity as it takes, so that those who send much do not keep out those who send little.
   */
  enter({ count, characterCount }: PendingBatch): boolean {
    const isOver =
      this.#count + count > this.#countMax ||
      this.#characterCount + 2 * characterCount > PENDING_CHARACTERS_MAX
    if (this.#count > 0 && isOver) return false
    this.#count += count
    this.#characterCount += characterCount
    return true
  }

  leave({ count, characterCount }: PendingBatch): void {
    this.#count -= count
    this.#characterCount -= characterCount
  }

  refusal(): AppError {
    return new AppError(
      'unavailable',
      'Too many reports are waiting for their commit; nothing was taken in. Send it again in a moment.',
      { retryAfterMs: RETRY_AFTER_MS },
    )
  }
}
