export interface RunLoopOptions {
  readonly clock: { readonly wait: (ms: number, signal: AbortSignal) => Promise<void> }
  /** Does one round and returns the pause after it in milliseconds. Never rejects. */
  readonly round: (signal: AbortSignal) => Promise<number>
  /** Called after the last round. Never rejects. */
  readonly afterwards?: () => Promise<void>
}

/**
 * Runs rounds with pauses between `start` and `stop`, which ends a pause at once and waits for the current
 * round.
 */
export class RunLoop {
  readonly #options: RunLoopOptions
  readonly #stopping = new AbortController()
  #running: Promise<void> | undefined

  constructor(options: RunLoopOptions) {
    this.#options = options
  }

  /** Fires with `stop`. */
  get signal(): AbortSignal {
    return this.#stopping.signal
  }

  /** May be called twice. */
  start(): void {
    this.#running ??= this.#run()
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    const { clock, round, afterwards } = this.#options
    while (!this.signal.aborted) {
      const pauseMs = await round(this.signal)
      await clock.wait(pauseMs, this.signal)
    }
    await afterwards?.()
  }
}

/** Doubles the pause after each failure, up to a limit, until something succeeds. */
export class GrowingPause {
  readonly #firstMs: number
  readonly #maxMs: number
  #ms = 0

  constructor({ firstMs, maxMs }: { readonly firstMs: number; readonly maxMs: number }) {
    this.#firstMs = firstMs
    this.#maxMs = maxMs
  }

  /** The last pause; 0: nothing has failed. */
  get ms(): number {
    return this.#ms
  }

  grow(): number {
    this.#ms = Math.min(Math.max(this.#ms * 2, this.#firstMs), this.#maxMs)
    return this.#ms
  }

  reset(): void {
    this.#ms = 0
  }
}
