import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fchmodSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { codeOf } from '../connection/faults.ts'
import { readFlushWatermark, removeFlushWatermark } from '../connection/flush-watermark.ts'
import { reviewLog } from '../connection/log-review.ts'
import { BESIDE } from '../engine/check-file.ts'

/**
 * Moves the log of an unused database into its file, as the next start would. False: a damaged log or file
 * stays as it is.
 */
export function closeCleanly(file: string): boolean {
  if (reviewLog(file, readFlushWatermark(file)).kind !== 'fine') return false
  try {
    const db = new Database(file, { fileMustExist: true })
    try {
      db.pragma('wal_checkpoint(TRUNCATE)')
    } finally {
      db.close()
    }
    if (existsSync(`${file}-wal`)) return false
    removeFlushWatermark(file)
    return true
  } catch {
    return false
  }
}

/**
 * Replaces a database in one step, so that `file` is always the old or the new one; the old one gets the name
 * `kept`. Only a log that `closeCleanly` left goes a step before.
 */
export function putInPlace(fresh: string, file: string, kept: string | null): void {
  if (kept !== null) {
    for (const ending of ['', ...BESIDE]) {
      if (existsSync(file + ending)) giveSecondName(file + ending, kept + ending)
    }
    flushFolder(file)
  }
  rmSync(`${file}-wal`, { force: true })
  renameSync(fresh, file)
  for (const ending of ['-shm', '-flushed']) rmSync(file + ending, { force: true })
  flushFolder(file)
}

/** Copies where the file system has no links. */
function giveSecondName(file: string, name: string): void {
  try {
    linkSync(file, name)
  } catch (error) {
    if (!/^(?:EPERM|ENOSYS|ENOTSUP|EOPNOTSUPP|EMLINK)$/.test(codeOf(error))) throw error
    copyFileSync(file, name, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
    flushFile(name)
  }
}

/** Makes what was written durable, with the mode that it is to have. */
export function flushFile(file: string, mode?: number): void {
  const descriptor = openSync(file, 'r+')
  try {
    if (mode !== undefined) fchmodSync(descriptor, mode)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Makes names durable; not every system lets a folder be opened. */
function flushFolder(file: string): void {
  let descriptor: number | undefined
  try {
    descriptor = openSync(dirname(file), 'r')
    fsyncSync(descriptor)
  } catch {
    // Such a system does it by itself.
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}
