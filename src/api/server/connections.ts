import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Clock } from '../../runtime/clock.ts'

/** Why a connection was ended, or not taken, before its client had the response. */
export type ConnectionEnd = 'too_many' | 'pipelined' | 'stalled' | 'unread'

export interface EndedConnection {
  readonly reason: ConnectionEnd
  /** The other end: the client, or the last proxy in front. */
  readonly address: string | undefined
}

/** Freeing one means checking all connections: not for each one that comes while none is free. */
const SPACE_MS = 1_000

/** No more connections than `max`: above it idle ones are closed, and new ones are not taken until one is free. */
export function limitConnections(
  server: Server,
  max: number,
  clock: Pick<Clock, 'monotonic'>,
  onEnd: (ended: EndedConnection) => void,
): void {
  let count = 0
  let spaceMadeAt = -Infinity
  const refuse = (address: string | undefined) => {
    onEnd({ reason: 'too_many', address })
    const now = clock.monotonic()
    if (now - spaceMadeAt < SPACE_MS) return
    spaceMadeAt = now
    server.closeIdleConnections()
  }
  // It counts only those that it took itself; others listen beside it and hand theirs over.
  server.maxConnections = max
  server.on('drop', (dropped) => refuse(dropped?.remoteAddress))
  server.prependListener('connection', (socket: Socket) => {
    if (count >= max) {
      refuse(socket.remoteAddress)
      socket.destroy()
      return
    }
    count += 1
    socket.once('close', () => (count -= 1))
  })
}

/**
 * Ends it at once. What has been read of it already is parsed to its end all the same, a thousand requests perhaps, and
 * Node.js would make a response and an error with its trace for each of them: about a sixth of the processor's time in
 * a storm.
 */
export function endConnection(socket: Socket): void {
  // Node.js keeps the parser with the connection without describing it.
  const { parser } = socket as Socket & {
    readonly parser?: { onIncoming?: (request: unknown) => number } | null
  }
  if (parser) parser.onIncoming = () => 0
  socket.destroy()
}

/** Requests that may wait on one connection for the response to the one before them; with more it is ended. */
export const PIPELINED_MAX = 32

/** Requests that may wait like that on all connections together: each takes some kilobytes. */
export const PIPELINED_TOTAL_MAX = 2_000

interface Pipeline {
  isTaken: boolean
  readonly waiting: Begin[]
}

type Begin = () => void

/**
 * Begins one request at a time on each connection. HTTP lets a client send many before it reads a response
 * (pipelining), and Node.js would begin them all and hold every response that nobody reads: so the next one begins
 * when the connection has taken the whole response to the one before it.
 */
export class PipelinedRequests {
  readonly #pipelines = new WeakMap<Socket, Pipeline>()
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
   * Calls `begin` when the requests before it are done, at once as a rule; never if its connection ends before.
   * After it comes `leave`.
   */
  take(socket: Socket, begin: Begin): void {
    if (isEnding(socket)) return
    const pipeline = this.#pipelineOf(socket)
    if (!pipeline.isTaken) {
      pipeline.isTaken = true
      begin()
    } else if (pipeline.waiting.length < PIPELINED_MAX && this.#waitingCount < PIPELINED_TOTAL_MAX) {
      pipeline.waiting.push(begin)
      this.#waitingCount += 1
    } else {
      this.#onTooMany(socket)
    }
  }

  /** The response is over: the next one begins. */
  leave(socket: Socket): void {
    const pipeline = this.#pipelineOf(socket)
    pipeline.isTaken = false
    if (isEnding(socket)) {
      this.#waitingCount -= pipeline.waiting.length
      pipeline.waiting.length = 0
      return
    }
    const next = pipeline.waiting.shift()
    if (next === undefined) return
    this.#waitingCount -= 1
    pipeline.isTaken = true
    next()
  }

  #pipelineOf(socket: Socket): Pipeline {
    const known = this.#pipelines.get(socket)
    if (known !== undefined) return known
    const pipeline = { isTaken: false, waiting: [] }
    this.#pipelines.set(socket, pipeline)
    return pipeline
  }
}

/**
 * Tells whether the connection is ending, also after a response that says `Connection: close`: later requests on it
 * get no response.
 */
function isEnding({ destroyed, writableEnded }: Socket): boolean {
  return destroyed || writableEnded
}
