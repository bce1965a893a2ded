import { systemChance } from '../../../runtime/clock.ts'
import Database from 'better-sqlite3'
import { lockDatabaseFile, realFileOf } from './process-lock.ts'

/** The current epoch; null if no service has opened the file yet. */
export const CURRENT_EPOCH = "(SELECT value FROM meta WHERE key = 'epoch')"

/** Begins an epoch, and returns true, if the file has none: it is new, or a copy to be restored. */
export function beginEpochIfDue(db: Database.Database): boolean {
  const insert = db.prepare<[string]>(
    "INSERT INTO meta (key, value) VALUES ('epoch', ?) ON CONFLICT (key) DO NOTHING",
  )
  return insert.run(systemChance.bytes(4).toString('hex')).changes > 0
}

/** Throws with a clear sentence if another process uses the file. */
export function endEpochAlone(file: string): void {
  const real = realFileOf(file)
  const unlock = lockDatabaseFile(real)
  try {
    endEpochOf(real)
  } finally {
    unlock()
  }
}

/** Has the next start on this unused file begin a new epoch. */
export function endEpochOf(file: string): void {
  const db = new Database(file, { fileMustExist: true })
  try {
    db.exec("DELETE FROM meta WHERE key = 'epoch'")
  } finally {
    db.close()
  }
}
