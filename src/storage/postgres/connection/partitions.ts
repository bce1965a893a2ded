import type { Instant } from '../../../domain/instant.ts'
import type { Database } from './database.ts'
import { CLUSTER_LOCKS, LOCK_CLASS } from './locks.ts'
import { statement } from './statement.ts'

/** A partition holds what belongs to the events of one day, UTC. */
export const PARTITION_MS = 86_400_000

export const PARTITIONED = ['events', 'ended_deliveries', 'attempts'] as const
export type PartitionedTable = (typeof PARTITIONED)[number]

/**
 * Days ahead for which partitions are created, so that no report waits for one, and an hour without housekeeping does
 * not matter.
 */
const DAYS_AHEAD = 3
/**
 * Rows are added, and seldom changed: so a partition is looked through whenever it has doubled, not each time it has
 * grown by a tenth. Nothing here depends on how exact its statistics are.
 */
const MAINTENANCE = 'autovacuum_vacuum_insert_scale_factor = 1, autovacuum_analyze_scale_factor = 1'

const LOCK = statement(`SELECT pg_advisory_xact_lock(${LOCK_CLASS.cluster}, ${CLUSTER_LOCKS.partitions})`)
const EXISTS = statement<[name: string], { exists: boolean }>('SELECT to_regclass($1) IS NOT NULL AS exists')

/** Makes partitions before something is written into them. */
export class Partitions {
  readonly #database: Database
  readonly #known = new Set<number>()

  constructor(database: Database) {
    this.#database = database
  }

  /** Call it before the transaction that writes an event accepted at that time. Costs nothing but once a day. */
  async ensure(at: Instant): Promise<void> {
    const day = Math.floor(at / PARTITION_MS)
    if (this.#known.has(day)) return
    await this.#make(day)
    this.#known.add(day)
  }

  /** Creates the partitions of the days to come, for housekeeping. */
  async ensureAhead(now: Instant): Promise<void> {
    for (let days = 0; days <= DAYS_AHEAD; days += 1) await this.ensure(now + days * PARTITION_MS)
  }

  /**
   * Forgets partitions of days that are over, for housekeeping: any node may drop them, and they would be created
   * again if a clock went back that far.
   */
  forgetBefore(time: Instant): void {
    for (const day of this.#known) if ((day + 1) * PARTITION_MS <= time) this.#known.delete(day)
  }

  /**
   * Beside, then attached: so the lock that others notice lasts a moment
   * (https://www.postgresql.org/docs/current/ddl-partitioning.html#DDL-PARTITIONING-DECLARATIVE-MAINTENANCE).
   */
  async #make(day: number): Promise<void> {
    await this.#database.transaction(
      async (transaction) => {
        await transaction.query(LOCK, [])
        for (const table of PARTITIONED) {
          const name = partitionName(table, day)
          const { rows } = await transaction.query(EXISTS, [name])
          if (rows[0]?.exists) continue
          await transaction.queryOnce(
            `CREATE TABLE ${name} (LIKE ${table} INCLUDING ALL) WITH (${MAINTENANCE})`,
          )
          await transaction.queryOnce(
            `ALTER TABLE ${table} ATTACH PARTITION ${name} FOR VALUES FROM (${day * PARTITION_MS}) TO (${(day + 1) * PARTITION_MS})`,
          )
        }
      },
      { lock: 'none' },
    )
  }
}

/** `events_20260131`. */
export function partitionName(table: PartitionedTable, day: number): string {
  return `${table}_${new Date(day * PARTITION_MS).toISOString().slice(0, 10).replaceAll('-', '')}`
}
