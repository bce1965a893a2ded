import type { Clock } from '../clock.ts'
import { AppError } from '../domain/errors.ts'

export interface SharedReadingOptions<Value> {
  /** What is read, to complete "… did not answer in time". */
  readonly name: string
  readonly read: () => Promise<Value>
  /** How long a result counts as fresh, failures included. */
  readonly freshMs: number
  /** How long a caller waits. */
  readonly limitMs: number
  readonly clock: Clock
}

/**
 * A reading for addresses that are open to anybody: however many ask, it is made once at a time, and at most once per
 * `freshMs`. A reading that hangs is not joined by others.
 */
export class SharedReading<Value> {
  readonly #options: SharedReadingOptions<Value>
  #latest: Promise<Value> | undefined
  #endedAt: number | undefined

  constructor(options: SharedReadingOptions<Value>) {
    this.#options = options
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
    return this.#endedAt !== undefined && this.#options.clock.now() - this.#endedAt >= this.#options.freshMs
  }

  #start(): Promise<Value> {
    this.#endedAt = undefined
    const noteEnd = () => {
      this.#endedAt = this.#options.clock.now()
    }
    this.#latest = this.#options.read()
    this.#latest.then(noteEnd, noteEnd)
    return this.#latest
  }

  async #giveUp(answered: AbortSignal): Promise<never> {
    const { clock, limitMs, name } = this.#options
    await clock.wait(limitMs, answered)
    throw new AppError('unavailable', `${name} did not answer within ${limitMs / 1000} s.`)
  }
}
