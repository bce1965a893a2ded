import { attemptsAllowed, isProbed, pauseEndOf, type Breaker } from './breaker.ts'
import type { Instant } from '../instant.ts'
import type { ReceiverSign } from '../receiver/outcome.ts'
import { nextTurnAt, turnsLeft } from './rate.ts'
import type { Webhook } from '../webhook/webhook.ts'

/**
 * The state that decides how many deliveries of a webhook may be claimed: what is due, what is under way, and its
 * history.
 */
export interface LaneState {
  /** None of its deliveries is due before; null: none is pending. */
  readonly dueAt: Instant | null
  /** Its deliveries that are being sent. */
  readonly inFlight: number
  /** The number of them that this process sends; undefined: all. */
  readonly inFlightHere?: number
  /** The number that this process may send at once, by what the receiver has shown lately; null: nothing yet. */
  readonly window: number | null
  readonly breaker: Breaker
  /** The state of its rate, see domain/flow/rate.ts. */
  readonly rateNextAt: Instant
}

export interface LaneLimits {
  readonly now: Instant
  /** Under way at once, for webhooks that set no limit of their own. */
  readonly concurrencyMax: number
  /** The window of a receiver that has shown nothing yet. */
  readonly windowFirst: number
}

type LaneWebhook = Pick<Webhook, 'enabled' | 'concurrencyMax' | 'rateLimit'>

const WINDOW_MAX = 1_000

/**
 * Adds one to the window after an accepted attempt and halves it after a failed one: a receiver that begins to hang
 * holds few slots.
 */
export function windowAfter(window: number, sign: ReceiverSign): number {
  if (sign.kind === 'well') return Math.min(window + 1, WINDOW_MAX)
  return sign.kind === 'failing' ? Math.max(1, window >> 1) : window
}

/** Returns how many deliveries of a lane may be claimed now, as far as this lane alone decides. */
export function roomOf(lane: LaneState, webhook: LaneWebhook, limits: LaneLimits): number {
  const { now } = limits
  const everywhere = mostUnderWay(lane.breaker, webhook, limits) - lane.inFlight
  const here = windowOf(lane, limits) - (lane.inFlightHere ?? lane.inFlight)
  const turns = webhook.rateLimit === null ? here : turnsLeft(webhook.rateLimit, lane.rateNextAt, now)
  return Math.max(0, Math.min(everywhere, here, turns))
}

/** Returns how many attempts may be under way to this webhook at once, from all nodes together. */
export function mostUnderWay(breaker: Breaker, webhook: LaneWebhook, limits: LaneLimits): number {
  return Math.min(webhook.concurrencyMax ?? limits.concurrencyMax, attemptsAllowed(breaker, limits.now))
}

/** When there may be something to claim in it, if no other attempt of it ends before; null: not of itself. */
export function nextLookAt(lane: LaneState, webhook: LaneWebhook, limits: LaneLimits): Instant | null {
  if (lane.dueAt === null || !webhook.enabled) return null
  const most = isProbed(lane.breaker) ? 1 : (webhook.concurrencyMax ?? limits.concurrencyMax)
  if (lane.inFlight >= most) return null
  if ((lane.inFlightHere ?? lane.inFlight) >= windowOf(lane, limits)) return null
  const turnAt = webhook.rateLimit === null ? 0 : nextTurnAt(webhook.rateLimit, lane.rateNextAt, limits.now)
  return Math.max(lane.dueAt, pauseEndOf(lane.breaker, limits.now) ?? 0, turnAt)
}

function windowOf(lane: LaneState, limits: LaneLimits): number {
  return lane.window ?? limits.windowFirst
}
