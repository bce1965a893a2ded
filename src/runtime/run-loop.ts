export interface RunLoopOptions {
  readonly clock: { readonly wait: (ms: number, signal: AbortSignal) => Promise<void> }
  /** Does one round and returns how many milliseconds to pause after it. Never rejects. */
  readonly round: (signal: AbortSignal) => Promise<number>
  /** After the last round. Never rejects. */
  readonly afterwards?: () => Promise<void>
}

/**
 * Rounds with pauses between them, from `start` to `stop`, which ends a pause at once and waits for the round under
 * way.
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

  /** Twice is harmless. */
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

/** Pauses after failures: each twice as long as the one before, up to a limit, until something succeeds. */
export class GrowingPause {
  readonly #firstMs: number
  readonly #maxMs: number
  #ms = 0

  constructor({ firstMs, maxMs }: { readonly firstMs: number; readonly maxMs: number }) {
    this.#firstMs = firstMs
    this.#maxMs = maxMs
  }

  /** The last one; 0: nothing has failed. */
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
