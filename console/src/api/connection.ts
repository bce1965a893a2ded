/** Nothing was heard for this long: whoever looks at the page must know. The service sends something every two seconds. */
const SILENCE_MS = 4_000
/** A browser connects again by itself only after a break, not after a refusal such as that of a service that stops. */
const AGAIN_MS = 3_000
/** A network that swallows everything ends no attempt to connect. */
const ATTEMPT_MS = 10_000
/** While nothing is heard the lists are read this often: the stream may be refused and everything else work. */
const READ_MS = 15_000

export interface ConnectionOptions {
  /** Opens a new stream with the listeners for its events; `onHeard` must be called for each of them. */
  readonly listen: (onHeard: () => void) => EventSource
  readonly onState: (state: 'live' | 'lost') => void
  /** The connection is back after a loss, or has been lost for a while: what is shown may be out of date. */
  readonly readAnew: () => void
}

/** Keeps one stream open, and says within four seconds that nothing comes any more, whatever the reason is. */
export class Connection {
  readonly #options: ConnectionOptions
  #source: EventSource | undefined
  #silence: ReturnType<typeof setTimeout> | undefined
  #again: ReturnType<typeof setTimeout> | undefined
  #reading: ReturnType<typeof setInterval> | undefined

  constructor(options: ConnectionOptions) {
    this.#options = options
  }

  open(): void {
    this.close()
    this.#waitForSilence()
    this.#connect()
  }

  close(): void {
    clearTimeout(this.#silence)
    clearTimeout(this.#again)
    clearInterval(this.#reading)
    this.#reading = undefined
    this.#source?.close()
    this.#source = undefined
  }

  #connect(): void {
    this.#source?.close()
    const source = this.#options.listen(() => this.#hear())
    this.#source = source
    source.addEventListener('open', () => {
      this.#hear()
      this.#options.readAnew()
    })
    source.addEventListener('error', () => {
      if (source.readyState === EventSource.CLOSED) this.#connectLater(AGAIN_MS)
    })
  }

  #hear(): void {
    clearTimeout(this.#again)
    clearInterval(this.#reading)
    this.#reading = undefined
    this.#waitForSilence()
    this.#options.onState('live')
  }

  #waitForSilence(): void {
    clearTimeout(this.#silence)
    this.#silence = setTimeout(() => {
      this.#options.onState('lost')
      this.#reading ??= setInterval(this.#options.readAnew, READ_MS)
      this.#connectLater(AGAIN_MS)
    }, SILENCE_MS)
  }

  #connectLater(ms: number): void {
    clearTimeout(this.#again)
    this.#again = setTimeout(() => {
      this.#connect()
      this.#connectLater(ATTEMPT_MS)
    }, ms)
  }
}
