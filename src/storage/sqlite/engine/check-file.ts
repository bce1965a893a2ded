import Database from 'better-sqlite3'
import { isAltered, type EventRow } from '../../rows/event-row.ts'
import { codeOf, isDamage } from '../connection/faults.ts'

/** Limit of the findings of each kind: a file that is damaged once often is a thousand times. */
const FINDINGS_MAX = 5
/** Number of events that one read takes. A read that takes longer would keep the log from being emptied. */
const EVENTS_AT_ONCE = 1_000

export interface FileFindings {
  /** Sentences about parts of the file that cannot be relied on. */
  readonly damaged: readonly string[]
  /** Sentences about events that can be read and are not what was taken in; everything else works. */
  readonly altered: readonly string[]
}

/**
 * Reads a whole SQLite file, also beside a service that uses it: the structure, table by table, and the digest of each
 * event. Throws if the file cannot be opened.
 */
export function checkFile(file: string): FileFindings {
  const db = new Database(file, { readonly: true, fileMustExist: true })
  try {
    const damaged = take(findDamaged(db))
    return { damaged, altered: damaged.length > 0 ? [] : take(findAltered(db)) }
  } catch (error) {
    // SQLite throws where it meets damage in what it needs for reading.
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
