import type { DeliveryState } from './delivery.ts'
import type { DeliveryId, EventId } from '../ids.ts'
import type { FailureKind } from '../receiver/outcome.ts'
import { moreUrgent, URGENCIES, type Urgency } from './urgency.ts'

/**
 * The unfinished deliveries of one webhook and subject: the one at the head is pending or sending, the others wait.
 * They go in the order of their events. One that comes back, or is made later, is put into that order; only
 * what is being sent already is not called back.
 */
export interface QueueEntry {
  readonly id: DeliveryId
  readonly eventId: EventId
  readonly state: DeliveryState
}

/**
 * The start of a delivery that joins an alert queue. `demotedId`: the head that waits after it from now on; null:
 * the queue had no head.
 */
export type Joined =
  | { readonly state: 'waiting' }
  | { readonly state: 'pending'; readonly demotedId: DeliveryId | null }

const WAITING: Joined = { state: 'waiting' }

/**
 * `oldest`: of all in the queue, the head included; undefined: the queue is empty. A delivery that joins after an
 * older one waits, whichever is the head; so the head is asked for only otherwise, and long queues need not be
 * searched for it.
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

/**
 * Tells whether a head that has not arrived goes back to waiting, because an older delivery came back
 * in the meantime.
 */
export function letsPass(headId: DeliveryId, oldest: Pick<QueueEntry, 'id' | 'state'> | undefined): boolean {
  return oldest?.state === 'waiting' && oldest.id !== headId
}

/** A head is at least as urgent as anything after it, which it would hold up otherwise. */
export interface HeadUrgency {
  /** Its own. */
  readonly urgency: Urgency
  /** The urgency by which it goes: that of the most urgent delivery in its alert queue. */
  readonly queueUrgency: Urgency
}

/**
 * Tells whether a delivery that comes to wait makes the head as urgent as itself, and due at once: alone it would be
 * sent at once. A delivery after a rejected head does so too: the head is tried once more, to be out of the way.
 */
export function hurries(
  urgency: Urgency,
  head: Pick<HeadUrgency, 'queueUrgency'> & { readonly lastFailure: FailureKind | null },
): boolean {
  return urgency < head.queueUrgency || head.lastFailure === 'rejected'
}

/**
 * Returns the urgency of the next head of an alert queue. `waits` tells whether a delivery of that urgency waits; it is
 * asked as seldom as possible, because the queue may be long. What made the former head more urgent than itself is
 * still waiting.
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
 * Reason of a head that was rejected and ended because newer ones wait after it: a rejection concerns that one
 * notification, and the newer ones say more. It follows the reason of the rejection.
 */
export const GAVE_WAY = 'rejected, and not retried: newer deliveries of the same alert or job waited for it'
