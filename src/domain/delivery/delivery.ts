import type { BriefEvent } from '../alert/brief-event.ts'
import { type Event, EVENT_TRIGGERS } from '../alert/event.ts'
import type { DeliveryId, EventId, OperationId, SilenceId, WebhookId } from '../ids.ts'
import type { Instant } from '../instant.ts'
import type { SentNotification } from '../receiver-state/after-attempt.ts'
import type { SentStates } from '../receiver-state/sent-states.ts'
import type {
  FailureKind,
  HealthSignal,
  Outcome,
  RecordedRequest,
  RecordedResponse,
  Timing,
} from '../receiver/outcome.ts'
import type { Webhook } from '../webhook/webhook.ts'
import type { Urgency } from './urgency.ts'

/**
 * waiting (an earlier one of the same subject is unfinished) -> pending -> sending -> delivered | failed | pending with
 * a later due time; cancelled (webhook deleted, or by hand). Without being sent (again): superseded (a newer one
 * replaces it, nothing is left to send, or a silence holds it), outdated (too old for its webhook).
 */
export const DELIVERY_STATES = [
  'waiting',
  'pending',
  'sending',
  'delivered',
  'failed',
  'cancelled',
  'superseded',
  'outdated',
] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** Everything that should arrive and has not. */
export const UNDELIVERED_STATES = [
  'waiting',
  'pending',
  'sending',
  'failed',
  'cancelled',
] as const satisfies readonly DeliveryState[]

/** The duty to bring one event to one webhook. */
export interface Delivery {
  readonly id: DeliveryId
  readonly eventId: EventId
  readonly webhookId: WebhookId
  readonly subject: string
  readonly state: DeliveryState
  /** Counted at the claim: the number of the current or last attempt. */
  readonly attemptsMade: number
  /** Null: ended, or held because the webhook is disabled. */
  readonly dueAt: Instant | null
  readonly createdAt: Instant
  readonly finishedAt: Instant | null
  /** The last attempt in a few words: `HTTP 503`, `timeout after 15 s`; null before the first. */
  readonly lastReason: string | null
  readonly lastFailure: FailureKind | null
  /** The urgency of its own event; the head of an alert queue goes by the most urgent delivery in it. */
  readonly urgency: Urgency
  /** Created because another webhook could not be notified. */
  readonly isFallback: boolean
  /** The delivery that it replaces; null if that was never created, because its webhook is disabled. */
  readonly fallbackOf: DeliveryId | null
  /** The operation that created it by rerouting others. */
  readonly operationId: OperationId | null
}

/**
 * A delivery leased to one worker. The attempt number is the fencing token: once attempt 4 has begun, nothing of
 * attempt 3 is written.
 */
export interface Claim {
  readonly deliveryId: DeliveryId
  readonly attempt: number
  /**
   * Identifies the claim where a database crash may undo one and give its number again; null: no claim is ever lost, so
   * the number suffices.
   */
  readonly leasedBy: string | null
  /**
   * The attempt within the retry schedule, from 1. Less than `attempt` after a retry by hand, which restarts the
   * schedule, and after a lost lease, which is not the receiver's fault.
   */
  readonly scheduleAttempt: number
  readonly leaseUntil: Instant
  /** The epoch in which the delivery was created: ids repeat across epochs. Null: created without one. */
  readonly epoch: string | null
  readonly createdAt: Instant
  /** When the first attempt of its schedule began. */
  readonly begunAt: Instant
  readonly event: Event
  readonly webhook: Webhook
  /** The state to send in current-state mode, and the one sent before; null: the change itself is sent. */
  readonly sentStates: SentStates | null
  /** The silence that holds it, so that it is not sent. */
  readonly heldBy: SilenceId | null
  /** When the receiver last accepted another delivery, if known. */
  readonly acceptedAt: Instant | null
  /** Attempts that the receiver rejected since it last accepted one. */
  readonly rejections: number
  /** The receiver fails, and this is its one probe. */
  readonly isProbe: boolean
}

