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
 * waiting (an earlier one of the same subject is unfinished) -> pending -> sending -> delivered | failed |
 * back to pending with a later due time; cancelled (webhook deleted, or by hand). Instead of being sent, or sent again:
 * superseded (a newer one replaces it, nothing is left to send, or a silence holds it), outdated (too old for its
 * webhook).
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

/** Everything that has not arrived, and should have: on its way, given up, or called off. */
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
  /** Counted when claimed, so it is the number of the attempt under way or of the last one. */
  readonly attemptsMade: number
  /** Null: it has ended, or it is held because its webhook is disabled. */
  readonly dueAt: Instant | null
  readonly createdAt: Instant
  readonly finishedAt: Instant | null
  /** The last attempt in a few words: `HTTP 503`, `timeout after 15 s`; null before the first. */
  readonly lastReason: string | null
  /** The kind of failure of the last attempt. */
  readonly lastFailure: FailureKind | null
  /** The urgency of its own event; the head of an alert queue goes by the most urgent delivery in it. */
  readonly urgency: Urgency
  /** The delivery exists because another webhook could not be notified. */
  readonly isFallback: boolean
  /**
   * Set: that one's delivery, which had not arrived. Null for a fallback: none was made, for that webhook is disabled.
   */
  readonly fallbackOf: DeliveryId | null
  /** Set: it was made by this operation, which rerouted others. */
  readonly operationId: OperationId | null
}

/**
 * A delivery leased to one worker. The attempt number is the fencing token: once a delivery has gone on to attempt 4,
 * the lease of attempt 3 is lost, and nothing that came of attempt 3 is written.
 */
export interface Claim {
  readonly deliveryId: DeliveryId
  readonly attempt: number
  /**
   * Which claim it is, where a crash of the database may undo one: its number is then given once more, and whoever had
   * it must not end the attempt of another. Null: no claim is ever lost, so the number says it.
   */
  readonly leasedBy: string | null
  /**
   * Which attempt of the retry schedule this is, from 1. Less than `attempt` after a retry by hand, which starts
   * the schedule again, and after a lost lease, which is not the receiver's fault.
   */
  readonly scheduleAttempt: number
  readonly leaseUntil: Instant
  /** The epoch in which the delivery was made: ids of different epochs may be the same. Null: made without one. */
  readonly epoch: string | null
  /** When the delivery was made, for the latency from acceptance to delivery. */
  readonly createdAt: Instant
  /** When the first attempt of its schedule began. */
  readonly begunAt: Instant
  readonly event: Event
  readonly webhook: Webhook
  /**
   * The state that it sends to a receiver in current-state mode, and the one that was sent before; null: it sends the
   * change that its event is.
   */
  readonly sentStates: SentStates | null
  /** The silence that holds it, so that it is not to be sent; null: none does. */
  readonly heldBy: SilenceId | null
  /** When its receiver is known to have accepted another one last; null: that is not known. */
  readonly acceptedAt: Instant | null
  /** Count of attempts that the receiver rejected since it accepted one last. */
  readonly rejections: number
  /** Its receiver fails, and this is the one attempt by which it is tried. */
  readonly isProbe: boolean
}

/** Identifies a lease, for whoever ends the attempt or gives it back. */
export type LeaseHeld = Pick<Claim, 'deliveryId' | 'attempt' | 'leasedBy'>

/** A leased delivery that cannot be sent, because its event or its webhook is damaged in the database. */
export interface UnreadableClaim extends LeaseHeld {
  readonly webhookId: WebhookId
  /** The reason with which it ends, for people. */
  readonly reason: string
}

/** Explains why a delivery cannot be sent. `isAltered`: the event can be read and is not what was taken in. */
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
      /** Its retry schedule is used up: it goes on because it says the current state, and counts as failing. */
      readonly isScheduleOver?: true
    }

/** The next state after an attempt, or because the delivery was too old to be sent. */
export type NextStep = AttemptStep | { readonly state: 'outdated' }

/**
 * The state of a delivery once its attempt is recorded, which the recorder learns from the database: what was to be
 * retried may have ended because of the deliveries that wait after it.
 */
export type RecordedState = NextStep['state'] | 'superseded'

/** A finished attempt, as the recorder writes it. */
export interface FinishedAttempt extends LeaseHeld {
  readonly webhookId: WebhookId
  readonly next: NextStep
  readonly startedAt: Instant
  readonly outcome: Outcome['kind']
  readonly reason: string
  /** The kind of failure; null: it did not fail, or for a reason of our own. */
  readonly failure: FailureKind | null
  /** Null: nothing was requested, for its event or its webhook cannot be read. */
  readonly request: RecordedRequest | null
  /** Null: there was no response. */
  readonly response: RecordedResponse | null
  readonly timing: Timing
  /** Set: the receiver is gone for good, disable the webhook for this reason. */
  readonly disableWebhookReason?: string
  /** The signal about the receiver as a whole. */
  readonly receiver: HealthSignal
  /** The state that was sent to a receiver in current-state mode. */
  readonly sentNotification?: SentNotification
}

/** An attempt as it is read back. */
export interface Attempt {
  readonly number: number
  readonly startedAt: Instant
  readonly outcome: Outcome['kind']
  readonly reason: string
  /** Null: it did not fail, or for a reason of our own, or before kinds of failure were kept. */
  readonly failure: FailureKind | null
  readonly request: RecordedRequest | null
  readonly response: RecordedResponse | null
  readonly timing: Timing | null
}

/** Why a delivery was made: by the trigger of its event, instead of another webhook, or by an operation. */
export const DELIVERY_TRIGGERS = [...EVENT_TRIGGERS, 'fallback', 'replay'] as const
export type DeliveryTrigger = (typeof DELIVERY_TRIGGERS)[number]

/**
 * Null: it goes by the trigger of its event, and that is not kept any more or cannot be read. Of a job run it is
 * `change`.
 */
export function triggerOf(
  { isFallback, operationId }: Pick<Delivery, 'isFallback' | 'operationId'>,
  event: Event | BriefEvent | undefined,
): DeliveryTrigger | null {
  if (isFallback) return 'fallback'
  if (operationId !== null) return 'replay'
  if (event === undefined) return null
  return event.kind === 'alert' ? event.trigger : 'change'
}

/** Defines the length of leases: as long as the request may take, and the time to record its outcome. */
export interface LeaseLength {
  /** Time limit of an attempt for a webhook that has none of its own. */
  readonly timeoutMs: number
  /** The time before the request and after it. */
  readonly marginMs: number
}

export function leaseMsOf(
  { timeoutMs, marginMs }: LeaseLength,
  webhook: Pick<Webhook, 'timeoutMs'> | undefined,
): number {
  return (webhook?.timeoutMs ?? timeoutMs) + marginMs
}
