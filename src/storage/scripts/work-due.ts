import type { Instant } from '../../domain/instant.ts'
import { RESYNC_NUMBER } from '../rows/receiver-state-row.ts'
import { one, type Scripts } from '../transactions/transaction-script.ts'
import { statement } from '../transactions/statement.ts'
import { IS_ANNOUNCEMENT_DUE } from './announcements.ts'
import { IS_RELEASE_DUE } from './silences.ts'
import { IS_WINDOW_DUE } from './windows.ts'

/** Finds out whether maintenance has anything to do; an idle node asks for this alone. */
export function workDueScripts(): Scripts<'isMaintenanceDue'> {
  return {
    *isMaintenanceDue(now) {
      return (yield* one(FIND_DUE, { now })) !== undefined
    },
  }
}

/** Each part goes to the first entry of its own index. */
const FIND_DUE = statement<{ now: Instant }, { due: number }>(
  ({ isUnfinished }) => `SELECT 1 AS due WHERE
     EXISTS (SELECT 1 FROM deliveries WHERE state = 'sending' AND lease_until < @now)
     OR EXISTS (SELECT 1 FROM deliveries AS line WHERE fallback_at IS NOT NULL AND ${isUnfinished} AND fallback_at <= @now)
     OR EXISTS (SELECT 1 FROM alerts WHERE expires_at IS NOT NULL AND state <> 'cleared' AND expires_at < @now)
     OR EXISTS (SELECT 1 FROM alerts WHERE ends_at IS NOT NULL AND state <> 'cleared' AND ends_at < @now)
     OR EXISTS (SELECT 1 FROM receiver_states WHERE resync = ${RESYNC_NUMBER.due} AND resync > 0)
     OR ${IS_RELEASE_DUE}
     OR ${IS_WINDOW_DUE}
     OR ${IS_ANNOUNCEMENT_DUE}
     OR EXISTS (SELECT 1 FROM operations WHERE state = 'running')
     OR EXISTS (SELECT 1 FROM unfinished_webhook_changes WHERE webhook_id > 0)`,
)
