/** The page reports a lost connection after this silence. The service sends something every two seconds. */
const SILENCE_MS = 4_000
/** Browsers do not reconnect by themselves after a refusal, as from a stopping service. */
const AGAIN_MS = 3_000
/** A network that drops every packet never ends an attempt. */
const ATTEMPT_MS = 10_000
/** Interval for reading lists during a silence: a proxy may refuse only the stream. */
const READ_MS = 15_000

interface ConnectionOptions {
  /** Opens a stream; its listeners must call `onEvent` for each event. */
  readonly listen: (onEvent: () => void) => EventSource
  readonly onState: (state: 'live' | 'lost') => void
  /** Reads again what may be out of date: the connection is back, or has been lost for a while. */
  readonly refetch: () => void
}

/** Keeps one stream open, and reports within four seconds that nothing arrives. */
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
