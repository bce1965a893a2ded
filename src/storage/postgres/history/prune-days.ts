import type { Instant } from '../../../domain/instant.ts'
import type { Database } from '../connection/database.ts'
import { Day } from './day.ts'
import { isLockTimeout } from '../connection/faults.ts'
import { PARTITIONED, type PartitionedTable } from '../connection/partitions.ts'
import { PruneScan, type PruneStep } from './prune-scan.ts'
import { beginMaintenance } from '../cluster/maintenance-lock.ts'
import { statement } from '../connection/statement.ts'

/** Days that one step looks at. */
const DAYS_MAX = 10

/**
 * Tables in the order in which they are dropped: once ended deliveries are gone nobody can retry them, so nothing
 * needs the rest of the day.
 */
const DROPPED = ['ended_deliveries', 'attempts', 'events'] as const satisfies readonly PartitionedTable[]

/**
 * So long the work of all nodes may have to wait for a drop to get its lock. Whoever wants a table for himself waits
 * until those before him are done with it, and all who come later wait behind him: so he soon gives up, and tries
 * again.
 */
const LOCK_MS = 50
const LOCK_TRIES = 4

const SELECT_DAYS = statement<[], { name: string }>(
  `SELECT DISTINCT right(relname, 8) AS name FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
   WHERE inhparent = ANY (ARRAY[${PARTITIONED.map((table) => `'${table}'::regclass`).join(', ')}])`,
)

type Outcome =
  | { readonly kind: 'dropped'; readonly rowCount: number }
  /** Something of it must stay. */
  | { readonly kind: 'kept' }
  /** Somebody reads it, or another node prunes just now. */
  | { readonly kind: 'busy' }

/**
 * Removes the history of a day as a whole, by dropping its partitions, as soon as all of it is old. A day of which
 * something must stay (a held delivery, one that was retried lately) is thinned row by row instead.
 *
 * To drop a partition locks its parent for some milliseconds. DETACH CONCURRENTLY does not, but it waits for every
 * reader, a dump of hours included, leaves a partition half detached if it gives up, and runs in no transaction, so
 * that nothing can limit its wait through a pooler.
 */
export class DayPruning {
  readonly #database: Database
  readonly #scans = new Map<number, readonly PruneScan[]>()
  /** The last day that was looked at and had to stay. */
  #passed = -Infinity

  constructor(database: Database) {
    this.#database = database
  }

  /** Returns how many rows went: of days that were dropped as many as statistics know. */
  async step({ olderThan, limit }: PruneStep): Promise<number> {
    let count = 0
    for (const day of (await this.#oldDays(olderThan)).slice(0, DAYS_MAX)) {
      if (count >= limit) break
      const outcome = await this.#drop(day, olderThan)
      if (outcome.kind === 'dropped') {
        this.#scans.delete(day.number)
        count += outcome.rowCount
        continue
      }
      if (outcome.kind === 'kept') count += await this.#thin(day, { olderThan, limit: limit - count })
      this.#passed = day.number
    }
    return count
  }

  /** Returns the days that were over before that time, from the one after the last that had to stay. */
  async #oldDays(olderThan: Instant): Promise<readonly Day[]> {
    const rows = await this.#database.scan(SELECT_DAYS, [])
    const days = rows
      .map(({ name }) => Day.named(name))
      .filter((day) => day.until <= olderThan)
      .toSorted((one, other) => one.number - other.number)
    const isBehind = (day: Day) => day.number > this.#passed
    return [...days.filter(isBehind), ...days.filter((day) => !isBehind(day))]
  }

  async #drop(day: Day, olderThan: Instant): Promise<Outcome> {
    let rowCount = 0
    for (const table of DROPPED) {
      const outcome = await this.#dropOne(table, day, olderThan)
      if (outcome.kind !== 'dropped') return outcome
      // An attempt is part of its delivery, and none of the rows that are counted.
      if (table !== 'attempts') rowCount += outcome.rowCount
    }
    return { kind: 'dropped', rowCount }
  }

  /**
   * Drops one table in a transaction: a transaction that holds one table and waits for another must never wait for
   * this one.
   */
  async #dropOne(table: PartitionedTable, day: Day, olderThan: Instant): Promise<Outcome> {
    for (let tries = 0; tries < LOCK_TRIES; tries += 1) {
      try {
        return await this.#tryDrop(table, day, olderThan)
      } catch (error) {
        if (!isLockTimeout(error)) throw error
      }
    }
    return { kind: 'busy' }
  }

  #tryDrop(table: PartitionedTable, day: Day, olderThan: Instant): Promise<Outcome> {
    return this.#database.transaction<Outcome>(
      async (transaction) => {
        if (!(await beginMaintenance(transaction, 'pruneHistory'))) return { kind: 'busy' }
        const found = await day.look(transaction)
        if (!found.tables.has(table)) return { kind: 'dropped', rowCount: 0 }
        if (await day.mustStay(transaction, found, olderThan)) return { kind: 'kept' }
        const rowCount = await day.countRows(transaction, table)

        await transaction.queryOnce(`SET LOCAL lock_timeout = '${LOCK_MS}ms'`)
        // Lists take the parent before its partitions, and so do we.
        await transaction.queryOnce(`LOCK TABLE ONLY ${table} IN ACCESS EXCLUSIVE MODE`)
        await transaction.queryOnce(`LOCK TABLE ${day.nameOf(table)} IN ACCESS EXCLUSIVE MODE NOWAIT`)
        // Until now somebody may have retried one of them.
        if (await day.mustStay(transaction, found, olderThan)) return { kind: 'kept' }
        await transaction.queryOnce(`DROP TABLE ${day.nameOf(table)}`)
        return { kind: 'dropped', rowCount }
      },
      { lock: 'none' },
    )
  }

  async #thin(day: Day, step: PruneStep): Promise<number> {
    const scans = this.#scans.get(day.number) ?? day.scans()
    this.#scans.set(day.number, scans)
    return this.#database.transaction(
      async (transaction) => {
        if (!(await beginMaintenance(transaction, 'pruneHistory'))) return 0
        const { tables } = await day.look(transaction)
        if (tables.size < PARTITIONED.length) return 0
        let count = 0
        for (const scan of scans) count += await scan.step(transaction, step)
        return count
      },
      { lock: 'none' },
    )
  }
}
