import { SOURCE_HOLDS_APART_MS_MAX } from '../../../domain/source/source-mark.ts'
import { cutFailure, toSourceMark, type SourceMarkRow } from '../../rows/source-mark-row.ts'
import type { SourceVerbs } from '../../source-verbs.ts'
import type { Value } from '../connection/database.ts'
import type { Parts } from '../parts/parts.ts'

const FIND = 'SELECT * FROM source_marks WHERE source = $1 AND name = $2'
// In the order of their names: two nodes that write the same ones never wait for each other. Each is written once.
const WRITE = `INSERT INTO source_marks AS old (source, name, mark, checked_at)
  SELECT source, name, max(mark), $4 FROM unnest($1::text[], $2::text[], $3::bigint[]) AS new (source, name, mark)
  GROUP BY source, name ORDER BY source COLLATE "C", name COLLATE "C"
  ON CONFLICT (source, name) DO UPDATE SET mark = greatest(old.mark, excluded.mark),
    checked_at = greatest(old.checked_at, excluded.checked_at), failure = NULL, failing_since = NULL`
const FAIL = `INSERT INTO source_marks AS old (source, name, checked_at, failure, failing_since)
  VALUES ($1, $2, $3, $4, $3)
  ON CONFLICT (source, name) DO UPDATE SET checked_at = greatest(old.checked_at, excluded.checked_at),
    failure = excluded.failure, failing_since = coalesce(old.failing_since, excluded.failing_since)`
const HOLD = `INSERT INTO source_holds AS old (source, holder, held_until) VALUES ($1, $2, $3)
  ON CONFLICT (source) DO UPDATE SET holder = excluded.holder, held_until = excluded.held_until
  WHERE old.holder = excluded.holder OR old.held_until <= $4
    OR $3 > $4 AND old.held_until > $3 + ${SOURCE_HOLDS_APART_MS_MAX}`

export function sourceMarkVerbs({ database }: Parts): Omit<SourceVerbs, 'listRaised'> {
  const write = (text: string, values: readonly Value[]) =>
    database.transaction((transaction) => transaction.queryLast(text, values), { lock: 'none' })
  return {
    async findSourceMark(source, name) {
      const [row] = await database.look<SourceMarkRow>(FIND, [source, name])
      return row && toSourceMark(row)
    },
    async writeSourceMarks(marks, now) {
      if (marks.length === 0) return
      const columns = (['source', 'name', 'mark'] as const).map((column) => marks.map((row) => row[column]))
      await write(WRITE, [...columns, now])
    },
    async noteSourceFailure({ source, name, failure }, now) {
      await write(FAIL, [source, name, now, cutFailure(failure)])
    },
    async holdSource({ source, holder, now, until }) {
      const { count } = await write(HOLD, [source, holder, until, now])
      return count > 0
    },
  }
}
