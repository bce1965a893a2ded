/** Columns of both unfinished and ended deliveries, in this order. */
const COMMON =
  'id, event_id, webhook_id, subject, state, attempts_made, attempts_uncounted, begun_at, created_at, last_reason, fallback_of, fallback_depth, operation_id, epoch, urgency, last_failure, event_at'

/** Columns of a `DeliveryRow` with `event_at`; null where a table lacks one. */
export const HOT_COLUMNS = `${COMMON}, queue_urgency, fallback_at, due_at, lease_until, NULL::bigint AS finished_at`
export const ENDED_COLUMNS = `${COMMON}, urgency AS queue_urgency, NULL::bigint AS fallback_at, NULL::bigint AS due_at, NULL::bigint AS lease_until, finished_at`
