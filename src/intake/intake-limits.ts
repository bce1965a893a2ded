import { AppError } from '../domain/errors.ts'
import type { Instant, Monotonic } from '../domain/instant.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Log } from '../telemetry/log.ts'

const RETRY_AFTER_MS = 1_000

/**
 * Limits the characters of all reports that wait for their commit; more are refused with 503. Everything after them
 * waits until they are written, which should take less than a second.
 */
export const PENDING_CHARACTERS_MAX = 12_000_000

export interface PendingBatch {
  readonly count: number
  readonly characterCount: number
}

/** Counts the reports that wait for their commit. A batch above a limit is refused, not queued. */
export class PendingLimit {
  readonly #countMax: number
  #count = 0
  #characterCount = 0

  constructor(countMax: number) {
    this.#countMax = countMax
  }

  /**
   * Returns false, and counts nothing, if the batch does not fit. A batch above the limits passes alone; and each must
   * leave as much capacity as it takes, so that large senders do not lock out small ones.
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

/** Limits reports of one source that wait for each other. */
export const WAITING_MAX = 1_000
/** Limits the characters of waiting reports; a single one may be larger. */
export const WAITING_CHARACTERS_MAX = 16_000_000

interface Queue {
  readonly last: Promise<unknown>
  readonly length: number
  readonly characterCount: number
}

const EMPTY: Queue = { last: Promise.resolve(), length: 0, characterCount: 0 }

/** Runs work of the same name serially, in the order of the calls; different names do not wait. */
export class SerialQueues {
  readonly #queues = new Map<string, Queue>()

  /** Runs `work`, which holds `held` characters, after earlier work. Rejects with `unavailable` above the limits. */
  async take<Result>(name: string, held: number, work: () => Promise<Result>): Promise<Result> {
    const { last, length, characterCount } = this.#queues.get(name) ?? EMPTY
    if (length > WAITING_MAX || (length > 0 && characterCount + held > WAITING_CHARACTERS_MAX)) {
      throw new AppError(
        'unavailable',
        'Too many reports of this source wait for each other; try again later.',
        {
          retryAfterMs: 5_000,
        },
      )
    }
    const result = last.then(work, work)
    this.#queues.set(name, { last: result, length: length + 1, characterCount: characterCount + held })
    try {
      return await result
    } finally {
      this.#leave(name, held)
    }
  }

  #leave(name: string, held: number): void {
    const queue = this.#queues.get(name)
    if (!queue || queue.length <= 1) this.#queues.delete(name)
    else {
      const characterCount = queue.characterCount - held
      this.#queues.set(name, { ...queue, length: queue.length - 1, characterCount })
    }
  }
}

/** A node that alternates within this time counts as refusing; each change is a line in the log. */
const CALM_MS = 5_000
/** Ends a refusal without another report, as nobody knows whether one would be accepted. */
const LOGGED_MS = 60_000

export interface Refusal {
  readonly because: string
  readonly since: Instant
}

/** Logs whether this node refuses reports, and since when. */
export class Refusals {
  readonly #clock: Pick<Clock, 'now' | 'monotonic'>
  readonly #log: Pick<Log, 'warn' | 'info'>
  #refusal: (Refusal & { readonly lastAt: Monotonic }) | undefined

  constructor({
    clock,
    log,
  }: {
    readonly clock: Pick<Clock, 'now' | 'monotonic'>
    readonly log: Pick<Log, 'warn' | 'info'>
  }) {
    this.#clock = clock
    this.#log = log
  }

  noteRefused(because: string): void {
    if (!this.#refusal) this.#log.warn({ because }, 'intake.refusing')
    const since = this.#refusal?.since ?? this.#clock.now()
    this.#refusal = { because, since, lastAt: this.#clock.monotonic() }
  }

  noteAccepted(): void {
    if (!this.#refusal || this.#clock.monotonic() - this.#refusal.lastAt < CALM_MS) return
    this.#refusal = undefined
    this.#log.info({}, 'intake.resumed')
  }

  /** Returns undefined if reports are accepted, as far as is known. */
  get current(): Refusal | undefined {
    if (!this.#refusal || this.#clock.monotonic() - this.#refusal.lastAt > LOGGED_MS) return undefined
    const { because, since } = this.#refusal
    return { because, since }
  }
}
