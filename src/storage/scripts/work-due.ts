import type { Instant } from '../../domain/instant.ts'
import { RESYNC_NUMBER } from '../rows/receiver-state-row.ts'
import { one, type Scripts } from '../transactions/transaction-script.ts'
import { statement } from '../transactions/statement.ts'
import { NEXT_ANNOUNCEMENT_AT } from './announcements.ts'
import { IS_SILENCE_DUE, NEXT_SILENCE_AT } from './silences.ts'
import { NEXT_WINDOW_AT } from './windows.ts'

/** Finds out when housekeeping has something to do; an idle node asks for this alone. */
export function workDueScripts(): Scripts<'nextHousekeepingAt'> {
  return {
    *nextHousekeepingAt(now) {
      return (yield* one(FIND_NEXT, { now }))?.at ?? null
    },
  }
}

/** Each part goes to the first entry of its own index. */
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
