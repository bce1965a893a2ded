import type { Instant } from '../instant.ts'
import type { Webhook } from '../webhook/webhook.ts'
import { roomOf, type LaneLimits, type LaneState } from './lane.ts'
import type { Contender } from './shares.ts'

/** A webhook that has something due and room for it. */
export interface Candidate<Lane extends LaneState> extends Contender {
  readonly lane: Lane
  readonly webhook: Webhook
  /** What it takes in a round is taken from it. */
  room: number
}

export function isDue({ dueAt }: Pick<LaneState, 'dueAt'>, now: Instant): boolean {
  return dueAt !== null && dueAt <= now
}

/** Undefined: it is due, but nothing of it may be claimed now. */
export function candidateOf<Lane extends LaneState>(
  lane: Lane,
  webhook: Webhook,
  limits: LaneLimits,
): Candidate<Lane> | undefined {
  // Of one that was disabled a moment ago some may still be due. One that cannot be read is told so.
  if (!webhook.enabled && webhook.damage === undefined) return undefined
  const room = roomOf(lane, webhook, limits)
  return room > 0 ? { lane, webhook, room, isFailing: lane.breaker.failures > 0 } : undefined
}

/** Those with the fewest under way first, and of these the one that has waited longest. */
export function compareCandidates(
  { lane: one }: Pick<Candidate<LaneState>, 'lane'>,
  { lane: other }: Pick<Candidate<LaneState>, 'lane'>,
): number {
  return one.inFlight - other.inFlight || (one.dueAt ?? 0) - (other.dueAt ?? 0)
}

/** Null: never. */
export function earlierOf(one: Instant | null, other: Instant | null): Instant | null {
  return one === null || (other !== null && other < one) ? other : one
}
