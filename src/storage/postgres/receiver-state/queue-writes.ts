import type { DeliveryId, EventId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { NewDelivery } from '../../changes/queue-changes.ts'
import type { Promoted, Superseded } from '../../changes/queue-rows.ts'
import type { Transaction } from '../connection/database.ts'
import { setStatement } from '../connection/set-statement.ts'
import { statement } from '../connection/statement.ts'

/** Columns of a superseded delivery that stay. */
export const SUPERSEDED_COLUMNS =
  'id, event_id, event_at, webhook_id, subject, attempts_made, attempts_uncounted, begun_at, created_at, last_failure, fallback_of, fallback_depth, operation_id, epoch, urgency'

/** Supersedes deliveries that are not being sent: those may arrive, and end by themselves. */
export const SUPERSEDE = setStatement<Superseded>({ id: 'bigint', reason: 'text', at: 'bigint' })(`
WITH gone AS (
  DELETE FROM deliveries USING GIVEN
  WHERE deliveries.id = given.id AND deliveries.state IN ('waiting', 'pending')
  RETURNING deliveries.*, given.reason, given.at
)
INSERT INTO ended_deliveries (${SUPERSEDED_COLUMNS}, state, finished_at, last_reason)
SELECT ${SUPERSEDED_COLUMNS}, 'superseded', at, coalesce(last_reason || '; ', '') || reason FROM gone`)

const TAKE_IDS = statement<[count: number], { id: DeliveryId }>(
  "SELECT nextval('delivery_ids') AS id FROM generate_series(1, $1::integer)",
)

/** A delivery that something newer replaced in the transaction that made it. */
export interface EndedAtOnce extends Pick<Superseded, 'id' | 'reason'>, NewDelivery {
  readonly eventId: EventId
  readonly endedAt: Instant
}

/** Inserts deliveries that something newer replaced in the same transaction. */
export const INSERT_SUPERSEDED = setStatement<EndedAtOnce>({
  id: 'bigint',
  eventId: 'bigint',
  at: 'bigint',
  webhook_id: 'bigint',
  subject: 'text',
  urgency: 'smallint',
  attemptsUncounted: 'integer',
  begunAt: 'bigint',
  fallbackDepth: 'integer',
  endedAt: 'bigint',
  reason: 'text',
})(`
INSERT INTO ended_deliveries (id, event_id, event_at, webhook_id, subject, urgency, attempts_uncounted, begun_at, fallback_depth,
  finished_at, last_reason, created_at, state, attempts_made, epoch)
SELECT given.*, at, 'superseded', 0, nullif(current_setting('tocsin.epoch', true), '') FROM GIVEN`)

/** Reserves delivery ids, lower than those of later statements. */
export async function takeDeliveryIds(
  transaction: Transaction,
  count: number,
): Promise<readonly DeliveryId[]> {
  if (count === 0) return []
  return (await transaction.query(TAKE_IDS, [count])).rows.map(({ id }) => id)
}

/** Run it after the statement that removed what these waited for. */
export const PROMOTE = setStatement<Promoted>({
  id: 'bigint',
  dueAt: 'bigint',
  urgency: 'smallint',
  attemptsUncounted: 'integer',
  begunAt: 'bigint',
  fallbackAt: 'bigint',
})(`
UPDATE deliveries SET state = 'pending', due_at = CASE WHEN webhooks.enabled THEN given."dueAt" END, queue_urgency = given.urgency,
  attempts_uncounted = given."attemptsUncounted", begun_at = given."begunAt", fallback_at = given."fallbackAt"
FROM GIVEN, webhooks
WHERE deliveries.id = given.id AND webhooks.id = deliveries.webhook_id AND deliveries.state = 'waiting'`)
