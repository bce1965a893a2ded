import type { QueueEntry } from '../../domain/delivery/alert-queue.ts'
import type { Urgency } from '../../domain/delivery/urgency.ts'
import type { DeliveryId, OperationId, WebhookId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import type { AttemptPlan } from '../../domain/planning/plan-attempt.ts'
import type { FailureKind } from '../../domain/receiver/outcome.ts'
import type { DeliveryRow } from '../rows/delivery-row.ts'
import type { TransactionScript } from '../transactions/transaction-script.ts'

/** A delivery, ended or not. */
export type FoundRow = DeliveryRow & OfEvent

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

export const QUEUED_COLUMNS = [
  'id',
  'event_id',
  'webhook_id',
  'subject',
  'state',
  'attempts_made',
  'attempts_uncounted',
  'begun_at',
  'due_at',
  'urgency',
  'queue_urgency',
  'last_reason',
  'last_failure',
  'fallback_at',
] as const

/** An unfinished delivery. */
export type QueuedRow = OfEvent & Pick<DeliveryRow, (typeof QUEUED_COLUMNS)[number]>

/** An alert queue that is locked until the transaction ends. */
export interface LockedQueue {
  readonly oldest: QueueEntry | undefined
  readonly head: LockedHead | undefined
}

export interface LockedHead extends QueueEntry {
  readonly queueUrgency: Urgency
  readonly lastFailure: FailureKind | null
}

/** The head of an alert queue that has ended, or lets another pass. */
export type FormerHead = AlertQueue & Pick<DeliveryRow, 'urgency' | 'queue_urgency'>

/** A delivery that is to be made, of an event that has been before. */
export interface NewDelivery extends OfEvent, AlertQueue, Pick<DeliveryRow, 'urgency'> {
  readonly fallbackOf?: DeliveryId
  readonly fallbackDepth?: number
  /** When to notify its own fallback, if it has not arrived by then. */
  readonly fallbackAt?: Instant | null
  readonly operationId?: OperationId
}

export type EndedDelivery = OfEvent & AlertQueue & Pick<DeliveryRow, 'id' | 'urgency'>

/** How a delivery joins its alert queue. */
export interface Joined {
  readonly state: 'waiting' | 'pending'
  /** The urgency by which it goes, if it is the head. */
  readonly queueUrgency: Urgency
}

/** A delivery as it was when it ended here. */
export type EndedRow = OfEvent &
  Pick<
    DeliveryRow,
    'id' | 'webhook_id' | 'subject' | 'state' | 'fallback_depth' | 'urgency' | 'queue_urgency'
  >

export interface QueueRows extends QueueReads, QueueMoves, QueueEntries {}

export interface OldestRow extends Pick<DeliveryRow, 'id' | 'webhook_id' | 'state' | 'urgency'> {
  readonly head_id: DeliveryId
}

export interface QueueReads {
  /** Returns the oldest delivery of each alert queue, by its locked head. */
  oldest(heads: readonly (AlertQueue & Pick<DeliveryRow, 'id'>)[]): TransactionScript<readonly OldestRow[]>

  /** Locks alert queues; returns their state in the same order. */
  lockQueues(queues: readonly AlertQueue[]): TransactionScript<readonly LockedQueue[]>

  /** Locks and returns the heads of alert queues. */
  lockHeads(queues: readonly AlertQueue[]): TransactionScript<readonly QueuedRow[]>

  /** Returns the state of each head that there is. */
  headStates(
    queues: readonly AlertQueue[],
  ): TransactionScript<readonly (AlertQueue & { readonly state: 'pending' | 'sending' })[]>

  /** Returns what waits in the alert queues, newest first. The transaction has locked or removed the heads. */
  waiting(queues: readonly AlertQueue[]): TransactionScript<readonly QueuedRow[]>
}

/** Changes of deliveries that are not being sent. */
export interface QueueMoves {
  /** Makes waiting deliveries heads, due at `now`. */
  putFirst(deliveries: readonly Hurried[], now: Instant): TransactionScript<void>

  /** Makes pending heads wait. */
  demote(ids: readonly DeliveryId[]): TransactionScript<void>

  /** Makes heads as urgent as that, and due at `now` at the latest, unless they are held. */
  hurry(heads: readonly Hurried[], now: Instant): TransactionScript<void>

  /**
   * Promotes the oldest that waits where the head has ended, by `promotedUrgency`: due at that time, or since
   * it was made, but not later. Returns how many.
   */
  promoteNext(
    formers: readonly FormerHead[],
    due: Instant | { readonly whenMadeBefore: Instant },
  ): TransactionScript<number>

  /** Ends deliveries that are not sent, or not again, and appends the reason. */
  supersede(superseded: readonly Superseded[]): TransactionScript<void>

  /** Lets waiting deliveries go; held while their webhooks are disabled. */
  promote(promoted: readonly Promoted[]): TransactionScript<void>
}

/** How deliveries come into their alert queues, and leave them. */
export interface QueueEntries {
  /** Makes deliveries; heads are due at `now`, held while their webhooks are disabled. */
  insert(deliveries: readonly (NewDelivery & Joined)[], now: Instant): TransactionScript<void>

  /** Gives ended deliveries a new schedule. */
  restart(deliveries: readonly (EndedDelivery & Joined)[], now: Instant): TransactionScript<void>

  /** Gives a pending delivery a new schedule, due at once unless it is held. */
  sendNow(row: FoundRow, now: Instant): TransactionScript<void>

  /** Ends deliveries that are not being sent; returns these. */
  end(
    ending: readonly Pick<Superseded, 'id' | 'reason'>[],
    as: { readonly state: 'failed' | 'cancelled'; readonly now: Instant },
  ): TransactionScript<readonly EndedRow[]>
}

export interface Hurried extends Pick<AlertQueue, 'webhook_id'> {
  readonly id: DeliveryId
  readonly urgency: Urgency
}

export interface Superseded {
  readonly id: DeliveryId
  /** Its state so far. */
  readonly state: 'waiting' | 'pending'
  readonly reason: string
  readonly at: Instant
}

export type Promoted = NonNullable<AttemptPlan['promoted']> & { readonly webhookId: WebhookId }
