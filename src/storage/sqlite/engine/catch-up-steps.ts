interface CatchUpStepsDeps {
  /** Tells whether there is nothing to do. Throws if the database cannot be read. */
  readonly isDone: () => boolean
  /** False: nothing could be done. */
  readonly step: () => boolean
}

/**
 * Goes on with what deliveries have yet to follow, a step at a time, between which calls are served. After a step
 * that could not be written (a full disk) nothing is tried before housekeeping asks for it: every try that fails is
 * taken back, and with it all that is remembered of webhooks and webhook queues, which each call would have to read
 * again.
 */
export class CatchUpSteps {
  readonly #deps: CatchUpStepsDeps
  #isUnderWay = false
  #hasFailed = false

  constructor(deps: CatchUpStepsDeps) {
    this.#deps = deps
  }

  /** After whatever may have left something to do. */
  goOn(): void {
    if (this.#isUnderWay || this.#hasFailed || this.#isDone()) return
    this.#isUnderWay = true
    setImmediate(() => {
      this.#isUnderWay = false
      // It may have been done, or the database closed, since.
      this.#hasFailed = !this.#isDone() && !this.#deps.step()
      this.goOn()
    })
  }

  /** Housekeeping asks, now and then. */
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
