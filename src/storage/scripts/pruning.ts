import type { Instant } from '../../domain/instant.ts'
import { PRUNE_ACTIVITY } from './activity.ts'
import { PRUNE_OPERATIONS } from './operations.ts'
import {
  change,
  together,
  type TransactionScript,
  changeLast,
  one,
  tryLock,
  type Scripts,
} from '../transactions/transaction-script.ts'
import { PRUNE_SOURCE_CURSORS } from './source-cursors.ts'
import { PRUNE_SILENCES } from './silences.ts'
import { PRUNE_REVISIONS } from './webhook-revisions.ts'
import { EARLY_CLEAR_KEPT_MS, EARLY_CLEARS_MAX } from '../../domain/alert/alert.ts'
import { statement } from '../transactions/statement.ts'

/** Removes records that go with the history, at most `limit` of each kind. Returns how many rows went. */
export function* pruneRecords(prune: {
  readonly before: Instant
  readonly limit: number
}): TransactionScript<number> {
  const counts = yield* together([
    change(PRUNE_OPERATIONS, prune),
    change(PRUNE_ACTIVITY, prune),
    change(PRUNE_SOURCE_CURSORS, prune),
    change(PRUNE_REVISIONS, prune),
    change(PRUNE_SILENCES, prune),
  ])
  return counts.reduce((sum, count) => sum + count, 0)
}

/** Removes remembered clears of unknown alerts; intake writes and reads them. */
export function earlyClearScripts(): Scripts<'pruneEarlyClears'> {
  return {
    *pruneEarlyClears({ now, limit, keptMax = EARLY_CLEARS_MAX }) {
      if (!(yield* tryLock('pruneEarlyClears'))) return 0
      const firstTooMany = yield* one(FIRST_TOO_MANY, { keptMax })
      const before = Math.max(now - EARLY_CLEAR_KEPT_MS, (firstTooMany?.made_at ?? -1) + 1)
      return yield* changeLast(PRUNE, { before, limit })
    },
  }
}

const FIRST_TOO_MANY = statement<{ keptMax: number }, { made_at: Instant }>(
  'SELECT made_at FROM early_clears ORDER BY made_at DESC LIMIT 1 OFFSET @keptMax',
)
const PRUNE = statement<{ before: Instant; limit: number }>(
  `DELETE FROM early_clears WHERE (source, key, variant) IN (SELECT source, key, variant FROM early_clears
   WHERE made_at < @before ORDER BY made_at LIMIT @limit)`,
)
