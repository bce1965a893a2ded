import type { DeliveryState } from './delivery.ts'
import type { DeliveryId, EventId } from '../ids.ts'

/**
 * The unfinished deliveries of one webhook and subject: the one at the head is pending or sending, the others wait.
 * They go in the order of their events. One that comes back, or is made later, takes its place in that order; only
 * what is being sent already is not called back.
 */
export interface LinePlace {
  readonly id: DeliveryId
  readonly eventId: EventId
  readonly state: DeliveryState
}

/** Where one begins that joins a line. `demotedId`: the head that waits behind it from now on; null: there was none. */
export type Joined =
  | { readonly state: 'waiting' }
  | { readonly state: 'pending'; readonly demotedId: DeliveryId | null }

const WAITING: Joined = { state: 'waiting' }

/**
 * `oldest`: of all in the line, the head included; undefined: the line is empty. A delivery that joins behind an older one
 * waits, whichever is the head; so the head is asked for only otherwise, and long lines need not be searched for it.
 */
export function joinLine(
  eventId: EventId,
  oldest: LinePlace | undefined,
  findHead: () => LinePlace | undefined,
): Joined {
  if (oldest && oldest.eventId <= eventId) return WAITING
  const head = oldest?.state === 'waiting' ? findHead() : oldest
  return head?.state === 'sending' ? WAITING : { state: 'pending', demotedId: head?.id ?? null }
}

/** Whether a head that has not arrived waits in its turn, because an older one has come back meanwhile. */
export function letsPass(headId: DeliveryId, oldest: Pick<LinePlace, 'id' | 'state'> | undefined): boolean {
  return oldest?.state === 'waiting' && oldest.id !== headId
}
