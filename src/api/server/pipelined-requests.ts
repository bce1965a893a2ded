import type { Socket } from 'node:net'

/** Requests that may wait on one connection for the response to the one before them; with more it is ended. */
export const PIPELINED_MAX = 32

/** Requests that may wait like that on all connections together: each takes some kilobytes. */
export const PIPELINED_TOTAL_MAX = 2_000

interface Line {
  isTaken: boolean
  readonly waiting: Turn[]
}

/** Begins a request. */
type Turn = () => void

/**
 * Begins one request at a time on each connection. HTTP lets a client send many before it reads a response
 * (pipelining), and Node.js would begin them all and hold every response that nobody reads: so the next one begins
 * when the connection has taken the whole response to the one before it.
 */
export class PipelinedRequests {
  readonly #lines = new WeakMap<Socket, Line>()
  readonly #onTooMany: (socket: Socket) => void
  #waitingCount = 0

  /** `onTooMany` ends the connection. */
  constructor(onTooMany: (socket: Socket) => void) {
    this.#onTooMany = onTooMany
  }

  get waitingCount(): number {
    return this.#waitingCount
  }

  /**
   * Calls `turn` when the requests before it are done, at once as a rule; never if its connection ends before.
   * After it comes `leave`.
   */
  take(socket: Socket, turn: Turn): void {
    if (isEnding(socket)) return
    const line = this.#lineOf(socket)
    if (!line.isTaken) {
      line.isTaken = true
      turn()
    } else if (line.waiting.length < PIPELINED_MAX && this.#waitingCount < PIPELINED_TOTAL_MAX) {
      line.waiting.push(turn)
      this.#waitingCount += 1
    } else {
      this.#onTooMany(socket)
    }
  }

  /** The response is over: the next one begins. */
  leave(socket: Socket): void {
    const line = this.#lineOf(socket)
    line.isTaken = false
    if (isEnding(socket)) {
      this.#waitingCount -= line.waiting.length
      line.waiting.length = 0
      return
    }
    const next = line.waiting.shift()
    if (next === undefined) return
    this.#waitingCount -= 1
    line.isTaken = true
    next()
  }

  #lineOf(socket: Socket): Line {
    const known = this.#lines.get(socket)
    if (known !== undefined) return known
    const line = { isTaken: false, waiting: [] }
    this.#lines.set(socket, line)
    return line
  }
}

/**
 * Tells whether the connection is ending, also after a response that says `Connection: close`: later requests on it
 * get no response.
 */
function isEnding({ destroyed, writableEnded }: Socket): boolean {
  return destroyed || writableEnded
}
