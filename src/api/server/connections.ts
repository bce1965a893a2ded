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
export function limitConnections(server: Server, { max, clock, onEnd }: ConnectionLimits): void {
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

export interface ConnectionLimits {
  readonly max: number
  readonly clock: Pick<Clock, 'monotonic'>
  readonly onEnd: (ended: EndedConnection) => void
}

/**
 * Fields that Node.js keeps with a connection without describing them: the parser shows each request whose head it has
 * read.
 */
interface ParsedSocket {
  readonly parser?: { onIncoming?: ((request: unknown) => number) | null } | null
}

/**
 * Ends it at once. What has been read of it already is parsed to its end all the same, a thousand requests perhaps, and
 * Node.js would make a response and an error with its trace for each of them: about a sixth of the processor's time in
 * a storm.
 */
export function endConnection(socket: Socket): void {
  const { parser } = socket as Socket & ParsedSocket
  if (parser) parser.onIncoming = () => 0
  socket.destroy()
}
