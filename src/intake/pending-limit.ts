import { AppError } from '../domain/errors.ts'

const RETRY_AFTER_MS = 1_000

/** A count of things under way with a hard upper bound: what is over it is refused, not queued. */
export class PendingLimit {
  readonly #max: number
  #count = 0

  constructor(max: number) {
    this.#max = max
  }

  /** False, and nothing counted, if there is no room. A batch larger than the limit may pass when it is alone. */
  enter(count: number): boolean {
    if (this.#count > 0 && this.#count + count > this.#max) return false
    this.#count += count
    return true
  }

  leave(count: number): void {
    this.#count -= count
  }

  refusal(): AppError {
    return new AppError(
      'unavailable',
      'Too many reports are waiting for their commit; nothing was taken in. Send it again in a moment.',
      { retryAfterMs: RETRY_AFTER_MS },
    )
  }
}
