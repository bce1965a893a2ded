import type { Database } from 'better-sqlite3'
import { CopyRefusal } from '../../copy/ends.ts'

/** Where two rows may not have the same texts. */
const PLACES = [
  { words: 'alerts', table: 'alerts', id: 'id', columns: ['source', 'key'] },
  { words: 'job runs', table: 'job_run_keys', id: 'job_run_id', columns: ['source', 'job_id', 'run_id'] },
] as const

const CLASHES_MAX = 20

/** Throws a CopyRefusal that names them, if there are any. */
export function refuseNulClashes(db: Database): void {
  const clashes = findNulClashes(db)
  if (clashes.length === 0) return
  throw new CopyRefusal(
    `PostgreSQL cannot hold the character U+0000, and only that keeps apart: ${clashes.join('; ')}.`,
    ['Such alerts go by themselves when they are cleared and older than TOCSIN_RETENTION.'],
  )
}

/**
 * Rows that would be one in PostgreSQL, where U+0000 becomes U+FFFD, in words. Few have the character at all, so few
 * are looked at. (SQL alone cannot do it: for `replace` of SQLite such a text is empty.)
 */
function findNulClashes(db: Database): readonly string[] {
  return PLACES.flatMap(({ words, table, id, columns }) => {
    const strange = db
      .prepare<[], [number, ...string[]]>(
        `SELECT ${id}, ${columns.join(', ')} FROM ${table}
         WHERE ${columns.map((column) => `instr(${column}, char(0)) > 0`).join(' OR ')} ORDER BY ${id}`,
      )
      .raw()
    const findPlain = db
      .prepare<string[], number>(
        `SELECT ${id} FROM ${table} WHERE (${columns.join(', ')}) = (${columns.map(() => '?').join(', ')})`,
      )
      .pluck()
    const seen = new Map<string, number>()
    const clashes: string[] = []
    for (const [rowId, ...texts] of strange.all()) {
      const carried = texts.map((text) => text.replaceAll('\0', '\ufffd'))
      const name = JSON.stringify(carried)
      const other = findPlain.get(...carried) ?? seen.get(name)
      if (other === undefined) seen.set(name, rowId)
      else if (clashes.length < CLASHES_MAX)
        clashes.push(`${words} ${Math.min(rowId, other)} and ${Math.max(rowId, other)}`)
    }
    return clashes
  })
}
