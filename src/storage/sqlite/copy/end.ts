import { existsSync, realpathSync } from 'node:fs'
import type { Database } from 'better-sqlite3'
import { openDatabase } from '../connection/connect.ts'
import { migrate, MIGRATIONS, schemaVersion } from '../migrate.ts'
import { lockDatabaseFile, realFileOf } from '../connection/process-lock.ts'
import { explainFault } from '../connection/faults.ts'
import { ScriptRunner } from '../connection/run-script.ts'
import { beginCopy, copyRecord, endCopy, swapCopyRecord, webhooksCatchingUp } from '../../scripts/meta.ts'
import {
  checkVersion,
  CopyRefusal,
  type CopyTarget,
  NothingThere,
  parseRecord,
  type Purpose,
  raced,
  refuseCatchingUp,
  toStepText,
} from '../../copy/ends.ts'
import { BATCH_ROWS_MAX, BATCH_SIZE_MAX, sizeOf, type Row } from '../../copy/row.ts'
import { countAll, insertInto, selectBehind } from './tables.ts'
import { COUNTED_TABLES, type CopiedTable, type Counters } from '../../copy/tables.ts'

/** Columns in which rows may not have the same texts. */
const PLACES = [
  { words: 'alerts', table: 'alerts', id: 'id', columns: ['source', 'key'] },
  { words: 'job runs', table: 'job_run_keys', id: 'job_run_id', columns: ['source', 'job_id', 'run_id'] },
] as const

const CLASHES_MAX = 20

/** Indexes on unordered values need more memory. */
const CACHE_KIB = 64 * 1024

/** Opens one file for this process alone. Throws a CopyRefusal if the file cannot serve the purpose. */
export function openSqliteEnd(file: string, purpose: Purpose): CopyTarget {
  if (purpose !== 'target' && !existsSync(file)) throw new NothingThere(`There is no database file ${file}.`)
  const unlock = saying(file, () => lockDatabaseFile(realFileOf(file)))
  try {
    const db = saying(file, () => openDatabase({ file, sizeMax: 0 }))
    try {
      if (purpose === 'target') saying(file, () => migrate(db))
      else
        checkVersion(
          file,
          saying(file, () => schemaVersion(db)),
          MIGRATIONS.length,
        )
      db.pragma(`cache_size = -${CACHE_KIB}`)
      // A power cut can only undo rows and record together; `finish` makes all durable.
      db.pragma(purpose === 'target' ? 'synchronous = NORMAL' : 'query_only = ON')
      return createEnd(db, file, unlock)
    } catch (error) {
      db.close()
      throw error
    }
  } catch (error) {
    unlock()
    throw error
  }
}

function createEnd(db: Database, file: string, unlock: () => void): CopyTarget {
  const records = new ScriptRunner(db)
  const writing = async (work: () => void) => saying(file, () => db.transaction(work).immediate())
  return {
    engine: 'sqlite',
    name: file,
    identity: `sqlite ${realpathSync(file)}`,
    read: (table, after) => readBatches(db, table, after ?? table.key.map(() => firstOf(table))),
    countRows: async (table) => numberOf(db, countAll(table)),
    readCounters: async () => readCounters(db),
    readSize: async () =>
      numberOf(db, 'SELECT page_count * page_size AS size FROM pragma_page_count, pragma_page_size'),
    checkContents: async (target) => {
      refuseCatchingUp(records.run(webhooksCatchingUp()), file)
      if (target === 'postgres') refuseNulClashes(db)
    },
    readRecord: async () => parseRecord(records.run(copyRecord())),
    begin: (record) =>
      writing(() => {
        if (records.run(beginCopy(JSON.stringify(record))) === 0) throw raced(file)
      }),
    write: (table, rows, step) =>
      writing(() => {
        if (records.run(swapCopyRecord(toStepText(step))) === 0) throw raced(file)
        insert(db, table, rows)
      }),
    writeCounters: (counters) => writing(() => writeCounters(db, counters)),
    finish: async () => {
      db.pragma('synchronous = FULL')
      await writing(() => void records.run(endCopy()))
      db.pragma('wal_checkpoint(TRUNCATE)')
    },
    close: async () => {
      db.close()
      unlock()
    },
  }
}

