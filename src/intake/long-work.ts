import type { Clock } from '../clock.ts'
import type { Steps } from '../domain/steps.ts'

/** Milliseconds that long work keeps the thread which serves everybody, before whatever else waits has its turn. */
export const PIECE_MS_MAX = 8

interface Task {
  /** Does a piece; true: that was the last one. */
  readonly goOn: () => boolean
}

/**
 * Does what may take long in pieces: one piece, of whichever work, in each turn of the event loop, so that a hundred works
 * at once hold up nobody more than one of them. Works of one name go one after the other, different names alternate: whoever
 * brings very many waits for their own.
 */
export class LongWork {
  readonly #clock: Pick<Clock, 'monotonic'>
  /** Of each name the works that are left, none of them empty; the name whose turn it is comes first. */
  readonly #waiting = new Map<string, Task[]>()

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock
  }

  /** As the steps end. What is short, while nothing else is under way, is done at once. */
  run<Result>(name: string, steps: Steps<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const goOn = () => {
        try {
          return this.#doPiece(steps, resolve)
        } catch (error) {
          reject(error)
          return true
        }
      }
      if (this.#waiting.size === 0) {
        if (goOn()) return
        setImmediate(() => this.#turn())
      }
      const line = this.#waiting.get(name)
      if (line) line.push({ goOn })
      else this.#waiting.set(name, [{ goOn }])
    })
  }

  #doPiece<Result>(steps: Steps<Result>, onResult: (result: Result) => void): boolean {
    const startedAt = this.#clock.monotonic()
    do {
      const { done, value } = steps.next()
      if (done === true) {
        onResult(value)
        return true
      }
    } while (this.#clock.monotonic() - startedAt < PIECE_MS_MAX)
    return false
  }

  #turn(): void {
    const [next] = this.#waiting
    if (next === undefined) return
    const [name, line] = next
    this.#waiting.delete(name)
    if (line[0]?.goOn()) line.shift()
    if (line.length > 0) this.#waiting.set(name, line)
    if (this.#waiting.size > 0) setImmediate(() => this.#turn())
  }
}
