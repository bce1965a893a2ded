import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import type { Instant } from '../../../domain/instant.ts'

const CACHE_KIB = 16 * 1024
const WAL_PAGES_MAX = 4000

export interface SqliteOptions {
  /** Created, with its folder, if it is missing. */
  readonly file: string
  /** The size limit in bytes; 0: the disk limits it. */
  readonly sizeMax: number
  /** Bytes of the disk that reports leave free, see `FreeSpace`. */
  readonly freeMin?: number
  /** The first seals secrets, all open them; empty: secrets stay plain. */
  readonly encryptionKeys?: readonly Uint8Array[]
  readonly now?: Instant
  /** Moves the log into the file beside the work; otherwise within a commit, now and then. */
  readonly runsLong?: boolean
}

/**
 * Opens the file with a write-ahead log, and `synchronous = FULL`: each commit is on the disk when it returns
 * (https://sqlite.org/pragma.html#pragma_synchronous).
 */
export function openDatabase({ file, sizeMax, encryptionKeys = [] }: SqliteOptions): Database.Database {
  makePrivateFile(file)
  const db = new Database(file)
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  db.pragma('foreign_keys = ON')
  db.pragma('busy_timeout = 5000')
  db.pragma(`cache_size = -${CACHE_KIB}`)
  db.pragma(`wal_autocheckpoint = ${WAL_PAGES_MAX}`)
  db.pragma('temp_store = MEMORY')
  // Wipes what is overwritten or deleted (https://sqlite.org/pragma.html#pragma_secure_delete): values under
  // an old key must not outlive its rotation.
  if (encryptionKeys.length > 0) db.pragma('secure_delete = ON')
  if (sizeMax > 0) {
    const pageSize = Number(db.pragma('page_size', { simple: true }))
    db.pragma(`max_page_count = ${Math.max(1, Math.floor(sizeMax / pageSize))}`)
  }
  return db
}

/**
 * Creates a missing file and folder for their owner only: the file holds header values of webhooks. SQLite
 * gives the mode to its files beside the database.
 */
export function makePrivateFile(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  try {
    // Never opens an existing file: closing it would release this process's locks on it
    // (https://sqlite.org/howtocorrupt.html, section 2.2).
    closeSync(openSync(file, 'ax', 0o600))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
