interface CatchUpStepsDeps {
  /** Throws if the database cannot be read. */
  readonly isDone: () => boolean
  /** False: nothing could be done. */
  readonly step: () => boolean
}

/**
 * Catches deliveries up in steps, between which calls are served. After a step that could not be written (a
 * full disk) it waits for housekeeping: each failing try clears the caches.
 */
export class CatchUpSteps {
  readonly #deps: CatchUpStepsDeps
  #isUnderWay = false
  #hasFailed = false

  constructor(deps: CatchUpStepsDeps) {
    this.#deps = deps
  }

  /** Call after whatever may have left something to do. */
  goOn(): void {
    if (this.#isUnderWay || this.#hasFailed || this.#isDone()) return
    this.#isUnderWay = true
    setImmediate(() => {
      this.#isUnderWay = false
      // Another may have done it, or closed the database.
      this.#hasFailed = !this.#isDone() && !this.#deps.step()
      this.goOn()
    })
  }

  tryAgain(): void {
    this.#hasFailed = false
    this.goOn()
  }

  #isDone(): boolean {
    try {
      return this.#deps.isDone()
    } catch {
      // The next caller gets the error.
      return true
    }
  }
}
