/** The page says that the connection is lost after this silence. The service sends something every two seconds. */
const SILENCE_MS = 4_000
/**
 * Pause before the next attempt: a browser does not connect again by itself after a refusal, as by a service that
 * stops.
 */
const AGAIN_MS = 3_000
/** Limit for one attempt: a network that drops every packet never ends it. */
const ATTEMPT_MS = 10_000
/** Interval at which lists are read during a silence: a proxy may refuse the stream and pass everything else. */
const READ_MS = 15_000

interface ConnectionOptions {
  /** Opens a new stream with the listeners for its events; `onEvent` must be called for each of them. */
  readonly listen: (onEvent: () => void) => EventSource
  readonly onState: (state: 'live' | 'lost') => void
  /** The connection is back after a loss, or has been lost for a while: what is shown may be out of date. */
  readonly refetch: () => void
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
    const source = this.#options.listen(() => this.#receive())
    this.#source = source
    source.addEventListener('open', () => {
      this.#receive()
      this.#options.refetch()
    })
    source.addEventListener('error', () => {
      if (source.readyState === EventSource.CLOSED) this.#connectLater(AGAIN_MS)
    })
  }

  #receive(): void {
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
      this.#reading ??= setInterval(this.#options.refetch, READ_MS)
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
