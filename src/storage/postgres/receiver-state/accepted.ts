import type { AlertQueue } from '../../changes/queue-rows.ts'
import type { Instant } from '../../../domain/instant.ts'
import { alertOfSubject } from '../../rows/delivery-row.ts'
import { setStatement } from '../connection/set-statement.ts'
import { QUEUE } from '../queue/alert-queue.ts'
import { BEHIND_GIVEN } from './attempts.ts'
import { SUPERSEDED_COLUMNS } from './queue-writes.ts'

/**
 * Returns the parts of a WITH that resolve accepted deliveries in the statement that removes them from their
 * alert queues: `gone`, with the accepted `attempt_state` and `attempt_episode`, and `reminder_times`. For the
 * usual case, in which the receiver accepted the desired state and nothing is left to send, they repeat
 * `planAttempt` (domain/planning/plan-attempt.ts), as a property test checks. `settled` has the ids of these
 * deliveries. A row changed meanwhile is compared as it is now.
 */
export function resolveAcceptedSql(gone: string): string {
  const isTheSame = `receiver_states.alert_id = ${alertOfSubject(`${gone}.subject`)} AND receiver_states.webhook_id = ${gone}.webhook_id
        AND receiver_states.desired_state = ${gone}.attempt_state`
  return `learnt AS (
      UPDATE receiver_states SET sent_state = desired_state, sent_episode_number = desired_episode_number, uncertain = 0, resync = 0, out_of_sync_since = NULL, held_by = NULL, restate = 0,
        next_due = CASE WHEN restate = 1 AND next_due IS NOT NULL THEN next_due
          ELSE coalesce((${gone}.reminder_times::bigint[])[least(reminders + 1, cardinality(${gone}.reminder_times::bigint[]))], next_due) END
      FROM ${gone}
      WHERE ${gone}.attempt_state <> 'cleared' AND ${isTheSame} AND receiver_states.desired_episode_number = ${gone}.attempt_episode
        AND (receiver_states.restate = 0 OR receiver_states.event_id = ${gone}.event_id)
      RETURNING ${gone}.id
    ), forgotten AS (
      DELETE FROM receiver_states USING ${gone} WHERE ${gone}.attempt_state = 'cleared' AND ${isTheSame}
      RETURNING ${gone}.id
    ), settled AS (
      SELECT id FROM learnt UNION ALL SELECT id FROM forgotten
    )`
}

/** Ends waiting deliveries whose heads an earlier statement resolved: nothing is left to send. */
export const END_SUCCESSORS = setStatement<AlertQueue, [at: Instant, reason: string]>(QUEUE)(`
WITH gone AS (
  DELETE FROM deliveries WHERE id = ANY (ARRAY(SELECT behind.id FROM GIVEN ${BEHIND_GIVEN})) AND state = 'waiting'
  RETURNING *
)
INSERT INTO ended_deliveries (${SUPERSEDED_COLUMNS}, state, finished_at, last_reason)
SELECT ${SUPERSEDED_COLUMNS}, 'superseded', $1::bigint, coalesce(last_reason || '; ', '') || $2::text FROM gone`)
