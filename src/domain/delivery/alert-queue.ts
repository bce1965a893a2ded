import type { DeliveryState } from './delivery.ts'
import type { DeliveryId, EventId } from '../ids.ts'
import type { FailureKind } from '../receiver/outcome.ts'
import { moreUrgent, URGENCIES, type Urgency } from './urgency.ts'

/**
 * An unfinished delivery of a webhook and subject. The head is pending or sending, the others wait in the order of
 * their events. A retried or late delivery joins in that order, but never interrupts the one being sent.
 */
export interface QueueEntry {
  readonly id: DeliveryId
  readonly eventId: EventId
  readonly state: DeliveryState
}

/** `demotedId`: the head that has to wait now; null: the queue had no head. */
export type Joined =
  | { readonly state: 'waiting' }
  | { readonly state: 'pending'; readonly demotedId: DeliveryId | null }

const WAITING: Joined = { state: 'waiting' }

/**
 * Decides how a delivery joins. `oldest`: of the whole queue, head included. After an older one it waits, so `findHead`
 * need not search long queues.
 */
export function joinAlertQueue(
  eventId: EventId,
  oldest: QueueEntry | undefined,
  findHead: () => QueueEntry | undefined,
): Joined {
  if (oldest && oldest.eventId <= eventId) return WAITING
  const head = oldest?.state === 'waiting' ? findHead() : oldest
  return head?.state === 'sending' ? WAITING : { state: 'pending', demotedId: head?.id ?? null }
}

/** Tells whether an undelivered head goes back to waiting, because an older delivery came back meanwhile. */
export function letsPass(headId: DeliveryId, oldest: Pick<QueueEntry, 'id' | 'state'> | undefined): boolean {
  return oldest?.state === 'waiting' && oldest.id !== headId
}

/** The urgency of a head, at least that of anything that it would hold up. */
export interface HeadUrgency {
  /** Its own. */
  readonly urgency: Urgency
  /** That of the most urgent delivery in its alert queue. */
  readonly queueUrgency: Urgency
}

/**
 * Tells whether a delivery that joins makes the head as urgent as itself, and due at once, as it would be alone. A
 * rejected head is also tried once more, to be out of the way.
 */
export function hurries(
  urgency: Urgency,
  head: Pick<HeadUrgency, 'queueUrgency'> & { readonly lastFailure: FailureKind | null },
): boolean {
  return urgency < head.queueUrgency || head.lastFailure === 'rejected'
}

/**
 * Returns the urgency of the next head. `waits` tells whether a delivery of an urgency waits; it is rarely called, as
 * the queue may be long. A delivery that made the former head more urgent still waits.
 */
export function promotedUrgency(
  former: HeadUrgency,
  next: Urgency,
  waits: (urgency: Urgency) => boolean,
): Urgency {
  if (former.queueUrgency < former.urgency) return moreUrgent(former.queueUrgency, next)
  const left = URGENCIES.find((urgency) => urgency >= former.urgency && urgency < next && waits(urgency))
  return left ?? next
}

/**
 * The reason of a rejected head that ended because newer deliveries waited: they say more than another attempt. It
 * follows the reason of the rejection.
 */
export const GAVE_WAY = 'rejected, and not retried: newer deliveries of the same alert or job waited for it'
