import type { FinishedRow } from '../../changes/delivery-rows.ts'
import type { AlertState } from '../../../domain/alert/alert.ts'
import type { DeliveryState } from '../../../domain/delivery/delivery.ts'
import type { DeliveryId, WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import { BREAKER_NAMES, type FlowRow } from '../../rows/flow-row.ts'
import { statement } from '../connection/statement.ts'
import { resolveAcceptedSql } from '../receiver-state/accepted.ts'

export type GivenAttempts = [
  deliveryIds: readonly DeliveryId[],
  numbers: readonly number[],
  states: readonly DeliveryState[],
  dueAts: readonly (Instant | null)[],
  reasons: readonly string[],
  startedAts: readonly Instant[],
  outcomes: readonly string[],
  requests: readonly (string | null)[],
  responses: readonly (string | null)[],
  timings: readonly string[],
  leasedBy: readonly (string | null)[],
  failures: readonly (string | null)[],
]

const FINISHED =
  'id, attempts_made, event_id, event_at, webhook_id, subject, fallback_depth, urgency, queue_urgency'

type GivenStates = [states: readonly (AlertState | null)[], raises: readonly (number | null)[]]

/**
 * Writes only deliveries still `sending` this attempt, locked in the order of ids, against deadlocks. From
 * here on their alert queues are locked (alert-queue.ts). The comparison of the state fits no index, so that
 * each is found by its id.
 */
const finishSql = (isAccepted: boolean) => `
WITH given AS MATERIALIZED (
  SELECT * FROM unnest($1::bigint[], $2::integer[], $3::text[], $4::bigint[], $5::text[], $6::bigint[], $7::text[], $8::text[],
    $9::text[], $10::text[], $11::text[], $12::text[]${isAccepted ? ', $14::text[], $15::integer[]' : ''})
    AS given (id, number, state, due_at, reason, started_at, outcome, request, response, timing, leased_by, failure${isAccepted ? ', attempt_state, attempt_episode' : ''})
), held AS MATERIALIZED (
  SELECT locked.id, given.state, given.due_at, given.reason, given.failure${isAccepted ? ', given.attempt_state, given.attempt_episode' : ''}
  FROM given CROSS JOIN LATERAL (
    SELECT id FROM deliveries
    WHERE id = given.id AND attempts_made = given.number AND state || '' = 'sending'
      AND leased_by IS NOT DISTINCT FROM given.leased_by
    FOR UPDATE
  ) AS locked
), gone AS (
  DELETE FROM deliveries USING held WHERE deliveries.id = held.id AND held.state <> 'pending'
  RETURNING deliveries.*, held.state AS new_state, held.reason AS new_reason, held.failure AS new_failure${isAccepted ? ', held.attempt_state, held.attempt_episode' : ''}
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
    $13::bigint, new_reason, new_failure, fallback_of, fallback_depth, operation_id, epoch, urgency
  FROM gone
), finished AS (
  SELECT ${FINISHED} FROM gone UNION ALL SELECT ${FINISHED} FROM kept
), written AS (
  INSERT INTO attempts (event_at, delivery_id, number, started_at, outcome, reason, failure, request, response, timing)
  SELECT finished.event_at, given.id, given.number, given.started_at, given.outcome, given.reason, given.failure,
    given.request, given.response, given.timing
  FROM finished JOIN given ON given.id = finished.id AND given.number = finished.attempts_made
)${isAccepted ? `, ${resolveAcceptedSql('gone')}` : ''}
SELECT finished.*, ${isAccepted ? 'finished.id IN (SELECT id FROM settled)' : 'false'} AS is_resolved, flow.webhook_id AS flow_of,
  ${BREAKER_NAMES.map((name) => `flow.${name}`).join(', ')}
FROM finished LEFT JOIN webhook_flow AS flow ON flow.webhook_id = finished.webhook_id`

export const FINISH = statement<[...GivenAttempts, now: Instant], FinishedFlowRow>(finishSql(false))

/**
 * Finishes attempts and updates receiver states of accepted ones that need no rule
 * (receiver-state/accepted.ts).
 */
export const FINISH_ACCEPTED = statement<[...GivenAttempts, now: Instant, ...GivenStates], FinishedFlowRow>(
  finishSql(true),
)

/** A finished row as read, with the flow of its webhook. */
export type FinishedFlowRow = FinishedRow & FlowRow & { readonly flow_of: WebhookId | null }