/** Identifies a lease, for whoever ends the attempt or gives it back. */
export type LeaseHeld = Pick<Claim, 'deliveryId' | 'attempt' | 'leasedBy'>

/** A leased delivery whose event or webhook is damaged in the database. */
export interface UnreadableClaim extends LeaseHeld {
  readonly webhookId: WebhookId
  /** The reason with which it ends, for people. */
  readonly reason: string
}

/** Says why a delivery cannot be sent. `isAltered`: the event is readable, but its digest differs. */
export function whyUnreadable({ damage }: Pick<Webhook, 'damage'>, isAltered: boolean): string {
  if (damage !== undefined) return `its webhook cannot be read: ${damage}`
  return isAltered
    ? 'its event was not sent: what is stored of it is not what was taken in (its digest is another)'
    : 'its event cannot be read: what is stored of it is damaged'
}

/** The next state of a delivery after an attempt. */
export type AttemptStep =
  | { readonly state: 'delivered' }
  | { readonly state: 'failed' }
  | {
      readonly state: 'pending'
      readonly dueAt: Instant
      /** The retry schedule is used up; it goes on because it says the current state, and counts as failing. */
      readonly isScheduleOver?: true
    }

/** The next state after an attempt, or without one if the delivery is too old. */
export type NextStep = AttemptStep | { readonly state: 'outdated' }

/** The state after recording, as the database decided: a retry may have ended because newer deliveries wait. */
export type RecordedState = NextStep['state'] | 'superseded'

export interface FinishedAttempt extends LeaseHeld {
  readonly webhookId: WebhookId
  readonly next: NextStep
  readonly startedAt: Instant
  readonly outcome: Outcome['kind']
  readonly reason: string
  /** Null: it did not fail, or for a reason on our side. */
  readonly failure: FailureKind | null
  /** Null: nothing was requested, because event or webhook cannot be read. */
  readonly request: RecordedRequest | null
  readonly response: RecordedResponse | null
  readonly timing: Timing
  /** Set: the receiver is gone for good; disable the webhook for this reason. */
  readonly disableWebhookReason?: string
  readonly receiver: HealthSignal
  /** Set in current-state mode. */
  readonly sentNotification?: SentNotification
}

export interface Attempt {
  readonly number: number
  readonly startedAt: Instant
  readonly outcome: Outcome['kind']
  readonly reason: string
  /** Null: it did not fail, failed for a reason on our side, or an older release recorded it. */
  readonly failure: FailureKind | null
  readonly request: RecordedRequest | null
  readonly response: RecordedResponse | null
  readonly timing: Timing | null
}

/** The trigger of the event, `fallback` (instead of another webhook), or `replay` (by an operation). */
export const DELIVERY_TRIGGERS = [...EVENT_TRIGGERS, 'fallback', 'replay'] as const
export type DeliveryTrigger = (typeof DELIVERY_TRIGGERS)[number]

/** Returns null if the trigger of the event counts, and the event is gone or unreadable. A job run has `change`. */
export function triggerOf(
  { isFallback, operationId }: Pick<Delivery, 'isFallback' | 'operationId'>,
  event: Event | BriefEvent | undefined,
): DeliveryTrigger | null {
  if (isFallback) return 'fallback'
  if (operationId !== null) return 'replay'
  if (event === undefined) return null
  return event.kind === 'alert' ? event.trigger : 'change'
}

/** The length of leases: the longest request, and the time to record its outcome. */
export interface LeaseLength {
  /** The time limit of webhooks without one of their own. */
  readonly timeoutMs: number
  /** The time before and after the request. */
  readonly marginMs: number
}

export function leaseMsOf(
  { timeoutMs, marginMs }: LeaseLength,
  webhook: Pick<Webhook, 'timeoutMs'> | undefined,
): number {
  return (webhook?.timeoutMs ?? timeoutMs) + marginMs
}
