import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import type { Instant } from '../../../domain/instant.ts'

const CACHE_KIB = 16 * 1024
const WAL_PAGES_MAX = 4000

export interface SqliteOptions {
  /** Made, with its folder, if it is missing. */
  readonly file: string
  /** The upper limit in bytes; 0: only the disk limits it. */
  readonly sizeMax: number
  /** Reports leave so much of the disk to others; in bytes, see `FreeSpace`. */
  readonly freeMin?: number
  /** The first seals secrets, all open them; none: secrets are kept plain. */
  readonly encryptionKeys?: readonly Uint8Array[]
  /** The time for what is done when it is opened. */
  readonly now?: Instant
  /** The log is moved into the file beside the work; otherwise within a commit, now and then. */
  readonly runsLong?: boolean
}

/**
 * Opens the file with a write-ahead log, and `synchronous = FULL`: each commit is on the disk when it returns
 * (https://sqlite.org/pragma.html#pragma_synchronous). Who flushes the log by other means may lower that.
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
  // What is overwritten or deleted leaves nothing in the file (https://sqlite.org/pragma.html#pragma_secure_delete): a
  // value that was sealed under an old key is not to outlive its rotation.
  if (encryptionKeys.length > 0) db.pragma('secure_delete = ON')
  if (sizeMax > 0) {
    const pageSize = Number(db.pragma('page_size', { simple: true }))
    db.pragma(`max_page_count = ${Math.max(1, Math.floor(sizeMax / pageSize))}`)
  }
  return db
}

/**
 * Makes the file and its folder if they are missing, for their owner only: it holds the header values of webhooks.
 * What exists keeps its mode. SQLite gives the files that it makes beside it the mode of this one.
 */
export function makePrivateFile(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  try {
    // Never one that is there already: to close it would end the locks that this process holds on it
    // (https://sqlite.org/howtocorrupt.html, section 2.2).
    closeSync(openSync(file, 'ax', 0o600))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
