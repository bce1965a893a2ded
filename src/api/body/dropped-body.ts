import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Clock } from '../../runtime/clock.ts'
import { isInCrumbs } from './incoming-request.ts'

/**
 * Bytes of a body that are read and dropped after its request got its response, for clients with a token: most
 * programs read the response only when they have sent everything. Above it the connection is cut off.
 */
export const DROPPED_BYTES_MAX = 16 * 1024 ** 2
/** The bytes that are dropped for clients without a token. */
export const OPEN_DROPPED_BYTES_MAX = 1024 ** 2
/** The time for which the rest of a body is read and dropped; then the connection is ended. */
export const DROPPED_MS_MAX = 10_000
/**
 * Bodies that are dropped like that at the same time: beyond it a connection ends with its response, which its sender
 * may miss.
 */
export const DROPPED_BODIES_MAX = 20
const CHECK_MS = 250

/** Sees to it that requests which got their response before their end do not go on for long. */
export class DroppedBodies {
  readonly #clock: Pick<Clock, 'after'>
  #count = 0

  constructor(clock: Pick<Clock, 'after'>) {
    this.#clock = clock
  }

  /** Call it when a request has had its response. */
  limit({ raw, principal }: FastifyRequest): void {
    const { socket } = raw
    // What is asked within the process has none.
    if (raw.complete || !(socket instanceof Socket) || socket.destroyed) return
    if (isInCrumbs(raw) || this.#count >= DROPPED_BODIES_MAX) {
      socket.destroy()
      return
    }
    this.#count += 1
    this.#watch(raw, principal ? DROPPED_BYTES_MAX : OPEN_DROPPED_BYTES_MAX)
  }

  #watch(raw: IncomingMessage, bytesMax: number): void {
    const { socket } = raw
    const bytesUntil = socket.bytesRead + bytesMax
    let checksLeft = DROPPED_MS_MAX / CHECK_MS
    const check = () => {
      checksLeft -= 1
      const isOver = raw.complete || socket.destroyed
      if (!isOver && checksLeft > 0 && socket.bytesRead <= bytesUntil) {
        this.#clock.after(CHECK_MS, check)
        return
      }
      this.#count -= 1
      if (!isOver) socket.destroy()
    }
    this.#clock.after(CHECK_MS, check)
  }
}
