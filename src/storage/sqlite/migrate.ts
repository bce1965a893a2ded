import type { Database } from 'better-sqlite3'
import {
  columnsOf,
  refuseNewerSchema,
  refuseUnknownSchema,
  type Migration,
  type MigrationReport,
} from '../migration.ts'
import { runMigration } from './connection/run-migration.ts'
import { firstSchema } from './migrations/0001-first-schema.ts'
import { listIndexes } from './migrations/0002-list-indexes.ts'
import { deliveryControl } from './migrations/0003-delivery-control.ts'
import { auditLog } from './migrations/0004-audit.ts'
import { replayAndControl } from './migrations/0005-replay-and-control.ts'
import { activity } from './migrations/0006-activity.ts'
import { people } from './migrations/0007-people.ts'
import { sourceMarks } from './migrations/0008-source-marks.ts'
import { unsettledWebhooks } from './migrations/0009-unsettled-webhooks.ts'
import { listIndexesByState } from './migrations/0010-list-indexes-by-state.ts'
import { operationCounts } from './migrations/0011-operation-counts.ts'
import { firstByHand } from './migrations/0012-first-by-hand.ts'
import { pausedActivity } from './migrations/0013-paused-activity.ts'
import { leaseHolders } from './migrations/0014-lease-holders.ts'
import { epochs } from './migrations/0015-epochs.ts'
import { newestWords } from './migrations/0016-newest-words.ts'
import { urgency } from './migrations/0017-urgency.ts'
import { modes } from './migrations/0018-modes.ts'
import { told } from './migrations/0019-told.ts'
import { receiverHistory } from './migrations/0020-receiver-history.ts'
import { digests } from './migrations/0021-digests.ts'

/** Numbered by position, only ever added to. The number applied last is kept as `user_version` in the file's header. */
export const MIGRATIONS: readonly Migration[] = [
  { name: 'first schema', sql: firstSchema },
  { name: 'indexes for lists', sql: listIndexes },
  { name: 'delivery control', sql: deliveryControl, knownBy: ['webhook_flow.asked_until'] },
  { name: 'audit log', sql: auditLog },
  { name: 'replay and control', sql: replayAndControl },
  { name: 'activity', sql: activity },
  { name: 'people', sql: people },
  { name: 'marks of sources', sql: sourceMarks },
  { name: 'unsettled webhooks', sql: unsettledWebhooks },
  { name: 'indexes for lists by state', sql: listIndexesByState },
  { name: 'counts of operations', sql: operationCounts },
  { name: 'first by hand', sql: firstByHand },
  { name: 'activity of paused receivers', sql: pausedActivity },
  { name: 'holders of leases', sql: leaseHolders },
  { name: 'epochs', sql: epochs },
  { name: 'newest words', sql: newestWords },
  { name: 'urgency', sql: urgency },
  { name: 'modes', sql: modes },
  { name: 'told', sql: told },
  { name: 'history of receivers', sql: receiverHistory },
  { name: 'digests', sql: digests },
]

/**
 * Brings the schema up to date in one transaction. Throws, and changes nothing, if the database was used by a newer
 * release, or if its schema is none that a release had.
 */
export function migrate(db: Database): MigrationReport {
  db.unsafeMode(true)
  try {
    return db.transaction(() => applyPending(db)).immediate()
  } finally {
    db.unsafeMode(false)
  }
}

function applyPending(db: Database): MigrationReport {
  const from = schemaVersion(db)
  const to = MIGRATIONS.length
  refuseNewerSchema({ from, to })
  refuseUnknownSchema(from, findMissing(db, columnsOf(MIGRATIONS.slice(0, from))))
  for (const { sql } of MIGRATIONS.slice(from)) runMigration(db, sql)
  if (from < to) db.pragma(`user_version = ${to}`)
  return { from, to }
}

function findMissing(db: Database, columns: readonly string[]): readonly string[] {
  const find = db.prepare<[string, string], 1>('SELECT 1 FROM pragma_table_info(?) WHERE name = ?').pluck()
  return columns.filter((column) => {
    const [table = '', name = ''] = column.split('.')
    return find.get(table, name) === undefined
  })
}

export function schemaVersion(db: Database): number {
  return Number(db.pragma('user_version', { simple: true }))
}
