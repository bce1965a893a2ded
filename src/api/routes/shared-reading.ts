import { AppError } from '../../domain/errors.ts'
import type { Monotonic } from '../../domain/instant.ts'
import type { Clock } from '../../runtime/clock.ts'

interface SharedReadingOptions<Value> {
  /** Used in "… did not respond in time". */
  readonly name: string
  readonly read: () => Promise<Value>
  /** The time for which a result is fresh, failures included. */
  readonly freshMs: number
  /** A slow reading stays fresh for its duration times `factor`, up to `freshMsMax`. */
  readonly dear?: { readonly factor: number; readonly freshMsMax: number }
  /** The longest wait of a request. */
  readonly limitMs: number
  readonly clock: Clock
}

/**
 * Shares one reading among requests of open addresses: one at a time, at most once per `freshMs`. Nobody joins one that
 * hangs.
 */
export class SharedReading<Value> {
  readonly #options: SharedReadingOptions<Value>
  #latest: Promise<Value> | undefined
  /** Monotonic: a clock set back must not keep an old result fresh. */
  #endedAt: Monotonic | undefined
  #freshMs: number

  constructor(options: SharedReadingOptions<Value>) {
    this.#options = options
    this.#freshMs = options.freshMs
  }

  /** Rejects as the reading does, or with `unavailable` when it takes too long. */
  async get(): Promise<Value> {
    const latest = this.#latest && !this.#isOld() ? this.#latest : this.#start()
    const answered = new AbortController()
    try {
      return await Promise.race([latest, this.#giveUp(answered.signal)])
    } finally {
      answered.abort()
    }
  }

  #isOld(): boolean {
    return this.#endedAt !== undefined && this.#options.clock.monotonic() - this.#endedAt >= this.#freshMs
  }

  #start(): Promise<Value> {
    this.#endedAt = undefined
    const { clock, freshMs, dear } = this.#options
    const startedAt = clock.monotonic()
    const noteEnd = () => {
      this.#endedAt = clock.monotonic()
      const tookMs = this.#endedAt - startedAt
      this.#freshMs = dear ? Math.max(freshMs, Math.min(tookMs * dear.factor, dear.freshMsMax)) : freshMs
    }
    this.#latest = this.#options.read()
    this.#latest.then(noteEnd, noteEnd)
    return this.#latest
  }

  async #giveUp(answered: AbortSignal): Promise<never> {
    const { clock, limitMs, name } = this.#options
    await clock.wait(limitMs, answered)
    throw new AppError('unavailable', `${name} did not respond within ${limitMs / 1000} s.`)
  }
}

/**
 * Shares a costly reading. A request gets one that began after it, so that it sees its own writes; one runs at a time,
 * and then rests as long as it took.
 */
export class LatestReading<Value> {
  readonly #read: () => Promise<Value>
  readonly #clock: Pick<Clock, 'monotonic' | 'wait'>
  /** Settles when the next reading may begin; undefined: now. */
  #busy: Promise<void> | undefined
  #next: Promise<Value> | undefined

  constructor(read: () => Promise<Value>, clock: Pick<Clock, 'monotonic' | 'wait'>) {
    this.#read = read
    this.#clock = clock
  }

  get(): Promise<Value> {
    if (this.#busy === undefined) return this.#start()
    this.#next ??= this.#busy.then(() => this.#start())
    return this.#next
  }

  #start(): Promise<Value> {
    this.#next = undefined
    const startedAt = this.#clock.monotonic()
    const rest = () => this.#rest(this.#clock.monotonic() - startedAt)
    const reading = this.#read()
    this.#busy = reading.then(rest, rest)
    return reading
  }

  async #rest(tookMs: number): Promise<void> {
    if (tookMs > 0) await this.#clock.wait(tookMs)
    if (this.#next === undefined) this.#busy = undefined
  }
}
