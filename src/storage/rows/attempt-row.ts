import type { Attempt, FinishedAttempt, LeaseHeld, NextStep } from '../../domain/delivery/delivery.ts'
import type { TriedAgain } from '../../domain/delivery/successor.ts'
import type { DeliveryId, WebhookId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import type { SentNotification } from '../../domain/receiver-state/after-attempt.ts'
import type { FailureKind, HealthSignal } from '../../domain/receiver/outcome.ts'
import { attemptData, type HistorySeals } from '../encryption/history-seals.ts'
import { readStored, type RowOf, text, whole } from './columns.ts'

export const ATTEMPT_COLUMNS = {
  delivery_id: whole<DeliveryId>(),
  number: whole(),
  started_at: whole<Instant>(),
  outcome: text<Attempt['outcome']>(),
  reason: text(),
  failure: text<Attempt['failure']>(),
  request: text<string | null>(),
  response: text<string | null>(),
  timing: text<string | null>(),
}

export type AttemptRow = RowOf<typeof ATTEMPT_COLUMNS>

export function toAttempt(row: AttemptRow, seals: Pick<HistorySeals, 'open'>): Attempt {
  const request = seals.open(row.request, attemptData('request', row.delivery_id, row.number))
  const response = seals.open(row.response, attemptData('response', row.delivery_id, row.number))
  return {
    number: row.number,
    startedAt: row.started_at,
    outcome: row.outcome,
    reason: row.reason,
    failure: row.failure,
    request: request === null ? null : readStored(request, null),
    response: response === null ? null : readStored(response, null),
    timing: row.timing === null ? null : readStored(row.timing, null),
  }
}

/** A finished attempt as stored; its texts are made before the transaction begins. */
export interface PackedAttempt extends LeaseHeld {
  readonly webhookId: WebhookId
  readonly state: NextStep['state']
  /** Null: the delivery has ended. */
  readonly dueAt: Instant | null
  /** The delivery is retried though its schedule is used up. */
  readonly isScheduleOver: boolean
  readonly startedAt: Instant
  readonly outcome: string
  readonly reason: string
  readonly failure: FailureKind | null
  readonly request: string | null
  readonly response: string | null
  readonly timing: string
  readonly disableWebhookReason: string | undefined
  readonly receiver: HealthSignal
  readonly sentNotification: SentNotification | undefined
}

export function packAttempt(finished: FinishedAttempt): PackedAttempt {
  const { deliveryId, webhookId, attempt, leasedBy, next, startedAt, outcome, reason, failure } = finished
  const { request, response, timing } = finished
  return {
    deliveryId,
    webhookId,
    attempt,
    leasedBy,
    state: next.state,
    dueAt: next.state === 'pending' ? next.dueAt : null,
    isScheduleOver: next.state === 'pending' && next.isScheduleOver === true,
    startedAt,
    outcome,
    reason,
    failure,
    request: request && JSON.stringify(request),
    response: response && JSON.stringify(response),
    timing: JSON.stringify(timing),
    disableWebhookReason: finished.disableWebhookReason,
    receiver: finished.receiver,
    sentNotification: finished.sentNotification,
  }
}

export function againOf({ dueAt, isScheduleOver, failure }: PackedAttempt): TriedAgain {
  return { dueAt, isScheduleOver, isRejected: failure === 'rejected' }
}
