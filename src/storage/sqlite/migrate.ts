import type { Database } from 'better-sqlite3'
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
import { leaseHolders } from './migrations/0011-lease-holders.ts'
import { epochs } from './migrations/0012-epochs.ts'

/** Numbered by position, only ever added to. The number applied last is kept as `user_version` in the file's header. */
export const MIGRATIONS: readonly { readonly name: string; readonly sql: string }[] = [
  { name: 'first schema', sql: firstSchema },
  { name: 'indexes for lists', sql: listIndexes },
  { name: 'delivery control', sql: deliveryControl },
  { name: 'audit log', sql: auditLog },
  { name: 'replay and control', sql: replayAndControl },
  { name: 'activity', sql: activity },
  { name: 'people', sql: people },
  { name: 'marks of sources', sql: sourceMarks },
  { name: 'unsettled webhooks', sql: unsettledWebhooks },
  { name: 'indexes for lists by state', sql: listIndexesByState },
  { name: 'holders of leases', sql: leaseHolders },
  { name: 'epochs', sql: epochs },
]

export interface MigrationReport {
  readonly from: number
  readonly to: number
}

/** Brings the schema up to date in one transaction. Throws if the database was written by a newer release. */
export function migrate(db: Database): MigrationReport {
  return db
    .transaction(() => {
      const from = schemaVersion(db)
      const to = MIGRATIONS.length
      if (from > to) {
        throw new Error(
          `The database has schema version ${from}, and this release knows versions up to ${to}: it was used by a newer release. Start that one, or restore a backup.`,
        )
      }
      for (const { sql } of MIGRATIONS.slice(from)) db.exec(sql)
      if (from < to) db.pragma(`user_version = ${to}`)
      return { from, to }
    })
    .immediate()
}

export function schemaVersion(db: Database): number {
  return Number(db.pragma('user_version', { simple: true }))
}
