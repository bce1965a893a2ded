import { AppError } from '../../../domain/errors.ts'
import type { Instant } from '../../../domain/instant.ts'

export interface Entry<Item> {
  readonly item: Item
  readonly now: Instant
}

export function latestOf(entries: readonly Entry<unknown>[]): Instant {
  return entries.reduce((latest, { now }) => Math.max(latest, now), 0)
}

interface Call<Item, Result> {
  readonly entries: readonly Entry<Item>[]
  readonly characterCount: number
  readonly resolve: (results: readonly Result[]) => void
  readonly reject: (error: unknown) => void
}

/** Above this, or the size below, a transaction takes no further call; a larger call has its own. */
export const ENTRIES_MAX = 500
const CHARACTERS_MAX = 4_000_000

/**
 * Runs calls that come during a transaction in the next one, which shares round trips and the flush to disk.
 * Runs one transaction at a time, in the order of the calls; other nodes do not wait.
 */
export class SharedTransactions<Item, Result> {
  readonly #run: (entries: readonly Entry<Item>[]) => Promise<readonly Result[]>
  readonly #countCharacters: (item: Item) => number
  readonly #entriesMax: () => number
  #waiting: Call<Item, Result>[] = []
  #isRunning = false

  /** `run` does all entries in one transaction and returns a result for each, or rejects and has done nothing. */
  constructor(
    run: (entries: readonly Entry<Item>[]) => Promise<readonly Result[]>,
    countCharacters: (item: Item) => number,
    entriesMax = () => ENTRIES_MAX,
  ) {
    this.#run = run
    this.#entriesMax = entriesMax
    this.#countCharacters = countCharacters
  }

  /** Resolves with a result for each item, after the commit. */
  submit(items: readonly Item[], now: Instant): Promise<readonly Result[]> {
    const entries = items.map((item) => ({ item, now }))
    const characterCount = items.reduce((sum, item) => sum + this.#countCharacters(item), 0)
    return new Promise((resolve, reject) => {
      this.#waiting.push({ entries, characterCount, resolve, reject })
      if (!this.#isRunning) void this.#runAll()
    })
  }

  async #runAll(): Promise<void> {
    this.#isRunning = true
    await Promise.resolve()
    while (this.#waiting.length > 0) await this.#settle(this.#takeCalls())
    this.#isRunning = false
  }

  #takeCalls(): readonly Call<Item, Result>[] {
    let entryCount = 0
    let characterCount = 0
    let callCount = 0
    const entriesMax = this.#entriesMax()
    for (const call of this.#waiting) {
      entryCount += call.entries.length
      characterCount += call.characterCount
      if (callCount > 0 && (entryCount > entriesMax || characterCount > CHARACTERS_MAX)) break
      callCount += 1
    }
    return this.#waiting.splice(0, callCount)
  }

  /**
   * Never rejects. If the database refuses the calls, runs each half by itself, and so on, until only the
   * failing call is rejected.
   */
  async #settle(calls: readonly Call<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#run(calls.flatMap(({ entries }) => entries))
      let answered = 0
      for (const { entries, resolve } of calls) {
        resolve(results.slice(answered, answered + entries.length))
        answered += entries.length
      }
    } catch (error) {
      if (calls.length === 1 || error instanceof AppError) {
        for (const { reject } of calls) reject(error)
        return
      }
      const middle = Math.ceil(calls.length / 2)
      await this.#settle(calls.slice(0, middle))
      await this.#settle(calls.slice(middle))
    }
  }
}
