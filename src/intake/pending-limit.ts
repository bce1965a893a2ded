import { AppError } from '../domain/errors.ts'

const RETRY_AFTER_MS = 1_000

/**
 * What the reports that wait for their commit may have together, whatever their number: each is held twice, here and on its
 * way into the database. More of them are answered 503.
 */
export const PENDING_CHARACTERS_MAX = 32_000_000

export interface PendingBatch {
  readonly count: number
  readonly characterCount: number
}

/** What is under way, with hard upper bounds: what is over one of them is refused, not queued. */
export class PendingLimit {
  readonly #countMax: number
  #count = 0
  #characterCount = 0

  constructor(countMax: number) {
    this.#countMax = countMax
  }

  /** False, and nothing counted, if there is no room. A batch larger than the limits may pass when it is alone. */
  enter({ count, characterCount }: PendingBatch): boolean {
    const isOver =
      this.#count + count > this.#countMax || this.#characterCount + characterCount > PENDING_CHARACTERS_MAX
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
