import type { Database } from 'better-sqlite3'
import type { Instant } from '../../../domain/instant.ts'
import { SOURCE_HOLDS_APART_MS_MAX } from '../../../domain/source/source-mark.ts'
import { cutFailure, toSourceMark, type SourceMarkRow } from '../../rows/source-mark-row.ts'
import type { SourceVerbs } from '../../source-verbs.ts'
import type { SyncVerbs } from '../connection/verbs.ts'

export function sourceMarkVerbs(db: Database): Pick<SyncVerbs, Exclude<keyof SourceVerbs, 'listRaised'>> {
  const find = db.prepare<[string, string], SourceMarkRow>(
    'SELECT * FROM source_marks WHERE source = ? AND name = ?',
  )
  const write = db.prepare<[string, string, number | null, number]>(
    `INSERT INTO source_marks (source, name, mark, checked_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (source, name) DO UPDATE SET
       mark = coalesce(max(mark, excluded.mark), mark, excluded.mark),
       checked_at = max(checked_at, excluded.checked_at), failure = NULL, failing_since = NULL`,
  )
  const fail = db.prepare<[string, string, number, string, number]>(
    `INSERT INTO source_marks (source, name, checked_at, failure, failing_since) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (source, name) DO UPDATE SET checked_at = max(checked_at, excluded.checked_at),
       failure = excluded.failure, failing_since = coalesce(failing_since, excluded.failing_since)`,
  )
  const hold = db.prepare<{ source: string; holder: string; now: number; until: number }>(
    `INSERT INTO source_holds (source, holder, held_until) VALUES (@source, @holder, @until)
     ON CONFLICT (source) DO UPDATE SET holder = excluded.holder, held_until = excluded.held_until
     WHERE source_holds.holder = excluded.holder OR source_holds.held_until <= @now
       OR @until > @now AND source_holds.held_until > @until + ${SOURCE_HOLDS_APART_MS_MAX}`,
  )
  return {
    findSourceMark(source, name) {
      const row = find.get(source, name)
      return row && toSourceMark(row)
    },
    writeSourceMarks(marks, now) {
      for (const { source, name, mark } of marks) write.run(source, name, mark, now)
    },
    noteSourceFailure({ source, name, failure }, now) {
      fail.run(source, name, now, cutFailure(failure), now)
    },
    holdSource: ({ source, holder, now, until }) => hold.run({ source, holder, now, until }).changes > 0,
  }
}

/** Answers how many rows went, at most `limit`. */
export function pruneSourceMarks(db: Database): (before: Instant, limit: number) => number {
  const remove = db.prepare<[number, number]>(
    'DELETE FROM source_marks WHERE id IN (SELECT id FROM source_marks WHERE checked_at < ? ORDER BY checked_at LIMIT ?)',
  )
  return (before, limit) => remove.run(before, limit).changes
}
