/**
 * What takes the processor for some ten milliseconds is done once in a turn of the event loop, first come, first served:
 * thirty large bodies that are there at the same moment must not keep everybody else waiting for a second.
 */
export class LoopTurns {
  readonly #waiting: (() => void)[] = []

  /** Resolves when it is the caller's turn. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
      if (this.#waiting.length === 1) setImmediate(() => this.#turn())
    })
  }

  #turn(): void {
    this.#waiting[0]?.()
    this.#waiting.shift()
    if (this.#waiting.length > 0) setImmediate(() => this.#turn())
  }
}
