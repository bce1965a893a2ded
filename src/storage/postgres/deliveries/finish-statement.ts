import type { FinishedRow } from '../../changes/delivery-rows.ts'
import type { AlertState } from '../../../domain/alert/alert.ts'
import type { WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { PackedAttempt } from '../../rows/attempt-row.ts'
import { BREAKER_NAMES, type FlowRow } from '../../rows/flow-row.ts'
import { setStatement } from '../connection/set-statement.ts'
import { resolveAcceptedSql } from '../receiver-state/accepted.ts'
import { IS_HELD, LEASE_HELD } from '../receiver-state/attempts.ts'

const ATTEMPT = {
  ...LEASE_HELD,
  state: 'text',
  dueAt: 'bigint',
  reason: 'text',
  startedAt: 'bigint',
  outcome: 'text',
  request: 'text',
  response: 'text',
  timing: 'text',
  failure: 'text',
} as const

const FINISHED =
  'id, attempts_made, event_id, event_at, webhook_id, subject, fallback_depth, urgency, queue_urgency'

/** An attempt with the state that was sent. */
export interface SentAttempt extends PackedAttempt {
  readonly attempt_state: AlertState | undefined
  readonly attempt_episode: number | undefined
  /** An array as text, by the number of reminders before. */
  readonly reminder_times: string | undefined
}

/**
 * Writes only deliveries still `sending` this attempt, locked in the order of ids, against deadlocks. From
 * here on their alert queues are locked (alert-queue.ts).
 */
const finishSql = (isAccepted: boolean) => `
WITH given AS MATERIALIZED (
  SELECT * FROM GIVEN
), held AS MATERIALIZED (
  SELECT locked.id, given.state, given."dueAt" AS due_at, given.reason, given.failure${isAccepted ? ', given.attempt_state, given.attempt_episode, given.reminder_times' : ''}
  FROM given CROSS JOIN LATERAL (
    SELECT id FROM deliveries
    WHERE ${IS_HELD}
    FOR UPDATE
  ) AS locked
), gone AS (
  DELETE FROM deliveries USING held WHERE deliveries.id = held.id AND held.state <> 'pending'
  RETURNING deliveries.*, held.state AS new_state, held.reason AS new_reason, held.failure AS new_failure${isAccepted ? ', held.attempt_state, held.attempt_episode, held.reminder_times' : ''}
), kept AS (
  UPDATE deliveries SET state = 'pending', lease_until = NULL, last_reason = held.reason, last_failure = held.failure,
    due_at = CASE WHEN webhooks.enabled THEN held.due_at END
  FROM held, webhooks
  WHERE deliveries.id = held.id AND held.state = 'pending' AND webhooks.id = deliveries.webhook_id
  RETURNING deliveries.*
), ended AS (
  INSERT INTO ended_deliveries (id, event_id, event_at, webhook_id, subject, state, attempts_made, attempts_uncounted,
    begun_at, created_at, finished_at, last_reason, last_failure, fallback_of, fallback_depth, operation_id, epoch, urgency)
  SELECT id, event_id, event_at, webhook_id, subject, new_state, attempts_made, attempts_uncounted, begun_at, created_at,
    $1::bigint, new_reason, new_failure, fallback_of, fallback_depth, operation_id, epoch, urgency
  FROM gone
), finished AS (
  SELECT ${FINISHED} FROM gone UNION ALL SELECT ${FINISHED} FROM kept
), written AS (
  INSERT INTO attempts (event_at, delivery_id, number, started_at, outcome, reason, failure, request, response, timing)
  SELECT finished.event_at, finished.id, given.attempt, given."startedAt", given.outcome, given.reason, given.failure,
    given.request, given.response, given.timing
  FROM finished JOIN given ON given."deliveryId" = finished.id AND given.attempt = finished.attempts_made
)${isAccepted ? `, ${resolveAcceptedSql('gone')}` : ''}
SELECT finished.*, ${isAccepted ? 'finished.id IN (SELECT id FROM settled)' : 'false'} AS is_resolved, flow.webhook_id AS flow_of,
  ${BREAKER_NAMES.map((name) => `flow.${name}`).join(', ')}
FROM finished LEFT JOIN webhook_flow AS flow ON flow.webhook_id = finished.webhook_id`

export const FINISH = setStatement<PackedAttempt, [now: Instant], FinishedFlowRow>(ATTEMPT)(finishSql(false))

/**
 * Finishes attempts and updates receiver states of accepted ones that need no rule
 * (receiver-state/accepted.ts).
 */
export const FINISH_ACCEPTED = setStatement<SentAttempt, [now: Instant], FinishedFlowRow>({
  ...ATTEMPT,
  attempt_state: 'text',
  attempt_episode: 'integer',
  reminder_times: 'text',
})(finishSql(true))

/** A finished row as read, with the flow of its webhook. */
export type FinishedFlowRow = FinishedRow & FlowRow & { readonly flow_of: WebhookId | null }
