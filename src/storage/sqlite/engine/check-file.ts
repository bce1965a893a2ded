import { existsSync, rmSync } from 'node:fs'
import Database from 'better-sqlite3'
import { isAltered, type EventRow } from '../../rows/event-row.ts'
import { codeOf, isDamage } from '../connection/faults.ts'
import { readFlushMark } from '../connection/flush-mark.ts'
import { reviewLog } from '../connection/log-review.ts'

/** So many findings are told: a file that is damaged in one place often is in thousands. */
const FINDINGS_MAX = 5
/** Events of one read. None of them holds a view of the file for long: what is written meanwhile waits in the log. */
const EVENTS_AT_ONCE = 1_000

/**
 * Looks through a whole file that a service uses or made: its structure, table by table, and whether each event is what was taken in.
 * Answers what is wrong; nothing: it is whole. Throws if it cannot be looked through.
 */
export function checkFile(file: string): readonly string[] {
  const findings: string[] = []
  const db = new Database(file, { readonly: true, fileMustExist: true })
  try {
    for (const finding of findDamage(db)) {
      findings.push(finding)
      if (findings.length >= FINDINGS_MAX) break
    }
  } catch (error) {
    // What it trips over while it looks is a finding as well.
    if (!isDamage(error)) throw error
    findings.push(codeOf(error) ?? String(error))
  } finally {
    db.close()
  }
  return findings
}

/**
 * The same of a file that no process uses, and of the log beside it if there is one. What SQLite needs beside a file in order to read
 * it is removed again.
 */
export function checkUnused(file: string): readonly string[] {
  const beside = [`${file}-wal`, `${file}-shm`].filter((path) => !existsSync(path))
  try {
    const log = reviewLog(file, readFlushMark(file))
    return [...(log.kind === 'fine' ? [] : [log.because]), ...checkFile(file)]
  } finally {
    for (const path of beside) rmSync(path, { force: true })
  }
}

function* findDamage(db: Database.Database): Generator<string> {
  const tables = db
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rootpage")
    .pluck()
    .all()
  for (const table of tables) {
    const found = db.pragma(`integrity_check('${table}')`) as readonly { readonly integrity_check: string }[]
    yield* found.map((row) => row.integrity_check).filter((words) => words !== 'ok')
  }
  yield* findAltered(db)
}

/** A file of an older release has no digests. */
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
    // Pages that have changed places would be read for ever.
    if (last.id <= after) return yield 'the events are not in order'
    after = last.id
  }
}
