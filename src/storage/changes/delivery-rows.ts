import type { Event } from '../../domain/alert/event.ts'
import type { LeaseHeld } from '../../domain/delivery/delivery.ts'
import type { Breaker } from '../../domain/flow/breaker.ts'
import type { DeliveryId, EventId, OperationId, WebhookId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import type { OperationFilter } from '../../domain/operation/operation.ts'
import type { PackedAttempt } from '../rows/attempt-row.ts'
import type { DeliveryRow } from '../rows/delivery-row.ts'
import type { OperationRow } from '../rows/operation-row.ts'
import type { TimeMethods } from '../time-methods.ts'
import type { TransactionScript } from '../transactions/transaction-script.ts'
import type { AlertQueue, EndedDelivery, FormerHead, FoundRow, OfEvent, QueuedRow } from './queue-rows.ts'
import type { StatesByPair } from './state-rows.ts'

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

export interface FinishRows {
  /** Locks leased deliveries, in the order of ids; reads receiver states and what waits for the wanted ones. */
  lockLeased(attempts: readonly PackedAttempt[], wanted: readonly PackedAttempt[]): TransactionScript<Leased>

  /**
   * Records attempts of deliveries that are still `sending` them, and their next states. `leased`: as
   * `lockLeased` read them.
   */
  finish(
    attempts: readonly PackedAttempt[],
    now: Instant,
    leased?: Leased['rows'],
  ): TransactionScript<readonly FinishedRow[]>

  /**
   * Does the same for accepted attempts, and resolves receiver states that need no rule, as a property test
   * holds it to `planAttempt`. Absent: there is no such statement.
   */
  readonly finishAccepted?: (
    attempts: readonly PackedAttempt[],
    now: Instant,
  ) => TransactionScript<readonly FinishedRow[]>

  /** Returns those of the heads for which others wait. */
  awaited(
    heads: readonly (AlertQueue & Pick<DeliveryRow, 'id'>)[],
  ): TransactionScript<ReadonlySet<DeliveryId>>

  /**
   * Promotes the oldest that waits where the head has ended, and ends what waits where nothing is left to
   * send. `isLast`: the commit may travel with it.
   */
  promoteAfter(
    ended: readonly FormerHead[],
    resolved: readonly AlertQueue[],
    when: { readonly now: Instant; readonly isLast: boolean },
  ): TransactionScript<void>

  /** Brings the time of the fallback to now, for unfinished deliveries where it is not notified yet. */
  hasten(ids: readonly DeliveryId[], now: Instant): TransactionScript<void>

  disable(disabled: {
    readonly id: WebhookId
    readonly reason: string
    readonly now: Instant
  }): TransactionScript<void>
}

/** The receiver states of deliveries, and what waits after them, newest first. */
export interface Behind {
  readonly states: StatesByPair
  readonly waiting: readonly QueuedRow[]
}

export interface Leased extends Behind {
  readonly rows: ReadonlyMap<DeliveryId, QueuedRow>
}

/** A delivery after its attempt. */
export type FinishedRow = EndedDelivery &
  Pick<DeliveryRow, 'attempts_made' | 'fallback_depth' | 'queue_urgency'> & {
    /** Its receiver state is resolved. */
    readonly is_resolved: boolean
    /** Before the attempt; absent: it is calm. */
    readonly breaker?: Breaker | undefined
  }

export type OverdueRow = AlertQueue & Pick<DeliveryRow, 'id'>

export interface LateRows {
  /** Returns failing receivers. */
  failingBreakers(): TransactionScript<readonly KnownBreaker[]>

  /** Returns receivers that asked for time. */
  askingBreakers(now: Instant): TransactionScript<readonly KnownBreaker[]>

  /**
   * Makes deliveries due at `now` that are due later than `aheadsMs` says, by attempts made. Returns how many;
   * nothing follows it.
   */
  clamp(
    clamped: readonly { readonly webhookId: WebhookId; readonly aheadsMs: readonly number[] }[],
    now: Instant,
    limit: number,
  ): TransactionScript<number>

  /**
   * Locks heads that have been due since before, and are not escalated; not those that another transaction
   * has locked.
   */
  lockOverdue(
    webhookId: WebhookId,
    dueBefore: Instant,
    limit: number,
  ): TransactionScript<readonly OverdueRow[]>

  /** Returns deliveries whose fallback is to be notified now. */
  late(now: Instant, limit: number): TransactionScript<readonly Pick<DeliveryRow, 'id' | 'subject'>[]>

  /** Forgets when to notify their fallbacks, so that each late delivery is returned once. */
  forgetFallbackTimes(
    ids: readonly DeliveryId[],
    now: Instant,
  ): TransactionScript<readonly (EndedDelivery & Pick<DeliveryRow, 'fallback_depth'>)[]>
}

export interface KnownBreaker {
  readonly webhookId: WebhookId
  readonly breaker: Breaker
}

export interface OperationRows {
  /** The operation that this node advanced last; the next goes on from it. */
  readonly advanced: { lastId: OperationId }

  /** Deliveries have caught up with their webhooks, so that operations may go on. */
  isCaughtUp(): TransactionScript<boolean>

  /** Returns the next deliveries of an operation by its filter, but for events, and the last id searched. */
  nextDeliveries(
    operation: OperationRow,
    filter: OperationFilter,
    limit: number,
  ): TransactionScript<{ readonly rows: readonly FoundRow[]; readonly lastId: DeliveryId }>

  /** Returns what the events are that are still there. */
  eventKinds(deliveries: readonly OfEvent[]): TransactionScript<ReadonlyMap<EventId, Event['kind']>>

  /** Locks ended deliveries, so that their events stay. Returns those that are still ended. */
  lockEnded(
    deliveries: readonly (OfEvent & Pick<DeliveryRow, 'id'>)[],
  ): TransactionScript<ReadonlySet<DeliveryId>>

  /** Returns the events of which the webhook was or will be notified. */
  reached(events: readonly OfEvent[], webhookId: WebhookId): TransactionScript<ReadonlySet<EventId>>

  /** Sets the reason of ended deliveries. */
  setReason(ended: readonly (OfEvent & Pick<DeliveryRow, 'id'>)[], reason: string): TransactionScript<void>
}

/** An attempt that is recorded, and its delivery. */
export interface Recorded {
  readonly attempt: PackedAttempt
  readonly row: FinishedRow
}
