import type { Clock } from './clock.ts'

/**
 * Shares a reading that costs much. Each caller gets one that began after it asked, so that it sees what it wrote; one
 * runs at a time, and rests as long as it took before the next one, which all who asked meanwhile share.
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
