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

/** Numbered by position, only ever added to. The number applied last is kept as `user_version` in the file's header. */
export const MIGRATIONS: readonly Migration[] = [
  { name: 'first schema', sql: firstSchema, knownBy: ['told.alert_id', 'events.digest'] },
]

/**
 * Brings the schema up to date in one transaction. Throws, and changes nothing, if the database was used by a newer
 * release, or if its schema is none that a release had.
 */
export function migrate(db: Database, migrations = MIGRATIONS): MigrationReport {
  db.unsafeMode(true)
  try {
    return db.transaction(() => applyPending(db, migrations)).immediate()
  } finally {
    db.unsafeMode(false)
  }
}

function applyPending(db: Database, migrations: readonly Migration[]): MigrationReport {
  const from = schemaVersion(db)
  const to = migrations.length
  refuseUnknownSchema(findMissing(db, columnsOf(migrations.slice(0, from))))
  refuseNewerSchema({ from, to })
  for (const { sql } of migrations.slice(from)) runMigration(db, sql)
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