/** Reads the whole table in batches; nobody writes meanwhile. */
async function* readBatches(
  db: Database,
  table: CopiedTable,
  after: readonly (string | number)[],
): AsyncGenerator<readonly Row[], undefined> {
  let batch: Row[] = []
  let size = 0
  const rows = db
    .prepare<unknown[], Row>(selectBehind(table))
    .raw()
    .iterate(after[0], ...after)
  for (const row of rows) {
    batch.push(row)
    size += sizeOf(row)
    if (batch.length < BATCH_ROWS_MAX && size < BATCH_SIZE_MAX) continue
    yield batch
    batch = []
    size = 0
  }
  if (batch.length > 0) yield batch
}

/** Returns a value below every key. */
function firstOf(table: CopiedTable): string | number {
  return table.name === 'meta' ? '' : Number.MIN_SAFE_INTEGER
}

function insert(db: Database, table: CopiedTable, rows: readonly Row[]): void {
  const { text, columns } = insertInto(table)
  const statement = db.prepare<unknown[]>(text)
  const names = Object.keys(table.columns)
  const indexes = columns.map((column) => names.indexOf(column))
  for (const row of rows) statement.run(...indexes.map((index) => row[index]))
}

/** `sqlite_sequence` has no row for a table that never had any (https://sqlite.org/autoinc.html). */
function readCounters(db: Database): Counters {
  const rows = db.prepare<[], { name: string; seq: number }>('SELECT name, seq FROM sqlite_sequence').all()
  const last = new Map(rows.map(({ name, seq }) => [name, seq]))
  return Object.fromEntries(COUNTED_TABLES.map((name) => [name, last.get(name) ?? 0])) as Counters
}

function writeCounters(db: Database, counters: Counters): void {
  const remove = db.prepare<[string]>('DELETE FROM sqlite_sequence WHERE name = ?')
  const add = db.prepare<[string, number]>('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)')
  for (const name of COUNTED_TABLES) {
    remove.run(name)
    if (counters[name] > 0) add.run(name, counters[name])
  }
}

function numberOf(db: Database, text: string): number {
  return Number(db.prepare<[]>(text).pluck().get())
}

function saying<Result>(file: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (error instanceof CopyRefusal) throw error
    if ((error as { code?: string }).code === 'SQLITE_NOTADB')
      throw new CopyRefusal(`${file} is no SQLite database.`)
    const explained = explainFault(error)
    throw explained instanceof Error ? explained : new Error(String(explained))
  }
}

function refuseNulClashes(db: Database): void {
  const clashes = findNulClashes(db)
  if (clashes.length === 0) return
  throw new CopyRefusal(
    `PostgreSQL cannot hold the character U+0000, and only that keeps apart: ${clashes.join('; ')}.`,
    ['Such alerts go by themselves when they are cleared and older than TOCSIN_RETENTION.'],
  )
}

/**
 * Names rows that would be one in PostgreSQL, where U+0000 becomes U+FFFD. `replace` in SQLite takes such a
 * text for empty.
 */
function findNulClashes(db: Database): readonly string[] {
  return PLACES.flatMap(({ words, table, id, columns }) => {
    const strange = db
      .prepare<[], [number, ...string[]]>(
        `SELECT ${id}, ${columns.join(', ')} FROM ${table}
         WHERE ${columns.map((column) => `instr(${column}, char(0)) > 0`).join(' OR ')} ORDER BY ${id}`,
      )
      .raw()
    const findPlain = db
      .prepare<string[], number>(
        `SELECT ${id} FROM ${table} WHERE (${columns.join(', ')}) = (${columns.map(() => '?').join(', ')})`,
      )
      .pluck()
    const seen = new Map<string, number>()
    const clashes: string[] = []
    for (const [rowId, ...texts] of strange.all()) {
      const carried = texts.map((text) => text.replaceAll('\0', '\ufffd'))
      const name = JSON.stringify(carried)
      const other = findPlain.get(...carried) ?? seen.get(name)
      if (other === undefined) seen.set(name, rowId)
      else if (clashes.length < CLASHES_MAX)
        clashes.push(`${words} ${Math.min(rowId, other)} and ${Math.max(rowId, other)}`)
    }
    return clashes
  })
}
