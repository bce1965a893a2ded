import type { Clock } from '../runtime/clock.ts'

/**
 * Hints that there may be work; may come too often, and waits end without it too. A wake with nobody waiting ends the
 * next wait at once. For one waiter.
 */
export class WakeSignal {
  readonly #clock: Pick<Clock, 'after'>
  #isAwake = false
  #endWait: (() => void) | undefined

  constructor(clock: Pick<Clock, 'after'>) {
    this.#clock = clock
  }

  wake(): void {
    if (this.#endWait) this.#endWait()
    else this.#isAwake = true
  }

  /** Resolves when woken, or after `ms`. Never rejects. */
  wait(ms: number): Promise<void> {
    if (this.#isAwake) {
      this.#isAwake = false
      return Promise.resolve()
    }
    return new Promise((resolve) => {
      const end = () => {
        this.#endWait = undefined
        cancel()
        resolve()
      }
      const cancel = this.#clock.after(ms, end)
      this.#endWait = end
    })
  }
}
