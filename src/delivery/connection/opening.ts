import type { Socket } from 'node:net'
import type { buildConnector } from 'undici'
import type { Clock } from '../../runtime/clock.ts'
import { ConnectionError } from './failure.ts'
import type { Monotonic } from '../../domain/instant.ts'

const LF = 0x0a
const CR = 0x0d
const ZERO = 0x30
const ONE = 0x31
const TWO = 0x32
/** Offset of the status in `HTTP/1.1 100`. */
const STATUS_AT = 9

/** The progress of a request's connection: the time of each phase, and a way to give up. */
export interface ConnectionProgress {
  phase: 'dns' | 'connect' | 'proxy' | 'tls' | 'ready'
  dnsMs?: number
  /** Until the receiver is reached; with a proxy, until the proxy reached it. */
  connectMs?: number
  tlsMs?: number
  /** The first error of the connection, also after it was made. */
  error?: Error
  /** Gives the connection up; harmless once it is ready. */
  abandon: () => void
}

export interface OpeningDeps {
  readonly clock: Pick<Clock, 'monotonic' | 'after'>
  /** Limits abandoned connections. */
  readonly connectTimeoutMs: number
  /** Called for each new connection, at once when its request is dispatched. */
  readonly onConnecting: (progress: ConnectionProgress) => void
}

/** A connection being made: its phases and deadline. Calls back exactly once. */
export class Opening {
  readonly #clock: OpeningDeps['clock']
  readonly #callback: buildConnector.Callback
  readonly #progress: ConnectionProgress
  readonly #cancelTimeout: () => void
  #phaseStartedAt: Monotonic
  readonly #sockets: Socket[] = []
  #isSettled = false

  constructor(
    { clock, connectTimeoutMs, onConnecting }: OpeningDeps,
    target: string,
    callback: buildConnector.Callback,
  ) {
    this.#clock = clock
    this.#callback = callback
    this.#phaseStartedAt = clock.monotonic()
    const giveUp = () => this.fail(new ConnectionError('timeout', `no connection to ${target} in time`))
    this.#progress = { phase: 'dns', abandon: giveUp }
    this.#cancelTimeout = clock.after(connectTimeoutMs, giveUp)
    onConnecting(this.#progress)
  }

  get isSettled(): boolean {
    return this.#isSettled
  }

  skipDns(): void {
    this.#progress.phase = 'connect'
  }

  /** Ends the phase, notes its duration and begins the next; does nothing within the same phase. */
  enter(next: ConnectionProgress['phase']): void {
    if (this.#progress.phase === next) return
    const startedAt = this.#phaseStartedAt
    this.#phaseStartedAt = this.#clock.monotonic()
    const part = PARTS[this.#progress.phase]
    if (part !== undefined)
      this.#progress[part] = (this.#progress[part] ?? 0) + this.#phaseStartedAt - startedAt
    this.#progress.phase = next
  }

  /** Destroys the socket if the opening fails; an inner socket comes after its outer one. */
  hold(socket: Socket): void {
    this.#sockets.push(socket)
    // A client may be refused after its handshake (RFC 8446, section 4.4.2).
    socket.on('error', (error) => {
      this.#progress.error ??= error
    })
    socket.setNoDelay(true)
    socket.setKeepAlive(true, 60_000)
    if (this.#isSettled) socket.destroy()
  }

  fail(error: Error): void {
    if (this.#isSettled) return
    this.#settle()
    for (const socket of this.#sockets.toReversed()) socket.destroy()
    this.#callback(error, null)
  }

  succeed(socket: Socket): void {
    if (this.#isSettled) return void socket.destroy()
    this.#settle()
    readOverContinue(socket)
    this.#callback(null, socket)
  }

  #settle(): void {
    this.#isSettled = true
    this.#cancelTimeout()
  }
}

const PARTS = {
  dns: 'dnsMs',
  connect: 'connectMs',
  proxy: 'connectMs',
  tls: 'tlsMs',
  ready: undefined,
} as const satisfies Record<ConnectionProgress['phase'], keyof ConnectionProgress | undefined>

/**
 * Makes the client ignore `100 Continue`, which some receivers send unasked: clients must accept it (RFC 9110, section
 * 15.2), but undici closes the connection (https://github.com/nodejs/undici/issues/197). undici ignores other interim
 * responses, so the status is changed to 102 before it reads it.
 */
function readOverContinue(socket: Socket): void {
  const response = new ResponseHead()
  const read = socket.read.bind(socket)
  const write = socket.write.bind(socket)
  socket.read = (size?: number) => {
    const chunk: unknown = read(size)
    if (Buffer.isBuffer(chunk)) response.pass(chunk)
    return chunk
  }
  // undici writes a whole request in one tick, so the next byte received belongs to its response.
  socket.write = ((...given: Parameters<Socket['write']>) => {
    response.begin()
    return write(...given)
  }) as Socket['write']
}

/** Follows the status lines of a response through its chunks, until the final one. */
export class ResponseHead {
  /** Characters of the status line so far; Infinity: it is complete. */
  #column = Infinity
  #status = ''
  /** An empty line ends an interim response. */
  #isLineEmpty = false
  #isFinal = true

  begin(): void {
    this.#column = 0
    this.#status = ''
    this.#isFinal = false
  }

  /** Reads a chunk, and changes a status of 100 in it. */
  pass(chunk: Buffer): void {
    for (let at = 0; at < chunk.length && !this.#isFinal; at += 1) {
      if (this.#column < STATUS_AT + 3) this.#passStatusLine(chunk, at)
      else this.#passHead(chunk[at]!)
    }
  }

  #passStatusLine(chunk: Buffer, at: number): void {
    const digit = this.#column - STATUS_AT
    this.#column += 1
    if (digit < 0) return
    this.#status += String.fromCharCode(chunk[at]!)
    if (digit < 2) return
    if (this.#status === '100') chunk[at] = TWO
    this.#isFinal = !(this.#status.charCodeAt(0) === ONE && this.#status.charCodeAt(1) >= ZERO)
    this.#isLineEmpty = false
  }

  #passHead(byte: number): void {
    if (byte === LF && this.#isLineEmpty) this.begin()
    else if (byte === LF) this.#isLineEmpty = true
    else if (byte !== CR) this.#isLineEmpty = false
  }
}
