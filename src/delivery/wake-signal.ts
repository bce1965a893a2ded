import type { Clock } from '../runtime/clock.ts'

/**
 * Says that there may be work. Only a hint: it may come too often, and a wait ends after some time without it as well.
 * One that comes while nobody waits ends the next wait at once. Made for one waiter.
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
