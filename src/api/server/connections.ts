import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Clock } from '../../runtime/clock.ts'

/** Why a connection was ended, or refused, before its client had the response. */
export type ConnectionEnd = 'too_many' | 'pipelined' | 'stalled' | 'unread'

export interface EndedConnection {
  readonly reason: ConnectionEnd
  /** The client, or the last proxy in front. */
  readonly address: string | undefined
}

/** The interval of searches for idle connections: each checks all of them. */
const SPACE_MS = 1_000

/** Limits connections: above `max` idle ones are closed, and new ones refused until one is free. */
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
  // Node.js counts only its own socket's connections; others hand theirs over.
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
 * Ends a connection, and ignores requests already read: Node.js would make a response and an error for each, up to a
 * thousand, which took a sixth of the CPU in a storm.
 */
export function endConnection(socket: Socket): void {
  // Undocumented in Node.js.
  const { parser } = socket as Socket & {
    readonly parser?: { onIncoming?: (request: unknown) => number } | null
  }
  if (parser) parser.onIncoming = () => 0
  socket.destroy()
}

/** Requests that wait on one connection for the response before them; more end it. */
export const PIPELINED_MAX = 32

/** Requests that wait like that on all connections; each takes some kilobytes. */
export const PIPELINED_TOTAL_MAX = 2_000

interface Pipeline {
  isTaken: boolean
  readonly waiting: Begin[]
}

type Begin = () => void

/**
 * Begins one request at a time per connection. With pipelining Node.js would begin them all, and hold every unread
 * response; here the next waits until the whole response before it is written.
 */
export class PipelinedRequests {
  readonly #pipelines = new WeakMap<Socket, Pipeline>()
  readonly #onTooMany: (socket: Socket) => void
  #waitingCount = 0

  constructor(onTooMany: (socket: Socket) => void) {
    this.#onTooMany = onTooMany
  }

  get waitingCount(): number {
    return this.#waitingCount
  }

  /**
   * Calls `begin` after the requests before, usually at once; never after the connection ends. Call `leave` after it.
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

  /** Begins the next request. */
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

/** Returns true after `Connection: close` as well: later requests get no response. */
function isEnding({ destroyed, writableEnded }: Socket): boolean {
  return destroyed || writableEnded
}
