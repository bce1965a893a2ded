import { AppError } from '../../domain/errors.ts'
import type { Instant } from '../../domain/instant.ts'
import type { Database, Transaction } from './database.ts'
import { partitionName, PARTITION_MS, type PartitionedTable } from './partitions.ts'
import { PruneWalk, type PruneStep } from './prune-walk.ts'
import { beginUpkeep } from './upkeep-lock.ts'

/** In a step so many days at most are looked at. */
const DAYS_MAX = 10

/**
 * In this order: once the ended deliveries of a day are gone nobody can retry one of them, so nothing needs the rest.
 */
const DROPPED = ['ended_deliveries', 'attempts', 'events'] as const satisfies readonly PartitionedTable[]

/**
 * So long the work of all nodes may have to wait for a drop to get its lock. Whoever wants a table that another one
 * locks whole waits in line, and all who come later wait behind him: so he gives up soon, and tries again.
 */
const LOCK_MS = 50
const LOCK_TRIES = 4

const OLD_DAYS = `SELECT DISTINCT right(partition.relname, 8) AS day FROM pg_inherits
  JOIN pg_class AS parent ON parent.oid = inhparent JOIN pg_class AS partition ON partition.oid = inhrelid
  WHERE parent.oid = ANY ($1::regclass[]) AND parent.relnamespace = partition.relnamespace AND right(partition.relname, 8) < $2 ORDER BY day`

/**
 * What belongs to the events of a day goes as a whole, by dropping its partitions, as soon as all of it is old. A day
 * of which something must stay (a delivery that is held, one that was retried lately) is thinned row by row instead.
 */
export class DayPruning {
  readonly #database: Database
  readonly #walks = new Map<string, readonly PruneWalk[]>()
  /** The day with which the last step ended. */
  #passed = ''

  constructor(database: Database) {
    this.#database = database
  }

  /** Answers how many rows went; of days that were dropped as statistics know it. */
  async step({ olderThan, limit }: PruneStep): Promise<number> {
    const days = await this.#oldDays(olderThan)
    let count = 0
    for (const day of days) {
      if (count >= limit) break
      this.#passed = day
      count += (await this.#drop(day, olderThan)) ?? (await this.#thin(day, { olderThan, limit }))
    }
    return count
  }
}
