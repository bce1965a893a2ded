import { copyFileSync, existsSync, linkSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { codeOf } from '../connection/faults.ts'
import { readFlushWatermark } from '../connection/flush-watermark.ts'
import { describeMissingLog, reviewLog } from '../connection/log-review.ts'
import { lockDatabaseFile } from '../connection/process-lock.ts'
import { checkFile } from './check-file.ts'

/** Endings of the files that belong to a database: the log, and how far it was flushed. */
export const BESIDE = ['-wal', '-flushed'] as const

/**
 * Reads a file that no service uses, and the log beside it; returns what is wrong. Leaves both as they are: SQLite
 * works on other names of them, beside which it puts what it needs for reading. Throws with a clear sentence if a
 * service uses the file.
 */
export function checkUnused(file: string): readonly string[] {
  const unlock = lockIfUsed(file)
  try {
    return withSecondNames(file, (name) => {
      const mark = readFlushWatermark(name)
      const log = reviewLog(name, mark)
      const { damaged, altered } = checkFile(name)
      const missing = describeMissingLog(name, mark) ?? []
      return [...(log.kind === 'fine' ? [] : [log.because]), missing, ...damaged, ...altered].flat()
    })
  } finally {
    unlock()
  }
}

/**
 * Locks a file that a service may use. Every file that one has used has a lock beside it; one without is used by
 * nobody, as is one whose lock this process may not write.
 */
export function lockIfUsed(file: string): () => void {
  if (!existsSync(`${file}.lock`)) return () => undefined
  try {
    return lockDatabaseFile(file)
  } catch (error) {
    if (/^SQLITE_(?:READONLY|CANTOPEN)/.test(codeOf(error))) return () => undefined
    throw error
  }
}

/** Hands on a second name of a file and of what is beside it: links, or copies where there can be no links. */
export function withSecondNames<Result>(file: string, work: (name: string) => Result): Result {
  const folder = secondNames(file)
  try {
    return work(join(folder, basename(file)))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function secondNames(file: string): string {
  const names = [file, ...BESIDE.map((ending) => file + ending).filter((name) => existsSync(name))]
  let folder: string | undefined
  try {
    folder = mkdtempSync(join(dirname(file), '.tocsin-verify-'))
    for (const name of names) linkSync(name, join(folder, basename(name)))
    return folder
  } catch {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
  }
  const copies = mkdtempSync(join(tmpdir(), 'tocsin-verify-'))
  for (const name of names) copyFileSync(name, join(copies, basename(name)))
  return copies
}
