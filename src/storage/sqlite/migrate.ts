import Database from 'better-sqlite3'
import type { Migration, MigrationReport } from '../migration.ts'
import { columnsOf, commonMigrations, refuseNewerSchema, refuseUnknownSchema } from '../migration.ts'
import { laterMigrations } from '../migrations/later-migrations.ts'
import { COLUMN_WORDS, firstSchema } from './migrations/first-schema.ts'

/**
 * Numbered by position, only ever appended to. The header of the file has the last applied number
 * (`user_version`).
 */
export const MIGRATIONS: readonly Migration[] = [
  { name: 'first schema', sql: firstSchema, knownBy: ['receiver_states.sent_state'] },
  ...laterMigrations(COLUMN_WORDS),
  ...commonMigrations(COLUMN_WORDS),
]

/**
 * Brings the schema up to date in one transaction. Throws, and changes nothing, if a newer release used the
 * database, or if its schema is of no release.
 */
export function migrate(db: Database.Database, migrations = MIGRATIONS): MigrationReport {
  db.unsafeMode(true)
  try {
    return db.transaction(() => applyPending(db, migrations)).immediate()
  } finally {
    db.unsafeMode(false)
  }
}

function applyPending(db: Database.Database, migrations: readonly Migration[]): MigrationReport {
  const from = schemaVersion(db)
  const to = migrations.length
  refuseUnknownSchema(findMissing(db, columnsOf(migrations.slice(0, from))))
  refuseNewerSchema({ from, to })
  for (const { sql } of migrations.slice(from)) runMigration(db, sql)
  if (from < to) db.pragma(`user_version = ${to}`)
  if (from > 0) refuseAlteredSchema(db, migrations)
  return { from, to }
}

/** A flipped bit may rename a column, which SQLite's own check does not notice. */
function refuseAlteredSchema(db: Database.Database, migrations: readonly Migration[]): void {
  const fresh = new Database(':memory:')
  fresh.unsafeMode(true)
  for (const { sql } of migrations) runMigration(fresh, sql)
  const found = new Set(declarationsOf(db).map(({ sql }) => sql))
  const altered = declarationsOf(fresh).find(({ sql }) => !found.has(sql))
  fresh.close()
  if (!altered) return
  throw new Error(
    `The ${altered.type} ${altered.name} is not declared as this release declares it, so the file is damaged or was changed by another program; nothing was changed. Restore a backup.`,
  )
}

interface Declaration {
  readonly type: string
  readonly name: string
  readonly sql: string
}

/** Reads the declarations without comments, which may change after databases have applied a migration. */
function declarationsOf(db: Database.Database): readonly Declaration[] {
  const select = 'SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL'
  const declarations = db.prepare<[], Declaration>(select).all()
  return declarations.map((one) => ({ ...one, sql: one.sql.replaceAll(/^ *--.*\n/gm, '') }))
}

export function findMissing(db: Database.Database, columns: readonly string[]): readonly string[] {
  const find = db.prepare<[string, string], 1>('SELECT 1 FROM pragma_table_info(?) WHERE name = ?').pluck()
  return columns.filter((column) => {
    const [table = '', name = ''] = column.split('.')
    return find.get(table, name) === undefined
  })
}

export function schemaVersion(db: Database.Database): number {
  return Number(db.pragma('user_version', { simple: true }))
}

/**
 * Tables of possibly millions of rows, without constraints after their columns, so that a new column can be
 * appended.
 */
const LONG_TABLES: ReadonlySet<string> = new Set(['events', 'deliveries', 'attempts'])

/** With a constant default, or none, so that existing rows need not be written. */
const ADD_COLUMN = /^ALTER TABLE (\w+) ADD COLUMN ((\w+) (?:INTEGER|TEXT)(?: NOT NULL DEFAULT \d+)?);$/gm

/**
 * Runs one migration inside a transaction. Adding a column to a STRICT table, SQLite reads every row, ten
 * seconds for ten million, so the declaration is changed directly
 * (https://www.sqlite.org/lang_altertable.html, section 7). The connection must be in its unsafe mode.
 */
export function runMigration(db: Database.Database, sql: string): void {
  let doneUntil = 0
  for (const found of sql.matchAll(ADD_COLUMN)) {
    const [statement, table = '', definition = '', column = ''] = found
    if (!LONG_TABLES.has(table)) continue
    db.exec(sql.slice(doneUntil, found.index))
    addColumn(db, table, definition, column)
    doneUntil = found.index + statement.length
  }
  db.exec(sql.slice(doneUntil))
}

function addColumn(db: Database.Database, table: string, definition: string, column: string): void {
  const version = Number(db.pragma('schema_version', { simple: true }))
  const { sql } = db
    .prepare<[string], { sql: string }>("SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?")
    .get(table)!
  const end = sql.lastIndexOf(')')
  db.pragma('writable_schema = ON')
  db.prepare<[string, string]>("UPDATE sqlite_schema SET sql = ? WHERE type = 'table' AND name = ?").run(
    `${sql.slice(0, end)}, ${definition}${sql.slice(end)}`,
    table,
  )
  db.pragma(`schema_version = ${version + 1}`)
  db.pragma('writable_schema = RESET')
  const last = db
    .prepare<[string], string>('SELECT name FROM pragma_table_info(?) ORDER BY cid DESC')
    .pluck()
    .get(table)
  if (last !== column) throw new Error(`The column ${table}.${column} could not be added.`)
}
