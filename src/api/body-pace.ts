import type { Readable } from 'node:stream'

/** Bytes of bodies that are read in one turn of the event loop, about; whoever sends more of one waits for the next. */
export const BODY_BYTES_PER_TURN_MAX = 256 * 1024

/** Senders who go on in each turn: each may have a megabyte waiting that is read at once. */
const SENDERS_PER_TURN = 2

/**
 * Lets those who send large bodies take turns. Node.js reads whatever has arrived before it looks at anything else, and of
 * hundreds of connections that is gigabytes: a question whether the service lives would be answered seconds later.
 */
export class BodyPace {
  readonly #waiting = new Set<Readable>()
  #bytes = 0
  #isTurnAhead = false

  /** For each piece of a body, when it has come. Those that end or break off are forgotten. */
  read(body: Readable, bytes: number): void {
    this.#bytes += bytes
    if (this.#bytes > BODY_BYTES_PER_TURN_MAX) {
      body.pause()
      this.#waiting.add(body)
    }
    if (this.#isTurnAhead) return
    this.#isTurnAhead = true
    setImmediate(() => this.#turn())
  }

  #turn(): void {
    this.#bytes = 0
    this.#isTurnAhead = this.#waiting.size > SENDERS_PER_TURN
    if (this.#isTurnAhead) setImmediate(() => this.#turn())
    let left = SENDERS_PER_TURN
    for (const body of this.#waiting) {
      if (left === 0) return
      this.#waiting.delete(body)
      if (body.destroyed) continue
      left -= 1
      body.resume()
    }
  }
}
