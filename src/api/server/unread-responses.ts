import type { ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { LoopShare, RESPONSE_PER_TURN_BYTES_MAX } from '../../runtime/long-work.ts'

/** The time for which a client may take nothing of a waiting response; then the connection ends. */
export const STALLED_MS_MAX = 30_000

/** Why a response was cut off. */
export type CutOff = 'stalled' | 'unread'

export interface UnreadOptions {
  /** The limit of all responses together. */
  readonly bytesMax: number
  readonly stalledMsMax: number
  readonly onCutOff: (reason: CutOff, socket: Socket) => void
}

/**
 * Limits responses that clients have not read. A client that reads nothing for a while is cut off; above
 * the limit of bytes the oldest first.
 */
export class UnreadResponses {
  /** The share of the event loop for all of them. */
  readonly share = new LoopShare(RESPONSE_PER_TURN_BYTES_MAX)
  readonly #options: UnreadOptions
  /** Bytes of each response, in the order of their start. */
  readonly #bytesOf = new Map<ServerResponse, number>()
  #bytes = 0

  constructor(options: UnreadOptions) {
    this.#options = options
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Watches a response sent whole. `bytes`: those held for it alone. */
  watch(response: ServerResponse, bytes: number): void {
    const { socket } = response
    // The operating system takes most responses at once.
    if (socket !== null && socket.writableLength > 0) this.watchStream(response, bytes)
  }

  /** Watches a response sent in pieces. `bytes`: those held for it alone. */
  watchStream(response: ServerResponse, bytes: number): void {
    // A client that hung up earlier causes no event.
    if (!(response.socket instanceof Socket) || response.destroyed) return
    this.#watchProgress(response, response.socket)
    if (bytes > 0) this.#count(response, bytes)
  }

  #count(response: ServerResponse, bytes: number): void {
    this.#bytesOf.set(response, bytes)
    this.#bytes += bytes
    response.once('close', () => this.#forget(response))
    for (const oldest of this.#bytesOf.keys()) {
      // The newest one may exceed the limit alone.
      if (this.#bytes <= this.#options.bytesMax || oldest === response) break
      this.#cutOff(oldest, 'unread')
    }
  }

  #watchProgress(response: ServerResponse, socket: Socket): void {
    // Counts from the last byte in either direction.
    socket.setTimeout(this.#options.stalledMsMax)
    response.on('timeout', () => {
      if (socket.writableLength > 0) this.#cutOff(response, 'stalled')
    })
    // Runs before Node.js sets the idle timeout.
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
