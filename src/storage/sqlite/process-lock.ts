import Database from 'better-sqlite3'
import { makePrivateFile } from './connection.ts'

/**
 * The embedded database belongs to one process: only then may it take every lease of its predecessor as lost. The
 * lock is a transaction held open on a file beside the database; the operating system ends it with the process,
 * however that ends. Throws with a clear sentence if another process holds it.
 */
export function lockDatabaseFile(file: string): () => void {
  makePrivateFile(`${file}.lock`)
  const lock = new Database(`${file}.lock`, { timeout: 500 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error
    throw new Error(
      `Another Tocsin process is using ${file}. Stop it first, or give this one another TOCSIN_DATABASE.`,
      {
        cause: error,
      },
    )
  }
  return () => lock.close()
}
