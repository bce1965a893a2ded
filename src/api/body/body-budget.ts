import { AppError } from '../../domain/errors.ts'

const RETRY_AFTER_MS = 1_000

/** A body that is held in memory. */
export interface HeldBody {
  /** Takes so many bytes more. Throws `unavailable` if they do not fit. */
  hold(bytes: number): void
  /** Notes that the body has arrived, and is being processed. */
  arrived(): void
  /** Nothing of it is needed any more; twice is harmless. */
  release(): void
}

interface Entry {
  bytes: number
  readonly giveUp: (refusal: AppError) => void
}

/**
 * Limits the bodies of requests, from their first byte to their response. When it is full, those that have been
 * arriving for the longest time are dropped: an honest sender is done in moments, and it can come again.
 */
export class BodyBudget {
  readonly #bytesMax: number
  /** Bodies in the order in which they began. */
  readonly #arriving = new Set<Entry>()
  #bytes = 0

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
  }

  get bytes(): number {
    return this.#bytes
  }

  /** `giveUp` ends it in favour of others, with the refusal for its sender. */
  open(giveUp: (refusal: AppError) => void): HeldBody {
    const entry = { bytes: 0, giveUp }
    this.#arriving.add(entry)
    return {
      hold: (bytes) => {
        this.#makeSpace(bytes, entry)
        entry.bytes += bytes
        this.#bytes += bytes
      },
      arrived: () => void this.#arriving.delete(entry),
      release: () => this.#release(entry),
    }
  }

  #makeSpace(bytes: number, forWhom: Entry): void {
    if (this.#bytes + bytes <= this.#bytesMax) return
    const others = [...this.#arriving].filter((entry) => entry !== forWhom)
    const canBeFreed = others.reduce((sum, entry) => sum + entry.bytes, 0)
    if (this.#bytes - canBeFreed + bytes > this.#bytesMax) throw noCapacity()
    for (const other of others) {
      if (this.#bytes + bytes <= this.#bytesMax) return
      if (other.bytes === 0) continue
      this.#release(other)
      other.giveUp(noCapacity())
    }
  }

  #release(entry: Entry): void {
    this.#arriving.delete(entry)
    this.#bytes -= entry.bytes
    entry.bytes = 0
  }
}

function noCapacity(): AppError {
  return new AppError(
    'unavailable',
    'The service holds as many bytes of unfinished requests as it has room for; send this one again, in one go.',
    { retryAfterMs: RETRY_AFTER_MS },
  )
}
