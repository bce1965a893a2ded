import { ALERT_SUBJECT, type Event } from '../../domain/alert/event.ts'
import type { Claim, Delivery, DeliveryState, UnreadableClaim } from '../../domain/delivery/delivery.ts'
import { whyUnreadable } from '../../domain/delivery/delivery.ts'
import type { Former } from '../../domain/delivery/successor.ts'
import type { Urgency } from '../../domain/delivery/urgency.ts'
import { type Breaker, isProbed } from '../../domain/flow/breaker.ts'
import type { DeliveryId, EventId, OperationId, WebhookId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import type { WaitingDelivery } from '../../domain/planning/plan-attempt.ts'
import { silenceHolding } from '../../domain/planning/plan-hold.ts'
import { sentStates } from '../../domain/receiver-state/sent-states.ts'
import { charactersMaxFor } from '../../domain/routing/matching.ts'
import type { WebhookList } from '../../domain/routing/routed-webhook.ts'
import type { FailureKind } from '../../domain/receiver/outcome.ts'
import type { Silences } from '../../domain/silence/silences.ts'
import type { Webhook } from '../../domain/webhook/webhook.ts'
import { type RowOf, text, whole } from './columns.ts'

/** Rows of every release are read in this order. */
export const DELIVERY_COLUMNS = {
  id: whole<DeliveryId>(),
  event_id: whole<EventId>(),
  webhook_id: whole<WebhookId>(),
  subject: text(),
  state: text<DeliveryState>(),
  attempts_made: whole(),
  attempts_uncounted: whole(),
  due_at: whole<Instant | null>(),
  begun_at: whole<Instant | null>(),
  lease_until: whole<Instant | null>(),
  created_at: whole<Instant>(),
  finished_at: whole<Instant | null>(),
  last_reason: text<string | null>(),
  last_failure: text<FailureKind | null>(),
  urgency: whole<Urgency>(),
  /** The urgency of the head of its alert queue; meaningless unless it is the head. */
  queue_urgency: whole<Urgency>(),
  fallback_of: whole<DeliveryId | null>(),
  /** The number of fallbacks that led to it. */
  fallback_depth: whole(),
  /** When to notify the fallback, if it has not arrived by then; null: never, or done. */
  fallback_at: whole<Instant | null>(),
  epoch: text<string | null>(),
  operation_id: whole<OperationId | null>(),
}

export type DeliveryRow = RowOf<typeof DELIVERY_COLUMNS>

/** The part of a delivery that its successor takes over. */
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

export type ClaimRow = Pick<
  DeliveryRow,
  'attempts_made' | 'attempts_uncounted' | 'lease_until' | 'created_at' | 'begun_at' | 'epoch'
> & { readonly leased_by?: string | null }

type SentFrom = Parameters<typeof sentStates>[2]['receiverState']

interface ClaimGiven {
  readonly webhook: Webhook
  readonly event: Event | undefined
  /** The event can be read and is not what was taken in. */
  readonly isAltered: boolean
  readonly receiverState: SentFrom
  readonly webhooks: WebhookList<Webhook>
  /** At the claim. */
  readonly breaker: Breaker
  readonly silences: Silences
  readonly now: Instant
}

/** The event is absent if it cannot be read. */
export function toClaim(
  deliveryId: DeliveryId,
  row: ClaimRow,
  { webhook, webhooks, event, isAltered, receiverState, breaker, silences, now }: ClaimGiven,
): Claim | UnreadableClaim {
  const leased = { deliveryId, attempt: row.attempts_made, leasedBy: row.leased_by ?? null }
  if (!event || webhook.damage !== undefined) {
    return { ...leased, webhookId: webhook.id, reason: whyUnreadable(webhook, isAltered) }
  }
  const charactersMax = charactersMaxFor(webhook, webhooks)
  const sent = sentStates(event, webhook, { receiverState, charactersMax })
  return {
    ...leased,
    scheduleAttempt: row.attempts_made - row.attempts_uncounted,
    leaseUntil: row.lease_until ?? 0,
    epoch: row.epoch,
    createdAt: row.created_at,
    begunAt: row.begun_at ?? row.created_at,
    event,
    webhook,
    sentStates: sent,
    heldBy: silenceHolding(silences, event, { webhookId: webhook.id, sentStates: sent, now }),
    acceptedAt: breaker.acceptedAt,
    rejections: breaker.rejections,
    isProbe: isProbed(breaker),
  }
}

/** Returns SQL of both engines that tells whether the subject in this column is an alert. */
export function isAlertSubject(column: string): string {
  return `${column} LIKE '${ALERT_SUBJECT}%'`
}

/** Returns SQL for the id of that alert; null: no alert. */
export function alertOfSubject(column: string): string {
  return `CASE WHEN ${isAlertSubject(column)} THEN CAST(substr(${column}, ${ALERT_SUBJECT.length + 1}) AS BIGINT) END`
}
