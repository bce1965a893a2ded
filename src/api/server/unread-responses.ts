import type { ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { LoopShare, RESPONSE_PER_TURN_BYTES_MAX } from '../../runtime/long-work.ts'

/** The time for which a client may take nothing at all of a waiting response; then the connection is ended. */
export const STALLED_MS_MAX = 30_000

/** Why a client was cut off in the middle of its response. */
export type CutOff = 'stalled' | 'unread'

export interface UnreadOptions {
  /** The limit of all responses together. */
  readonly bytesMax: number
  readonly stalledMsMax: number
  readonly onCutOff: (reason: CutOff, socket: Socket) => void
}

/**
 * Responses that their clients have not read yet. A client that reads nothing for a while is cut off. If all of
 * these responses together take more bytes than the limit, the oldest are cut off first: a client that reads at all
 * is done in moments.
 */
export class UnreadResponses {
  /** The share of the event loop that they have together. */
  readonly share = new LoopShare(RESPONSE_PER_TURN_BYTES_MAX)
  readonly #options: UnreadOptions
  /** Bytes of each response, in the order in which they began. */
  readonly #bytesOf = new Map<ServerResponse, number>()
  #bytes = 0

  constructor(options: UnreadOptions) {
    this.#options = options
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Watches a response that was handed over as a whole. `bytes`: those that are held for it alone. */
  watch(response: ServerResponse, bytes: number): void {
    const { socket } = response
    // A response that the operating system has taken whole is not held any more, which is nearly every response.
    if (socket !== null && socket.writableLength > 0) this.watchStream(response, bytes)
  }

  /** Watches a response that is handed over piece by piece. `bytes`: those that are held for it alone. */
  watchStream(response: ServerResponse, bytes: number): void {
    // Nobody would say when one is over whose client hung up while it was made.
    if (!(response.socket instanceof Socket) || response.destroyed) return
    this.#watchProgress(response, response.socket)
    if (bytes > 0) this.#count(response, bytes)
  }

  #count(response: ServerResponse, bytes: number): void {
    this.#bytesOf.set(response, bytes)
    this.#bytes += bytes
    response.once('close', () => this.#forget(response))
    for (const oldest of this.#bytesOf.keys()) {
      // The newest one may be larger than the limit: alone it is sent.
      if (this.#bytes <= this.#options.bytesMax || oldest === response) break
      this.#cutOff(oldest, 'unread')
    }
  }

  #watchProgress(response: ServerResponse, socket: Socket): void {
    // Counts from the last byte that moved in either direction.
    socket.setTimeout(this.#options.stalledMsMax)
    response.on('timeout', () => {
      if (socket.writableLength > 0) this.#cutOff(response, 'stalled')
    })
    // Before Node.js sets the time that a connection without a request may last.
    response.prependOnceListener('finish', () => socket.setTimeout(0))
  }

  #cutOff(response: ServerResponse, reason: CutOff): void {
    this.#forget(response)
    const { socket } = response
    if (socket === null) return
    this.#options.onCutOff(reason, socket)
    socket.destroy()
  }

  #forget(response: ServerResponse): void {
    this.#bytes -= this.#bytesOf.get(response) ?? 0
    this.#bytesOf.delete(response)
  }
}
