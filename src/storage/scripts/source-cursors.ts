import type { NodeId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import { CURSOR_FAILURE_MAX, SOURCE_LOCKS_APART_MS_MAX } from '../../domain/source/source-cursor.ts'
import { SOURCE_CURSORS, type SourceCursorRow } from '../rows/source-cursor-row.ts'
import { CURSORS_LISTED_MAX, type NewSourceCursor, type SourceMethods } from '../source-methods.ts'
import type { Scripts } from '../transactions/transaction-script.ts'
import { changeEachLast, changeLast, many, one, statement } from '../transactions/transaction-script.ts'

export function sourceCursorScripts(): Scripts<Exclude<keyof SourceMethods, 'listRaised'>> {
  return {
    *findSourceCursor(source, name) {
      const row = yield* one(SELECT, { source, name })
      return row && SOURCE_CURSORS.fromRow(row)
    },

    *listSourceCursors(source, prefix) {
      const rows = yield* many(LIST, { source, prefix, length: prefix.length })
      return rows.map(SOURCE_CURSORS.fromRow)
    },

    deleteSourceCursors: (source, names) =>
      changeEachLast(
        FORGET,
        names.toSorted().map((name) => ({ source, name })),
      ),

    writeSourceCursors: (cursors, now) =>
      changeEachLast(
        WRITE,
        cursors.toSorted(compareNames).map(({ source, name, position }) => ({ source, name, position, now })),
      ),

    *noteSourceFailure({ source, name, failure }, now) {
      yield* changeLast(FAIL, { source, name, failure: cutFailure(failure), now })
    },

    *lockSource({ source, holder, now, until }) {
      return (yield* changeLast(LOCK, { source, holder, now, until })) > 0
    },
  }
}

/** Orders cursors the same on all nodes, against deadlocks. */
function compareNames(one: NewSourceCursor, other: NewSourceCursor): number {
  const [first, second] = [one, other].map(({ source, name }) => Buffer.from(`${source}\0${name}`))
  return Buffer.compare(first!, second!)
}

/** Removes old cursors, at most `limit`. */
export const PRUNE_SOURCE_CURSORS = statement<{ before: Instant; limit: number }>(
  'DELETE FROM source_cursors WHERE id IN (SELECT id FROM source_cursors WHERE checked_at < @before ORDER BY checked_at LIMIT @limit)',
)

interface Named {
  readonly source: string
  readonly name: string
}

const SELECT = statement<Named, SourceCursorRow>(
  'SELECT * FROM source_cursors WHERE source = @source AND name = @name',
)
const LIST = statement<{ source: string; prefix: string; length: number }, SourceCursorRow>(
  `SELECT * FROM source_cursors WHERE source = @source AND substr(name, 1, @length) = @prefix
   ORDER BY id LIMIT ${CURSORS_LISTED_MAX}`,
)
const FORGET = statement<Named>('DELETE FROM source_cursors WHERE source = @source AND name = @name')
const WRITE = statement<Named & { position: number | null; now: Instant }>(
  ({ greatest }) => `INSERT INTO source_cursors AS old (source, name, position, checked_at)
   VALUES (@source, @name, @position, @now)
   ON CONFLICT (source, name) DO UPDATE SET
     position = coalesce(${greatest}(old.position, excluded.position), old.position, excluded.position),
     checked_at = ${greatest}(old.checked_at, excluded.checked_at), failure = NULL, failing_since = NULL`,
)
const FAIL = statement<Named & { failure: string; now: Instant }>(
  ({ greatest }) => `INSERT INTO source_cursors AS old (source, name, checked_at, failure, failing_since)
   VALUES (@source, @name, @now, @failure, @now)
   ON CONFLICT (source, name) DO UPDATE SET checked_at = ${greatest}(old.checked_at, excluded.checked_at),
     failure = excluded.failure, failing_since = coalesce(old.failing_since, excluded.failing_since)`,
)
const LOCK = statement<{ source: string; holder: NodeId; now: Instant; until: Instant }>(
  `INSERT INTO source_locks AS old (source, holder, held_until) VALUES (@source, @holder, @until)
   ON CONFLICT (source) DO UPDATE SET holder = excluded.holder, held_until = excluded.held_until
   WHERE old.holder = excluded.holder OR old.held_until <= @now
     OR @until > @now AND old.held_until > @until + ${SOURCE_LOCKS_APART_MS_MAX}`,
)

function cutFailure(failure: string): string {
  return failure.slice(0, CURSOR_FAILURE_MAX).toWellFormed()
}
