import { CLEAR_MARK_KEPT_MS, CLEAR_MARKS_MAX } from '../../domain/alert/clear-marks.ts'
import type { Instant } from '../../domain/instant.ts'
import { changeLast, one, tryLock, type Scripts } from './transaction-script.ts'
import { statement } from './statement.ts'

/** Removes remembered clears of unknown alerts; intake writes and reads them. */
export function clearMarkScripts(): Scripts<'pruneClearMarks'> {
  return {
    *pruneClearMarks({ now, limit, keptMax = CLEAR_MARKS_MAX }) {
      if (!(yield* tryLock('pruneClearMarks'))) return 0
      const firstTooMany = yield* one(FIRST_TOO_MANY, { keptMax })
      const before = Math.max(now - CLEAR_MARK_KEPT_MS, (firstTooMany?.made_at ?? -1) + 1)
      return yield* changeLast(PRUNE, { before, limit })
    },
  }
}

const FIRST_TOO_MANY = statement<{ keptMax: number }, { made_at: Instant }>(
  'SELECT made_at FROM clear_marks ORDER BY made_at DESC LIMIT 1 OFFSET @keptMax',
)
const PRUNE = statement<{ before: Instant; limit: number }>(
  `DELETE FROM clear_marks WHERE (source, key, variant) IN (SELECT source, key, variant FROM clear_marks
   WHERE made_at < @before ORDER BY made_at LIMIT @limit)`,
)
