import { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'

/**
 * What is read and dropped of a body after its request was answered, for callers with a token: most programs read the answer
 * only when they have sent everything. Whoever sends more is cut off.
 */
export const DROPPED_BYTES_MAX = 16 * 1024 ** 2
/** The same for whoever has shown no token. */
export const OPEN_DROPPED_BYTES_MAX = 1024 ** 2
/** How long the rest of a body is read and dropped; then the connection is ended. */
export const DROPPED_MS_MAX = 10_000
const LOOK_MS = 250

declare module 'fastify' {
  interface FastifyRequest {
    /** Its body costs more than it is worth: the connection ends with the answer. */
    endsWithAnswer: boolean
  }
}

/** Sees to it that a request which was answered before its end does not go on for long. */
export function limitDropping(
  request: FastifyRequest,
  reply: FastifyReply,
  clock: Pick<Clock, 'after'>,
): void {
  const { raw } = request
  reply.raw.once('finish', () => {
    const { socket } = raw
    // What is asked within the process has none.
    if (!(socket instanceof Socket) || raw.complete || socket.destroyed) return
    if (request.endsWithAnswer) {
      socket.destroy()
      return
    }
    const bytesMax = request.caller ? DROPPED_BYTES_MAX : OPEN_DROPPED_BYTES_MAX
    const bytesUntil = socket.bytesRead + bytesMax
    let looksLeft = DROPPED_MS_MAX / LOOK_MS
    const look = () => {
      if (raw.complete || socket.destroyed) return
      looksLeft -= 1
      if (looksLeft === 0 || socket.bytesRead > bytesUntil) socket.destroy()
      else clock.after(LOOK_MS, look)
    }
    clock.after(LOOK_MS, look)
  })
}
