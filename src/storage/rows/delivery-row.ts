import type { Delivery, DeliveryState } from '../../domain/delivery/delivery.ts'
import type { DeliveryId, EventId, OperationId, WebhookId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import type { WaitingDelivery } from '../../domain/planning/plan-attempt.ts'
import type { Former } from '../../domain/delivery/successor.ts'
import type { Urgency } from '../../domain/delivery/urgency.ts'
import type { FailureKind } from '../../domain/receiver/outcome.ts'

export interface DeliveryRow {
  id: DeliveryId
  event_id: EventId
  webhook_id: WebhookId
  subject: string
  state: DeliveryState
  attempts_made: number
  attempts_uncounted: number
  due_at: Instant | null
  begun_at: Instant | null
  lease_until: Instant | null
  created_at: Instant
  finished_at: Instant | null
  last_reason: string | null
  last_failure: FailureKind | null
  urgency: Urgency
  /** The urgency of the head of its alert queue; meaningless for a delivery that waits or has ended. */
  queue_urgency: Urgency
  fallback_of: DeliveryId | null
  /** The number of fallbacks that led to it; 0: it is not a fallback delivery. */
  fallback_depth: number
  operation_id: OperationId | null
  /** When the fallback is notified, if it has not arrived by then; null: it is not, or has been. */
  fallback_at: Instant | null
  epoch: string | null
}

/** Returns the part that a successor takes over. */
type FormerRow = Pick<
  DeliveryRow,
  | 'attempts_made'
  | 'attempts_uncounted'
  | 'begun_at'
  | 'due_at'
  | 'queue_urgency'
  | 'fallback_at'
  | 'last_failure'
>

export function toFormer(row: FormerRow): Former {
  return {
    attemptsMade: row.attempts_made,
    attemptsUncounted: row.attempts_uncounted,
    begunAt: row.begun_at,
    dueAt: row.due_at,
    queueUrgency: row.queue_urgency,
    fallbackAt: row.fallback_at,
    isRejected: row.last_failure === 'rejected',
  }
}

/** Returns a delivery that waits for one that was sent. */
export function toWaiting(
  row: FormerRow & Pick<DeliveryRow, 'id' | 'event_id' | 'urgency'>,
): WaitingDelivery {
  return { id: row.id, eventId: row.event_id, urgency: row.urgency, own: toFormer(row) }
}

export function toDelivery(row: DeliveryRow): Delivery {
  return {
    id: row.id,
    eventId: row.event_id,
    webhookId: row.webhook_id,
    subject: row.subject,
    state: row.state,
    attemptsMade: row.attempts_made,
    dueAt: row.state === 'pending' ? row.due_at : null,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
    lastReason: row.last_reason,
    lastFailure: row.last_failure,
    urgency: row.urgency,
    isFallback: row.fallback_depth > 0,
    fallbackOf: row.fallback_of,
    operationId: row.operation_id,
  }
}
