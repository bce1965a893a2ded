import { EARLY_CLEAR_KEPT_MS, EARLY_CLEARS_MAX } from '../../domain/alert/alert.ts'
import type { Instant } from '../../domain/instant.ts'
import { RESYNC_NUMBER } from '../rows/receiver-state-row.ts'
import {
  change,
  changeLast,
  one,
  type Scripts,
  statement,
  together,
  type TransactionScript,
  tryLock,
} from '../transactions/transaction-script.ts'
import { PRUNE_ACTIVITY } from './activity.ts'
import { NEXT_ANNOUNCEMENT_AT } from './announcements.ts'
import { PRUNE_OPERATIONS } from './operations.ts'
import { IS_SILENCE_DUE, NEXT_SILENCE_AT, PRUNE_SILENCES } from './silences.ts'
import { PRUNE_SOURCE_CURSORS } from './source-cursors.ts'
import { PRUNE_REVISIONS } from './webhook-rows.ts'
import { NEXT_WINDOW_AT } from './windows.ts'

/** Finds when housekeeping has something to do; an idle node calls only this. */
export function workDueScripts(): Scripts<'nextHousekeepingAt'> {
  return {
    *nextHousekeepingAt(now) {
      return (yield* one(FIND_NEXT, { now }))?.at ?? null
    },
  }
}

/** Each part reads the first entry of its own index. */
const FIND_NEXT = statement<{ now: Instant }, { at: Instant | null }>(
  ({ isUnfinished }) => `SELECT MIN(at) AS at FROM (
     SELECT MIN(lease_until) + 1 AS at FROM deliveries WHERE state = 'sending'
     UNION ALL SELECT MIN(fallback_at) FROM deliveries AS delivery WHERE fallback_at IS NOT NULL AND ${isUnfinished}
     UNION ALL SELECT MIN(expires_at) + 1 FROM alerts WHERE expires_at IS NOT NULL AND state <> 'cleared'
     UNION ALL SELECT MIN(ends_at) + 1 FROM alerts WHERE ends_at IS NOT NULL AND state <> 'cleared'
     UNION ALL ${NEXT_SILENCE_AT}
     UNION ALL ${NEXT_WINDOW_AT}
     UNION ALL ${NEXT_ANNOUNCEMENT_AT}
     UNION ALL SELECT @now WHERE ${IS_SILENCE_DUE}
       OR EXISTS (SELECT 1 FROM receiver_states WHERE resync = ${RESYNC_NUMBER.due} AND resync > 0)
       OR EXISTS (SELECT 1 FROM operations WHERE state = 'running')
       OR EXISTS (SELECT 1 FROM unfinished_webhook_changes WHERE webhook_id > 0)
   ) AS parts`,
)

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

/** Removes remembered clears of unknown alerts. */
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
