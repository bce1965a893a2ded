import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Clock } from '../clock.ts'

/** Why a connection was ended, or not taken, before its caller had the answer. */
export type ConnectionEnd = 'too_many' | 'pipelined' | 'stalled' | 'unread'

export interface EndedConnection {
  readonly reason: ConnectionEnd
  /** The other end: the caller, or the last proxy in front. */
  readonly address: string | undefined
}

/**
 * Connections that the operating system holds for us until they are taken (it may allow fewer: `net.core.somaxconn`). Beyond it, those
 * who connect are not answered and try again after 1, 3 and 7 seconds, whatever they want: with the 511 of Node.js half of all
 * probes waited like that when 500 connections came at once.
 */
export const BACKLOG_MAX = 4_096

/** Making room means looking at all connections: not for each one that comes while there is none. */
const ROOM_MS = 1_000

/** No more connections than `max`: beyond it idle ones have to go, and who comes meanwhile is not taken. */
export function limitConnections(server: Server, { max, clock, onEnd }: ConnectionLimits): void {
  let roomMadeAt = -Infinity
  server.maxConnections = max
  server.on('drop', (dropped) => {
    onEnd({ reason: 'too_many', address: dropped?.remoteAddress })
    const now = clock.monotonic()
    if (now - roomMadeAt < ROOM_MS) return
    roomMadeAt = now
    server.closeIdleConnections()
  })
}

export interface ConnectionLimits {
  readonly max: number
  readonly clock: Pick<Clock, 'monotonic'>
  readonly onEnd: (ended: EndedConnection) => void
}

/** What Node.js keeps with a connection, and does not describe: the parser tells of each request whose head it has read. */
interface ParsedSocket {
  readonly parser?: { onIncoming?: ((request: unknown) => number) | null } | null
}

/**
 * Ends it at once. What has been read of it already is parsed to its end all the same, a thousand requests perhaps, and Node.js
 * would make an answer and an error with its trace for each of them: about a sixth of the processor's time in a storm.
 */
export function endConnection(socket: Socket): void {
  const { parser } = socket as Socket & ParsedSocket
  if (parser) parser.onIncoming = () => 0
  socket.destroy()
}
