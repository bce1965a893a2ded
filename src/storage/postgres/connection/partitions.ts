import type { Instant } from '../../../domain/instant.ts'
import type { Database } from './database.ts'
import { CLUSTER_LOCKS, LOCK_CLASS } from './locks.ts'
import { statement } from './statement.ts'

/** A partition holds what belongs to the events of one day, UTC. */
export const PARTITION_MS = 86_400_000

export const PARTITIONED = ['events', 'ended_deliveries', 'attempts'] as const
export type PartitionedTable = (typeof PARTITIONED)[number]

/** Days for which partitions are created ahead. */
const DAYS_AHEAD = 3
/**
 * Rows are seldom changed, so a partition is vacuumed and analysed when it has doubled; nothing needs exact
 * statistics.
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

  /** Call it before writing an event accepted at that time. Costs something once a day. */
  async ensure(at: Instant): Promise<void> {
    const day = Math.floor(at / PARTITION_MS)
    if (this.#known.has(day)) return
    await this.#make(day)
    this.#known.add(day)
  }

  async ensureAhead(now: Instant): Promise<void> {
    for (let days = 0; days <= DAYS_AHEAD; days += 1) await this.ensure(now + days * PARTITION_MS)
  }

  /** Forgets past days: any node may drop them, and a clock set back would need them again. */
  forgetBefore(time: Instant): void {
    for (const day of this.#known) if ((day + 1) * PARTITION_MS <= time) this.#known.delete(day)
  }

  /**
   * Created apart, then attached, so that the lock lasts a moment
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
