import { AppError } from '../domain/errors.ts'

/** How many may wait for each other. */
const WAITING_MAX = 1_000

interface Line {
  readonly last: Promise<unknown>
  readonly length: number
}

/** Lets what has the same name go one after the other, in the order of the calls; different names do not wait. */
export class Turns {
  readonly #lines = new Map<string, Line>()

  /** As `work` ends. Rejects with `unavailable` if too many wait already. */
  async take<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const { last, length } = this.#lines.get(name) ?? { last: Promise.resolve(), length: 0 }
    if (length > WAITING_MAX) {
      throw new AppError(
        'unavailable',
        'Too many reports of this source wait for each other; try again later.',
        {
          retryAfterMs: 5_000,
        },
      )
    }
    const turn = last.then(work, work)
    this.#lines.set(name, { last: turn, length: length + 1 })
    try {
      return await turn
    } finally {
      this.#leave(name)
    }
  }

  #leave(name: string): void {
    const line = this.#lines.get(name)
    if (line && line.length > 1) this.#lines.set(name, { ...line, length: line.length - 1 })
    else this.#lines.delete(name)
  }
}
