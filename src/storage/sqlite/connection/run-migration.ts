import type { Database } from 'better-sqlite3'

/**
 * Tables that may have millions of rows. They are declared without constraints after their columns, so a new column
 * goes to the end of the declaration.
 */
const LONG_TABLES: ReadonlySet<string> = new Set(['events', 'deliveries', 'attempts'])

/** With a constant for its default, or none: so the rows that are there need not be written. */
const ADD_COLUMN = /^ALTER TABLE (\w+) ADD COLUMN ((\w+) (?:INTEGER|TEXT)(?: NOT NULL DEFAULT \d+)?);$/gm

/**
 * Runs one migration inside a transaction. Of a STRICT table SQLite reads every row before it adds a column, ten
 * seconds for ten million, though rows without the column get its default either way: so the declaration is changed as
 * SQLite would change it (https://www.sqlite.org/lang_altertable.html, section 7). The connection must be in its unsafe
 * mode.
 */
export function runMigration(db: Database, sql: string): void {
  let doneUntil = 0
  for (const found of sql.matchAll(ADD_COLUMN)) {
    const [statement, table = '', definition = '', column = ''] = found
    if (!LONG_TABLES.has(table)) continue
    db.exec(sql.slice(doneUntil, found.index))
    addColumn(db, { table, definition, column })
    doneUntil = found.index + statement.length
  }
  db.exec(sql.slice(doneUntil))
}

interface NewColumn {
  readonly table: string
  readonly definition: string
  readonly column: string
}

function addColumn(db: Database, { table, definition, column }: NewColumn): void {
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
