import type { Alert } from '../../domain/alert/alert.ts'
import type { Event } from '../../domain/alert/event.ts'
import type { LeaseHeld } from '../../domain/delivery/delivery.ts'
import type { Urgency } from '../../domain/delivery/urgency.ts'
import type { AlertId, DeliveryId, EventId, WebhookId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import type { AttemptPlan } from '../../domain/planning/plan-attempt.ts'
import type { ReceiverState, ReceiverStateKey } from '../../domain/receiver-state/receiver-state.ts'
import type { WebhookList } from '../../domain/routing/routed-webhook.ts'
import type { Silences } from '../../domain/silence/silences.ts'
import type { Webhook } from '../../domain/webhook/webhook.ts'
import type { DeliveryRow } from '../rows/delivery-row.ts'
import type { TimeMethods } from '../time-methods.ts'
import type { TransactionScript } from '../transactions/transaction-script.ts'

/**
 * Reads and writes by sets, within one transaction. The changes of this folder load by it what they decide
 * about, and save by it what they decided; an engine decides nothing. Empty sets cost nothing.
 */
export interface Rows extends StateRows, QueueRows, LeaseRows {
  known(): TransactionScript<Known>

  /** Begins a task of housekeeping; false: another node does it. */
  begin(task: Housekeeping): TransactionScript<boolean>

  /** Locks alerts, before any delivery. Returns those that exist. */
  lockAlerts(ids: readonly AlertId[]): TransactionScript<readonly Alert[]>

  /** Returns the events of deliveries by id, without those that are gone or damaged. */
  events(deliveries: readonly OfEvent[]): TransactionScript<ReadonlyMap<EventId, Event>>
}

export type Housekeeping =
  | 'reclaimLeases'
  | 'endOverdue'
  | 'clampDueTimes'
  | 'escalateToFallbacks'
  | 'createMissingDeliveries'
  | 'expireAlerts'
  | 'advanceOperations'

/** The webhooks and silences of this transaction. */
export interface Known {
  readonly webhooks: WebhookList<Webhook>
  find(id: WebhookId): Webhook | undefined
  readonly silences: Silences
  /** Receiver states exist, or may come to exist. */
  readonly areRemembered: boolean
}

export interface StateRows {
  states(pairs: readonly ReceiverStateKey[]): TransactionScript<StatesByPair>

  /** Writes receiver states; each pair is given once. */
  writeStates(writes: readonly StateWrite[]): TransactionScript<void>
}

/** Receiver states by `nameOfPair`. */
export type StatesByPair = ReadonlyMap<string, ReceiverState>

/** A receiver state as read and as it is to be; null: forgotten. */
export interface StateWrite {
  readonly pair: ReceiverStateKey
  readonly before: ReceiverState | undefined
  readonly after: ReceiverState | null
}

export function nameOfPair({ alertId, webhookId }: ReceiverStateKey): string {
  return `${webhookId} ${alertId}`
}

/** The unfinished deliveries of one webhook and subject (domain/delivery/alert-queue.ts). */
export type AlertQueue = Pick<DeliveryRow, 'webhook_id' | 'subject'>

export function nameOfQueue({ webhook_id: webhookId, subject }: AlertQueue): string {
  return `${webhookId} ${subject}`
}

/** A delivery by its event. */
export interface OfEvent extends Pick<DeliveryRow, 'event_id'> {
  /** When the event was accepted, by which PostgreSQL finds it. */
  readonly event_at?: Instant
}

/** An unfinished delivery. */
export type QueuedRow = OfEvent &
  Pick<
    DeliveryRow,
    | 'id'
    | 'webhook_id'
    | 'subject'
    | 'state'
    | 'attempts_made'
    | 'attempts_uncounted'
    | 'begun_at'
    | 'due_at'
    | 'urgency'
    | 'queue_urgency'
    | 'last_reason'
    | 'last_failure'
    | 'fallback_at'
  >

export interface QueueRows {
  /** Returns what waits in the alert queues, newest first. The transaction has locked or removed the heads. */
  waiting(queues: readonly AlertQueue[]): TransactionScript<readonly QueuedRow[]>

  /** Ends deliveries that are not sent, or not again, and appends the reason. */
  supersede(superseded: readonly Superseded[]): TransactionScript<void>

  /** Lets waiting deliveries go; held while their webhooks are disabled. */
  promote(promoted: readonly Promoted[]): TransactionScript<void>
}

export interface Superseded {
  readonly id: DeliveryId
  /** Its state so far. */
  readonly state: 'waiting' | 'pending'
  readonly reason: string
  readonly at: Instant
}

export type Promoted = NonNullable<AttemptPlan['promoted']> & { readonly webhookId: WebhookId }

export interface LeaseRows {
  /**
   * Makes unsent claims pending again, uncounted and due at `now`; held while their webhooks are disabled.
   * Returns those whose leases were not lost.
   */
  releaseLeases(claims: readonly LeaseHeld[], now: Instant): TransactionScript<readonly QueuedRow[]>

  /** Cuts leases that reach too far, and takes back lost ones, each with a recorded attempt. */
  takeLostLeases(lost: LostLeases): TransactionScript<readonly QueuedRow[]>
}

export type LostLeases = Parameters<TimeMethods['reclaimLeases']>[0] & { readonly reason: string }

export type FormerHead = AlertQueue & { readonly urgency: Urgency; readonly queue_urgency: Urgency }
