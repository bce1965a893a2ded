import type { Instant } from '../../../domain/instant.ts'
import type { Transaction } from '../connection/database.ts'

/** Old rows that must stay are passed over, in a step so many times the limit. */
const SCAN_FACTOR = 5

interface OldRow {
  readonly id: number
  readonly at: Instant
  readonly isFree: boolean
}

export interface PruneStep {
  readonly olderThan: Instant
  readonly limit: number
}

/**
 * Removes the old rows of a table that nothing needs. A step looks at a bounded number of them and the next one
 * goes on where it stopped: however many must stay, those after them are reached. After the last it restarts. Each
 * node remembers its own place.
 */
export class PruneScan {
  readonly #select: string
  readonly #remove: string
  #passed = FROM_THE_START

  /**
   * `select` finds `OldRow`s after ($1 at, $2 id), in that order, with $3 the age and $4 how many; `remove` gets
   * the ids as $1 and the age as $2, looks again whether each may go, and returns a row for each that went.
   */
  constructor({ select, remove }: { readonly select: string; readonly remove: string }) {
    this.#select = select
    this.#remove = remove
  }

  /** Returns how many rows went, at most `limit`. */
  async step(transaction: Transaction, { olderThan, limit }: PruneStep): Promise<number> {
    const scanMax = limit * SCAN_FACTOR
    const { at, id } = this.#passed
    const { rows } = await transaction.queryOnce<OldRow>(this.#select, [at, id, olderThan, scanMax])
    const free = rows.filter(({ isFree }) => isFree).slice(0, limit)
    const isCut = free.length === limit
    this.#passed = (isCut ? free.at(-1) : rows.length < scanMax ? undefined : rows.at(-1)) ?? FROM_THE_START
    if (free.length === 0) return 0
    const ids = free.map((row) => row.id)
    return (await transaction.queryOnce(this.#remove, [ids, olderThan])).count
  }
}

const FROM_THE_START: Pick<OldRow, 'at' | 'id'> = { at: 0, id: 0 }
