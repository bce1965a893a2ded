import { AppError } from '../../../domain/errors.ts'
import type { StoreMethods } from '../../store.ts'
import { writeHeartbeat } from '../../scripts/meta.ts'
import { runIn } from '../connection/run-script.ts'
import type { Deps } from '../node-memory/deps.ts'
import { beginHousekeeping } from '../cluster/cluster.ts'
import type { Instant } from '../../../domain/instant.ts'
import { OLD_ALERTS, OLD_JOB_RUNS, pruneRows, PruneScan } from '../../scripts/housekeeping.ts'
import type { Database } from '../connection/database.ts'
import { Day } from './pruning.ts'
import { statement } from '../connection/statement.ts'
import { isLockTimeout } from '../connection/faults.ts'
import { PARTITIONED, type PartitionedTable } from '../connection/partitions.ts'

const DAYS_MAX = 10

/** Tables in the order of dropping: without ended deliveries nothing needs the rest of the day. */
const DROPPED = ['ended_deliveries', 'attempts', 'events'] as const satisfies readonly PartitionedTable[]

/** How long a drop waits for its lock, in milliseconds: other work waits after it. */
const LOCK_MS = 50
const LOCK_TRIES = 4

const SELECT_DAYS = statement<[], { name: string }>(
  `SELECT DISTINCT right(relname, 8) AS name FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
   WHERE inhparent = ANY (ARRAY[${PARTITIONED.map((table) => `'${table}'::regclass`).join(', ')}])`,
)

export function housekeepingMethods({
  database,
  partitions,
}: Deps): Pick<StoreMethods, 'pruneHistory' | 'checkHealth' | 'backup'> {
  const days = new DayPruning(database)
  const rows = [new PruneScan(OLD_JOB_RUNS), new PruneScan(OLD_ALERTS)]
  return {
    async pruneHistory({ endedBefore: olderThan, now, limit }) {
      await partitions.ensureAhead(now)
      const count = await days.step(olderThan, limit)
      partitions.forgetBefore(olderThan)
      // After the days: job runs and alerts stay as long as their events.
      const more = await database.transaction(
        async (transaction) =>
          (await beginHousekeeping(transaction, 'pruneHistory'))
            ? runIn(transaction, pruneRows(rows, { before: olderThan, limit }))
            : 0,
        { lock: 'none' },
      )
      return count + more
    },

    async checkHealth(now) {
      await database.transaction((transaction) => runIn(transaction, writeHeartbeat(now)), { lock: 'none' })
    },

    async backup() {
      throw new AppError(
        'conflict',
        'This database is on a PostgreSQL server, which is backed up with its own tools, such as pg_dump; see docs/backup.md, "PostgreSQL".',
      )
    },
  }
}

type Outcome =
  | { readonly kind: 'dropped'; readonly rowCount: number }
  | { readonly kind: 'kept' }
  /** Somebody reads it, or another node prunes it. */
  | { readonly kind: 'busy' }

/**
 * Removes the history of a day by dropping its partitions, once all of it is old. A day of which something
 * must stay (a held delivery, one retried lately) is pruned row by row.
 *
 * Dropping a partition locks its parent for some milliseconds. DETACH CONCURRENTLY does not, but waits for
 * every reader, may leave a partition half detached, and runs in no transaction, so that nothing limits its
 * wait through a pooler.
 */
class DayPruning {
  readonly #database: Database
  readonly #scans = new Map<number, readonly PruneScan[]>()
  #passed = -Infinity

  constructor(database: Database) {
    this.#database = database
  }

  /** Returns how many rows went, for dropped days by the statistics. */
  async step(olderThan: Instant, limit: number): Promise<number> {
    let count = 0
    for (const day of (await this.#oldDays(olderThan)).slice(0, DAYS_MAX)) {
      if (count >= limit) break
      const outcome = await this.#drop(day, olderThan)
      if (outcome.kind === 'dropped') {
        this.#scans.delete(day.number)
        count += outcome.rowCount
        continue
      }
      if (outcome.kind === 'kept') count += await this.#thin(day, olderThan, limit - count)
      this.#passed = day.number
    }
    return count
  }

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
      // Attempts belong to deliveries, and are not counted.
      if (table !== 'attempts') rowCount += outcome.rowCount
    }
    return { kind: 'dropped', rowCount }
  }

  /** Drops one table per transaction, so that none holds one table while it waits for another. */
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
        if (!(await beginHousekeeping(transaction, 'pruneHistory'))) return { kind: 'busy' }
        const found = await day.inspect(transaction)
        if (!found.tables.has(table)) return { kind: 'dropped', rowCount: 0 }
        if (await day.mustStay(transaction, found, olderThan)) return { kind: 'kept' }
        const rowCount = await day.countRows(transaction, table)

        await transaction.queryOnce(`SET LOCAL lock_timeout = '${LOCK_MS}ms'`)
        // Parent before partition, in the order of lists.
        await transaction.queryOnce(`LOCK TABLE ONLY ${table} IN ACCESS EXCLUSIVE MODE`)
        await transaction.queryOnce(`LOCK TABLE ${day.nameOf(table)} IN ACCESS EXCLUSIVE MODE NOWAIT`)
        // Somebody may have retried one of them until now.
        if (await day.mustStay(transaction, found, olderThan)) return { kind: 'kept' }
        await transaction.queryOnce(`DROP TABLE ${day.nameOf(table)}`)
        return { kind: 'dropped', rowCount }
      },
      { lock: 'none' },
    )
  }

  async #thin(day: Day, olderThan: Instant, limit: number): Promise<number> {
    const scans = this.#scans.get(day.number) ?? day.scans()
    this.#scans.set(day.number, scans)
    return this.#database.transaction(
      async (transaction) => {
        if (!(await beginHousekeeping(transaction, 'pruneHistory'))) return 0
        const { tables } = await day.inspect(transaction)
        if (tables.size < PARTITIONED.length) return 0
        let count = 0
        for (const scan of scans) count += await runIn(transaction, scan.step({ before: olderThan, limit }))
        return count
      },
      { lock: 'none' },
    )
  }
}
