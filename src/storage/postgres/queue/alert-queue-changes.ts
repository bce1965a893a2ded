import type { Instant } from '../../../domain/instant.ts'
import type { EndedDelivery, EndedRow, Joined, NewDelivery, Superseded } from '../../changes/queue-rows.ts'
import type { Transaction } from '../connection/database.ts'
import { RacedError } from '../../transactions/transaction-script.ts'
import { setStatement } from '../connection/set-statement.ts'

export const INSERT = setStatement<NewDelivery & Joined, [now: Instant]>({
  event_id: 'bigint',
  event_at: 'bigint',
  webhook_id: 'bigint',
  subject: 'text',
  state: 'text',
  fallbackOf: 'bigint',
  fallbackDepth: 'integer',
  operationId: 'bigint',
  urgency: 'smallint',
  queueUrgency: 'smallint',
  fallbackAt: 'bigint',
})(`
INSERT INTO deliveries (event_id, event_at, webhook_id, subject, state, due_at, created_at, fallback_of, fallback_depth, operation_id,
  urgency, queue_urgency, fallback_at)
SELECT given.event_id, given.event_at, given.webhook_id, given.subject, given.state,
  CASE WHEN given.state = 'pending' AND webhooks.enabled THEN $1::bigint END, $1::bigint,
  given."fallbackOf", coalesce(given."fallbackDepth", 0), given."operationId", given.urgency, given."queueUrgency", given."fallbackAt"
FROM GIVEN JOIN webhooks ON webhooks.id = given.webhook_id`)

/** The columns that both tables share, without the state, the times and the counts, in their order. */
const SAME =
  'id, event_id, event_at, webhook_id, subject, begun_at, created_at, last_reason, last_failure, fallback_of, fallback_depth, operation_id, epoch, urgency'

/** Moves a delivery back; its attempts stay where they are. */
export const RESTART = setStatement<EndedDelivery & Joined, [now: Instant]>({
  id: 'bigint',
  event_at: 'bigint',
  state: 'text',
  queueUrgency: 'smallint',
})(`
WITH back AS (
  DELETE FROM ended_deliveries AS ended USING GIVEN
  WHERE ended.id = given.id AND ended.event_at = given.event_at
  RETURNING ended.*, given.state AS new_state, given."queueUrgency" AS queue_urgency
)
INSERT INTO deliveries (${SAME}, queue_urgency, state, attempts_made, attempts_uncounted, due_at)
SELECT ${SAME.split(', ')
  .map((column) => `back.${column}`)
  .join(', ')}, back.queue_urgency, back.new_state, back.attempts_made, back.attempts_made,
  CASE WHEN back.new_state = 'pending' AND webhooks.enabled THEN $1::bigint END
FROM back JOIN webhooks ON webhooks.id = back.webhook_id`)

/** Ends deliveries that are not being sent: those may arrive, and end by themselves. */
export const END_DELIVERIES = setStatement<
  Pick<Superseded, 'id' | 'reason'>,
  [state: 'failed' | 'cancelled', now: Instant],
  EndedRow
>({ id: 'bigint', reason: 'text' })(`
WITH gone AS (
  DELETE FROM deliveries USING GIVEN
  WHERE deliveries.id = given.id AND deliveries.state IN ('waiting', 'pending')
  RETURNING deliveries.*, given.reason
), ended AS (
  INSERT INTO ended_deliveries (${SAME.replace('last_reason, ', '')}, attempts_made, attempts_uncounted, state, finished_at, last_reason)
  SELECT ${SAME.replace('last_reason, ', '')}, attempts_made, attempts_uncounted, $1, $2::bigint, reason FROM gone
)
SELECT id, state, webhook_id, subject, event_id, event_at, fallback_depth, urgency, queue_urgency FROM gone`)

export async function restartJoined(
  transaction: Transaction,
  deliveries: readonly (EndedDelivery & Joined)[],
  now: Instant,
): Promise<void> {
  const count = await RESTART.count(transaction, deliveries, now)
  if (count < deliveries.length) throw new RacedError('somebody else has restarted one of them')
}
