import type { Instant } from '../../../domain/instant.ts'
import type { Transaction } from '../connection/database.ts'
import type { Statement } from '../connection/statement.ts'

/** Old rows that must stay are passed over, in a step so many times the limit. */
const SCAN_FACTOR = 5

interface OldRow {
  readonly id: number
  readonly at: Instant
  readonly isFree: boolean
}

type Page = [afterAt: Instant, afterId: number, olderThan: Instant, limit: number]
type Candidates = [ids: readonly number[], olderThan: Instant]

export interface PruneStatements {
  /** Selects the rows after a row, in the order of `at` and id. */
  readonly select: Statement<Page, OldRow>
  /** Checks again whether each may go, and returns a row for each that went. */
  readonly remove: Statement<Candidates, never>
}

export interface PruneStep {
  readonly olderThan: Instant
  readonly limit: number
}

/**
 * Removes the old rows of a table that nothing needs. A step checks a bounded number of them and the next one goes on
 * where it stopped: however many must stay, those after them are reached. After the last it restarts. Each node
 * remembers its own position.
 */
export class PruneScan {
  readonly #statements: PruneStatements
  #passed = FROM_THE_START

  constructor(statements: PruneStatements) {
    this.#statements = statements
  }

  /** Returns how many rows went, at most `limit`. */
  async step(transaction: Transaction, { olderThan, limit }: PruneStep): Promise<number> {
    const scanMax = limit * SCAN_FACTOR
    const { select, remove } = this.#statements
    const { at, id } = this.#passed
    const page: Page = [at, id, olderThan, scanMax]
    const { rows } = await transaction.queryOnce<OldRow>(select, page)
    const free = rows.filter(({ isFree }) => isFree).slice(0, limit)
    const isCut = free.length === limit
    this.#passed = (isCut ? free.at(-1) : rows.length < scanMax ? undefined : rows.at(-1)) ?? FROM_THE_START
    if (free.length === 0) return 0
    const candidates: Candidates = [free.map((row) => row.id), olderThan]
    return (await transaction.queryOnce(remove, candidates)).count
  }
}

const FROM_THE_START: Pick<OldRow, 'at' | 'id'> = { at: 0, id: 0 }
