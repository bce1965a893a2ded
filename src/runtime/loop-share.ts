/** Bytes of bodies that are read in one tick of the event loop, about. */
export const BODY_BYTES_PER_TURN_MAX = 256 * 1024

/** Bytes of large responses that are written in one tick of the event loop. */
export const RESPONSE_BYTES_PER_TURN_MAX = 512 * 1024

/**
 * Limits the bytes that one tick of the event loop may move. More waits for the next tick, first come, first
 * served. Node.js reads everything that has arrived, and writes everything that fits into a socket, before it looks
 * at anything else. With hundreds of connections that is gigabytes, and a health check would wait for seconds.
 */
export class LoopShare {
  readonly #bytesMax: number
  readonly #waiting: { readonly bytes: number; readonly goOn: () => void }[] = []
  #bytes = 0
  #isTurnAhead = false

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
  }

  /** Undefined: they fit now. Otherwise it resolves when there is. */
  take(bytes: number): Promise<void> | undefined {
    this.#expectTurn()
    if (this.#waiting.length === 0 && this.#hasSpaceFor(bytes)) {
      this.#bytes += bytes
      return undefined
    }
    return new Promise((goOn) => this.#waiting.push({ bytes, goOn }))
  }

  /** More bytes than the limit get a tick of their own. */
  #hasSpaceFor(bytes: number): boolean {
    return this.#bytes === 0 || this.#bytes + bytes <= this.#bytesMax
  }

  #expectTurn(): void {
    if (this.#isTurnAhead) return
    this.#isTurnAhead = true
    setImmediate(() => this.#turn())
  }

  #turn(): void {
    this.#isTurnAhead = false
    this.#bytes = 0
    let count = 0
    for (const { bytes, goOn } of this.#waiting) {
      if (!this.#hasSpaceFor(bytes)) break
      this.#bytes += bytes
      count += 1
      goOn()
    }
    this.#waiting.splice(0, count)
    if (this.#bytes > 0) this.#expectTurn()
  }
}
