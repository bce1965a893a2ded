import { existsSync } from 'node:fs'
import type { Database, Statement } from 'better-sqlite3'
import { AppError } from '../../../domain/errors.ts'
import type { DeliveryId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import { endEpochOf } from '../connection/epoch.ts'
import { writeHeartbeat } from '../../scripts/meta.ts'
import { pruneRecords } from '../../scripts/housekeeping.ts'
import type { SyncMethods } from '../connection/run-script.ts'
import { isOfRaisedAlert } from '../../scripts/notified.ts'
import type { SqliteDeps } from '../node-memory/deps.ts'

/** Time in milliseconds for which a key stays known after its history was removed. */
const KEYS_KEPT_LONGER_MS = 365 * 86_400_000
/** Rows checked per step, as a multiple of the limit: old rows may have to stay. */
const SCAN_FACTOR = 5

/** With fewer free pages than this, reports and attempts are refused. */
const FREE_PAGES_MIN = 8

export function housekeepingMethods({ db, records, freeSpace }: SqliteDeps) {
  const sql = prepare(db)
  // Rows that refer to an event or alert go before it.
  const scans = [
    new KeysetScan(db, {
      table: 'deliveries',
      only: 'finished_at IS NOT NULL',
      age: 'finished_at',
      keeps: isOfRaisedAlert('old'),
      remove: (id) => {
        sql.deleteAttempts.run(id)
        return sql.deleteDelivery.run(id).changes
      },
    }),
    new KeysetScan(db, {
      table: 'events',
      age: 'accepted_at',
      unless: ['deliveries WHERE event_id = old.id'],
    }),
    new KeysetScan(db, {
      table: 'job_runs',
      age: 'accepted_at',
      unless: ['events WHERE job_run_id = old.id'],
    }),
    new KeysetScan(db, {
      table: 'alerts',
      only: "state = 'cleared'",
      age: 'observed_at',
      unless: ['events WHERE alert_id = old.id', 'receiver_states WHERE alert_id = old.id'],
    }),
  ]
  return {
    pruneHistory({ endedBefore, limit }) {
      let count = sql.deleteRunKeys.run(endedBefore - KEYS_KEPT_LONGER_MS, limit).changes
      count += records.run(pruneRecords({ before: endedBefore, limit }))
      for (const scan of scans) count += scan.step(endedBefore, limit)
      return count
    },

    checkHealth(now) {
      freeSpace?.require(now)
      records.run(writeHeartbeat(now))
      // The heartbeat itself needs no space: it replaces the one before.
      if (freePages(db) >= FREE_PAGES_MIN) return
      throw new AppError(
        'unavailable',
        'The size limit of the database (TOCSIN_DATABASE_SIZE_MAX) is reached: nothing more can be taken in until history has been pruned or the limit is raised.',
      )
    },
  } satisfies Pick<SyncMethods, 'pruneHistory' | 'checkHealth'>
}

/** Counts the pages that SQLite may still use: free ones, and those by which the file may grow. */
function freePages(db: Database): number {
  const read = (name: string) => Number(db.pragma(name, { simple: true }))
  return read('max_page_count') - read('page_count') + read('freelist_count')
}

interface ScanOptions {
  readonly table: 'deliveries' | 'events' | 'job_runs' | 'alerts'
  /** An indexed column with the age of a row. */
  readonly age: string
  /** A condition on rows that may go. */
  readonly only?: string
  /** Rows that keep the row `old`, each of them. */
  readonly unless?: readonly string[]
  /** A condition that keeps a row. */
  readonly keeps?: string
  /** Removes a row with what belongs to it. Returns how many rows of the table went. */
  readonly remove?: (id: number) => number
}

interface OldRow {
  readonly id: number
  readonly at: Instant
  readonly isFree: number
}

/**
 * Removes the old rows of a table that nothing refers to. Each step checks a bounded number and the next
 * continues, so rows that must stay block nothing.
 */
class KeysetScan {
  readonly #select: Statement<[number, number, number, number], OldRow>
  readonly #remove: (id: number) => number
  #passed = FROM_THE_START

  constructor(
    db: Database,
    { table, age, only = 'true', unless = [], keeps = 'false', remove }: ScanOptions,
  ) {
    const isFree = [...unless.map((rows) => `NOT EXISTS (SELECT 1 FROM ${rows})`), `NOT (${keeps})`].join(
      ' AND ',
    )
    this.#select = db.prepare<[number, number, number, number], OldRow>(
      `SELECT id, ${age} AS at, ${isFree} AS isFree FROM ${table} AS old
       WHERE ${only} AND (${age}, id) > (?, ?) AND ${age} < ? ORDER BY ${age}, id LIMIT ?`,
    )
    const removeOne = db.prepare<[number]>(`DELETE FROM ${table} WHERE id = ?`)
    this.#remove = remove ?? ((id) => removeOne.run(id).changes)
  }

  /** Returns how many rows went, at most `limit`. */
  step(olderThan: Instant, limit: number): number {
    const scanMax = limit * SCAN_FACTOR
    const rows = this.#select.all(this.#passed.at, this.#passed.id, olderThan, scanMax)
    let count = 0
    for (const { id, at, isFree } of rows) {
      if (count === limit) return count
      this.#passed = { at, id }
      if (isFree === 1) count += this.#remove(id)
    }
    if (rows.length < scanMax) this.#passed = FROM_THE_START
    return count
  }
}

const FROM_THE_START = { at: Number.MIN_SAFE_INTEGER, id: 0 }

function prepare(db: Database) {
  return {
    deleteAttempts: db.prepare<[DeliveryId]>('DELETE FROM attempts WHERE delivery_id = ?'),
    deleteDelivery: db.prepare<[DeliveryId]>('DELETE FROM deliveries WHERE id = ?'),
    deleteRunKeys: db.prepare<[acceptedBefore: Instant, limit: number]>(
      'DELETE FROM job_run_keys WHERE (source, job_id, run_id) IN (SELECT source, job_id, run_id FROM job_run_keys WHERE accepted_at < ? LIMIT ?)',
    ),
  }
}

/** Copies page by page beside other work. */
export async function backupTo(db: Database, file: string): Promise<void> {
  if (existsSync(file))
    throw new AppError('conflict', `${file} exists already; a backup never overwrites a file.`)
  await db.backup(file, { progress: () => 200 })
  endEpochOf(file)
}
