import { existsSync } from 'node:fs'
import type { Database } from 'better-sqlite3'
import { AppError } from '../../../domain/errors.ts'
import { endEpochOf } from '../connection/epoch.ts'
import { writeHeartbeat } from '../../scripts/meta.ts'
import type { PrunedTable } from '../../scripts/housekeeping.ts'
import { OLD_ALERTS, OLD_JOB_RUNS, oldRows, pruneRows, PruneScan } from '../../scripts/housekeeping.ts'
import type { SyncMethods } from '../connection/run-script.ts'
import { isOfRaisedAlert } from '../../scripts/notified.ts'
import { statement } from '../../transactions/transaction-script.ts'
import type { SqliteDeps } from '../node-memory/deps.ts'

/** With fewer free pages than this, reports and attempts are refused. */
const FREE_PAGES_MIN = 8

const DELIVERIES: PrunedTable = {
  select: oldRows('deliveries', 'finished_at', `NOT ${isOfRaisedAlert('old')}`, 'finished_at IS NOT NULL'),
  remove: ['attempts WHERE delivery_id', 'deliveries WHERE id'].map((ofDelivery) =>
    statement(`DELETE FROM ${ofDelivery} IN (SELECT value FROM json_each(@ids))`),
  ),
}

const EVENTS: PrunedTable = {
  select: oldRows('events', 'accepted_at', 'NOT EXISTS (SELECT 1 FROM deliveries WHERE event_id = old.id)'),
  remove: [statement('DELETE FROM events WHERE id IN (SELECT value FROM json_each(@ids))')],
}

export function housekeepingMethods({ db, records, freeSpace }: SqliteDeps) {
  // Rows that refer to an event or alert go before it.
  const scans = [DELIVERIES, EVENTS, OLD_JOB_RUNS, OLD_ALERTS].map((table) => new PruneScan(table))
  return {
    pruneHistory: ({ endedBefore, limit }) => records.run(pruneRows(scans, { before: endedBefore, limit })),

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

/** Copies page by page beside other work. */
export async function backupTo(db: Database, file: string): Promise<void> {
  if (existsSync(file))
    throw new AppError('conflict', `${file} exists already; a backup never overwrites a file.`)
  await db.backup(file, { progress: () => 200 })
  endEpochOf(file)
}
