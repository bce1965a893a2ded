import type { Instant } from '../../../domain/instant.ts'
import { one, type Scripts } from '../../transactions/transaction-script.ts'
import { statement } from '../../transactions/statement.ts'

/** Counts events that no webhook took. */
export function notifiedNobodyScripts(): Scripts<'countNotifiedNobody'> {
  return {
    *countNotifiedNobody(count) {
      return (yield* one(COUNT, count))?.count ?? 0
    },
  }
}

const COUNT = statement<{ since: Instant; limit: number }, { count: number }>(
  `SELECT count(*) AS count FROM (
     SELECT 1 FROM events WHERE notified_nobody = 1 AND accepted_at >= @since ORDER BY accepted_at LIMIT @limit
   ) AS counted`,
)
