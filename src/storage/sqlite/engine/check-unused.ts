import { copyFileSync, existsSync, linkSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { readFlushWatermark } from '../connection/flush-watermark.ts'
import { reviewLog } from '../connection/log-review.ts'
import { lockDatabaseFile } from '../connection/process-lock.ts'
import { checkFile } from './check-file.ts'

/** Endings of the files that belong to a database: the log, and how far it was flushed. */
const BESIDE = ['-wal', '-flushed'] as const

/**
 * Reads a file that no service uses, and the log beside it; answers what is wrong. Leaves both as they are: SQLite
 * works on other names of them, beside which it puts what it needs for reading. Throws with a clear sentence if a
 * service uses the file.
 */
export function checkUnused(file: string): readonly string[] {
  // Every file that a service has used has a lock beside it. One without is used by nobody.
  const unlock = existsSync(`${file}.lock`) ? lockDatabaseFile(file) : () => undefined
  let folder: string | undefined
  try {
    folder = secondNames(file)
    const name = join(folder, basename(file))
    const log = reviewLog(name, readFlushWatermark(name))
    const { damaged, altered } = checkFile(name)
    return [...(log.kind === 'fine' ? [] : [log.because]), ...damaged, ...altered]
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
    unlock()
  }
}

/** Gives a folder with links to the files of a database, or with copies where there can be no links. */
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
