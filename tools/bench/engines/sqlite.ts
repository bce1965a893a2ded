import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { Cleanup } from '../cleanup.ts'
import type { BenchDatabase, Engine, Filling } from './engine.ts'

const NO_SERVER = { cpuSeconds: 0, walBytes: 0, memoryMb: 0, connections: 0 }

/** A file for each database, in a temporary folder of its own. */
export function sqliteEngine(cleanup: Cleanup): Engine {
  return {
    name: 'sqlite',
    version: versionOf(new Database(':memory:')),
    createDatabase: () => createDatabase(cleanup),
    counters: async () => NO_SERVER,
    stop: async () => undefined,
  }
}

function versionOf(db: Database.Database): string {
  const row = db.prepare<[], { version: string }>('SELECT sqlite_version() AS version').get()
  db.close()
  return row?.version ?? 'unknown'
}

async function createDatabase(cleanup: Cleanup): Promise<BenchDatabase> {
  // At once, so that nobody ends the bench between its making and the word to remove it.
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-bench-'))
  const removeFolder = () => rm(folder, { recursive: true, force: true, maxRetries: 5 })
  const forget = cleanup.add(removeFolder)
  const file = join(folder, 'tocsin.db')
  return {
    address: `sqlite:${file}`,
    sizeBytes: async () => sizeOf(file),
    open: async () => openFilling(file),
    remove: async () => {
      await removeFolder()
      forget()
    },
  }
}

/** Counts the pages instead of asking the file system: the log holds some of them twice, and shrinks at the end. */
function sizeOf(file: string): number {
  const db = new Database(file, { readonly: true })
  const size = db
    .prepare<[], { bytes: number }>(
      'SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size',
    )
    .get()
  db.close()
  return size?.bytes ?? 0
}

/** Without indexes and without waiting for the disk, until it is closed. */
function openFilling(file: string): Filling {
  const db = new Database(file)
  db.pragma('journal_mode = MEMORY')
  db.pragma('synchronous = OFF')
  db.pragma('cache_size = -500000')
  const indexes = db
    .prepare<[], { name: string; sql: string }>(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL AND tbl_name IN ('alerts', 'events', 'deliveries', 'attempts')",
    )
    .all()
  for (const { name } of indexes) db.exec(`DROP INDEX ${name}`)
  return {
    query: async (sql) => {
      const statement = db.prepare<[], Record<string, unknown>>(sql)
      if (statement.reader) return statement.all()
      statement.run()
      return []
    },
    columnsOf: async (table) =>
      db
        .prepare<[string], { name: string }>('SELECT name FROM pragma_table_info(?)')
        .all(table)
        .map(({ name }) => name),
    ended: { table: 'deliveries', eventAt: null },
    historyTable: async (table) => table,
    close: async () => {
      for (const { sql } of indexes) {
        db.exec(sql)
        await new Promise((resolve) => setImmediate(resolve))
      }
      db.pragma('journal_mode = WAL')
      db.close()
    },
  }
}
