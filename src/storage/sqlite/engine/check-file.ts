import { copyFileSync, existsSync, linkSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { type EventRow, isAltered } from '../../rows/event-row.ts'
import { codeOf, isDamage } from '../connection/faults.ts'
import { readFlushWatermark } from '../connection/flush-watermark.ts'
import { describeMissingLog, reviewLog } from '../connection/log-review.ts'
import { lockDatabaseFile } from '../connection/process-lock.ts'

/** Findings of each kind. */
const FINDINGS_MAX = 5
/** Events per read. A longer read would keep the log from being emptied. */
const EVENTS_AT_ONCE = 1_000

export interface FileFindings {
  /** Sentences about unreliable parts of the file. */
  readonly damaged: readonly string[]
  /** Sentences about readable events that a fault changed. */
  readonly altered: readonly string[]
}

/**
 * Reads a whole SQLite file, also beside a running service: its structure, and each event's digest. Throws if
 * the file cannot be opened.
 */
export function checkFile(file: string): FileFindings {
  const db = new Database(file, { readonly: true, fileMustExist: true })
  try {
    const damaged = take(findDamaged(db))
    return { damaged, altered: damaged.length > 0 ? [] : take(findAltered(db)) }
  } catch (error) {
    // SQLite threw at damage.
    if (!isDamage(error)) throw error
    return { damaged: [codeOf(error) ?? String(error)], altered: [] }
  } finally {
    db.close()
  }
}

function take(findings: Iterable<string>): readonly string[] {
  const taken: string[] = []
  for (const finding of findings) {
    taken.push(finding)
    if (taken.length >= FINDINGS_MAX) break
  }
  return taken
}

function* findDamaged(db: Database.Database): Generator<string> {
  const tables = db
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rootpage")
    .pluck()
    .all()
  for (const table of tables) {
    const found = db.pragma(`integrity_check('${table}')`) as readonly { readonly integrity_check: string }[]
    yield* found.map((row) => row.integrity_check).filter((words) => words !== 'ok')
  }
}

/** Finds nothing in a file of an older release, which has no digests. */
function* findAltered(db: Database.Database): Generator<string> {
  const hasDigests = db.prepare("SELECT 1 FROM pragma_table_info('events') WHERE name = 'digest'").get()
  if (hasDigests === undefined) return
  const select = db.prepare<[after: number, limit: number], EventRow>(
    'SELECT * FROM events WHERE id > ? ORDER BY id LIMIT ?',
  )
  let after = 0
  for (;;) {
    const rows = select.all(after, EVENTS_AT_ONCE)
    for (const row of rows) {
      if (isAltered(row)) yield `event ${row.id} is not what was taken in (its digest is another)`
    }
    const last = rows.at(-1)
    if (!last) return
    after = last.id
  }
}

/** Suffixes of the files that belong to a database: the log, and how far it was flushed. */
export const BESIDE = ['-wal', '-flushed'] as const

/**
 * Reads an unused file and its log, and returns the problems. Leaves both as they are: SQLite works on second
 * names, beside which it puts its own files. Throws with a clear sentence if a service uses the file.
 */
export function checkUnused(file: string): readonly string[] {
  const unlock = lockIfUsed(file)
  try {
    return withSecondNames(file, (name) => {
      const watermark = readFlushWatermark(name)
      const log = reviewLog(name, watermark)
      const { damaged, altered } = checkFile(name)
      const missing = describeMissingLog(name, watermark) ?? []
      return [...(log.kind === 'fine' ? [] : [log.because]), missing, ...damaged, ...altered].flat()
    })
  } finally {
    unlock()
  }
}

/**
 * Locks a file that a service may use. Without a lock file, or if this process may not write it, nobody uses
 * it.
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

/** Gives `work` a second name of the file and of those beside it: links, or else copies. */
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
