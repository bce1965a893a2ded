import type { Instant } from '../instant.ts'
import type { Webhook } from '../webhook/webhook.ts'
import { roomOf, type LaneLimits, type LaneState } from './lane.ts'
import { probedAtOf } from './breaker.ts'
import type { Contender } from './shares.ts'
import { URGENCY, type Urgency } from '../delivery/urgency.ts'
import { mostUrgentDue, type DueAts } from './urgency-turns.ts'

interface DueLane extends LaneState {
  readonly dueAts: DueAts
}

/** A webhook that has something due and room for it. */
export interface Candidate<Lane extends LaneState> extends Contender {
  readonly lane: Lane
  readonly webhook: Webhook
  /** The highest urgency of what is due. */
  readonly urgency: Urgency
  /** The capacity that is left; each round takes from it. */
  room: number
}

export function isDue({ dueAt }: Pick<LaneState, 'dueAt'>, now: Instant): boolean {
  return dueAt !== null && dueAt <= now
}

/** Undefined: it is due, but nothing of it may be claimed now. */
export function candidateOf<Lane extends DueLane>(
  lane: Lane,
  webhook: Webhook,
  limits: LaneLimits,
): Candidate<Lane> | undefined {
  // Of one that was disabled a moment ago some may still be due. One that cannot be read is told so.
  if (!webhook.enabled && webhook.damage === undefined) return undefined
  const room = roomOf(lane, webhook, limits)
  const urgency = mostUrgentDue(lane.dueAts, limits.now) ?? URGENCY.low
  return room > 0 ? { lane, webhook, room, urgency, isFailing: lane.breaker.failures > 0 } : undefined
}

type Compared = Pick<Candidate<LaneState>, 'lane' | 'urgency' | 'isFailing'>

/**
 * Compares candidates: those with the fewest under way go first. Failing ones, which have few slots for all of them
 * together, go by urgency, then the one that was not probed for the longest. Of the others the one that has waited
 * longest goes first.
 */
export function compareCandidates(one: Compared, other: Compared): number {
  const byLoad = one.lane.inFlight - other.lane.inFlight || Number(other.isFailing) - Number(one.isFailing)
  if (byLoad !== 0) return byLoad
  if (!one.isFailing) return (one.lane.dueAt ?? 0) - (other.lane.dueAt ?? 0)
  return one.urgency - other.urgency || probedAtOf(one.lane.breaker) - probedAtOf(other.lane.breaker)
}

/** Null: never. */
export function earlierOf(one: Instant | null, other: Instant | null): Instant | null {
  return one === null || (other !== null && other < one) ? other : one
}
