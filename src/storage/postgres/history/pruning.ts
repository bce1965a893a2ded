import type { Instant } from '../../../domain/instant.ts'
import { type PrunedTable, PruneScan } from '../../scripts/housekeeping.ts'
import { isOfRaisedAlert } from '../../scripts/notified.ts'
import type { Dialect } from '../../transactions/transaction-script.ts'
import type { Transaction } from '../connection/database.ts'
import { PARTITION_MS, PARTITIONED, type PartitionedTable, partitionName } from '../connection/partitions.ts'
import { statement } from '../connection/statement.ts'

const ARE_THERE = statement<[names: readonly string[]], { isThere: boolean }>(
  'SELECT to_regclass(name) IS NOT NULL AS "isThere" FROM unnest($1::text[]) WITH ORDINALITY AS given (name, place) ORDER BY place',
)

interface FoundDay {
  readonly tables: ReadonlySet<PartitionedTable>
}

/** The history of one day (UTC): a partition of each table. */
export class Day {
  /** Days since 1970-01-01. */
  readonly number: number

  constructor(number: number) {
    this.number = number
  }

  /** Finds a day by the suffix of its partitions: `20260131`. */
  static named(name: string): Day {
    const date = `${name.slice(0, 4)}-${name.slice(4, 6)}-${name.slice(6)}`
    return new Day(Date.parse(date) / PARTITION_MS)
  }

  get from(): Instant {
    return this.number * PARTITION_MS
  }

  get until(): Instant {
    return this.from + PARTITION_MS
  }

  nameOf(table: PartitionedTable): string {
    return partitionName(table, this.number)
  }

  async inspect(transaction: Transaction): Promise<FoundDay> {
    const names = PARTITIONED.map((table) => this.nameOf(table))
    const { rows } = await transaction.query(ARE_THERE, [names])
    return { tables: new Set(PARTITIONED.filter((_, index) => rows[index]?.isThere)) }
  }

  /** Tells whether anything of the day ended at that time or later, or has not ended. Reads little. */
  async mustStay(transaction: Transaction, { tables }: FoundDay, olderThan: Instant): Promise<boolean> {
    const ended = this.nameOf('ended_deliveries')
    const events = this.nameOf('events')
    if (tables.has('ended_deliveries')) {
      await transaction.queryOnce(
        `SELECT brin_summarize_new_values(indexrelid) FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
         JOIN pg_am ON pg_am.oid = relam WHERE indrelid = '${ended}'::regclass AND amname = 'brin'`,
      )
      const { rows } = await transaction.queryOnce<{ isYoung: boolean }>(
        `SELECT EXISTS (SELECT 1 FROM ${ended} WHERE finished_at >= $1) AS "isYoung"`,
        [olderThan],
      )
      if (rows[0]?.isYoung) return true
    }
    if (!tables.has('events')) return false
    if (tables.has('ended_deliveries') && (await this.#isOfRaisedAlert(transaction))) return true
    // Unfinished ones have no index by time, but ids in the day's range.
    const { rows } = await transaction.queryOnce<{ isNeeded: boolean }>(
      `SELECT EXISTS (
         SELECT 1 FROM deliveries
         WHERE event_id >= (SELECT min(id) FROM ${events}) AND event_id <= (SELECT max(id) FROM ${events})
           AND event_at >= $1 AND event_at < $2
       ) AS "isNeeded"`,
      [this.from, this.until],
    )
    return rows[0]?.isNeeded === true
  }

  async #isOfRaisedAlert(transaction: Transaction): Promise<boolean> {
    const { rows } = await transaction.queryOnce<{ isNeeded: boolean }>(
      `SELECT EXISTS (
         SELECT 1 FROM alerts AS active JOIN ${this.nameOf('events')} AS raised ON raised.alert_id = active.id
         JOIN ${this.nameOf('ended_deliveries')} AS ended ON ended.event_id = raised.id
         WHERE active.state <> 'cleared' AND ${isOfRaisedAlert('ended', isOfEvent('ended'))}
       ) AS "isNeeded"`,
    )
    return rows[0]?.isNeeded === true
  }

  /** Counts rows by the statistics; a partition without them is small, and is counted exactly. */
  async countRows(transaction: Transaction, table: PartitionedTable): Promise<number> {
    const name = this.nameOf(table)
    const known = await transaction.queryOnce<{ count: number }>(
      `SELECT reltuples::bigint AS count FROM pg_class WHERE oid = '${name}'::regclass`,
    )
    const count = known.rows[0]?.count ?? -1
    if (count >= 0) return count
    const counted = await transaction.queryOnce<{ count: number }>(`SELECT count(*) AS count FROM ${name}`)
    return counted.rows[0]?.count ?? 0
  }

  scans(): readonly PruneScan[] {
    const ended = this.nameOf('ended_deliveries')
    const events = this.nameOf('events')
    const isFree = `finished_at < @before AND NOT ${isOfRaisedAlert('old', isOfEvent('old'))}`
    const endedOnes: PrunedTable = {
      select: composed(`SELECT id, 0 AS at, ${isFree} AS "isFree"
        FROM ${ended} AS old WHERE id > @id ORDER BY id LIMIT @limit`),
      remove: [
        composed(
          ({ isAmong }) => `WITH gone AS (
          DELETE FROM ${ended} AS old WHERE ${isAmong('id', '@ids')} AND ${isFree} RETURNING id
        ), tried AS (
          DELETE FROM ${this.nameOf('attempts')} WHERE delivery_id IN (SELECT id FROM gone)
        ) SELECT id FROM gone`,
        ),
      ],
    }
    // An event without deliveries never gets one.
    const unsentEvents: PrunedTable = {
      select: composed(`SELECT id, 0 AS at, NOT EXISTS (SELECT 1 FROM deliveries WHERE event_id = old.id)
          AND NOT EXISTS (SELECT 1 FROM ${ended} WHERE event_id = old.id) AS "isFree"
        FROM ${events} AS old WHERE id > @id AND accepted_at < @before ORDER BY id LIMIT @limit`),
      remove: [
        composed(
          ({ isAmong }) => `DELETE FROM ${events} WHERE ${isAmong('id', '@ids')} AND accepted_at < @before`,
        ),
      ],
    }
    return [new PruneScan(endedOnes), new PruneScan(unsentEvents)]
  }
}

function isOfEvent(delivery: string): string {
  return `event.id = ${delivery}.event_id AND event.accepted_at = ${delivery}.event_at`
}

function composed(text: string | ((dialect: Dialect) => string)) {
  return { textIn: typeof text === 'string' ? () => text : text, isComposed: true } as const
}
