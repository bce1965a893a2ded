import { AppError } from '../domain/errors.ts'

/** Reports of one source that may wait for each other. */
export const WAITING_MAX = 1_000
/** Limits the characters that waiting reports hold together; a single one may be larger. */
export const WAITING_CHARACTERS_MAX = 16_000_000

interface Line {
  readonly last: Promise<unknown>
  readonly length: number
  readonly characterCount: number
}

const NOBODY: Line = { last: Promise.resolve(), length: 0, characterCount: 0 }

/** Lets what has the same name go one after the other, in the order of the calls; different names do not wait. */
export class SerialQueues {
  readonly #lines = new Map<string, Line>()

  /**
   * Runs `work`, which holds this many characters, when those before it are done. Rejects with `unavailable` if too
   * many wait already, or too much.
   */
  async take<Result>(name: string, held: number, work: () => Promise<Result>): Promise<Result> {
    const { last, length, characterCount } = this.#lines.get(name) ?? NOBODY
    if (length > WAITING_MAX || (length > 0 && characterCount + held > WAITING_CHARACTERS_MAX)) {
      throw new AppError(
        'unavailable',
        'Too many reports of this source wait for each other; try again later.',
        {
          retryAfterMs: 5_000,
        },
      )
    }
    const turn = last.then(work, work)
    this.#lines.set(name, { last: turn, length: length + 1, characterCount: characterCount + held })
    try {
      return await turn
    } finally {
      this.#leave(name, held)
    }
  }

  #leave(name: string, held: number): void {
    const line = this.#lines.get(name)
    if (!line || line.length <= 1) this.#lines.delete(name)
    else {
      const characterCount = line.characterCount - held
      this.#lines.set(name, { ...line, length: line.length - 1, characterCount })
    }
  }
}
