import { attemptsAllowed, isProbed, pauseEndOf, type Breaker } from './breaker.ts'
import type { Instant } from '../instant.ts'
import type { HealthSignal } from '../receiver/outcome.ts'
import { nextPermitAt, permitsLeft } from './rate.ts'
import type { Webhook } from '../webhook/webhook.ts'

/**
 * The state that decides how many deliveries of a webhook may be claimed: what is due, what is under way, and its
 * history.
 */
export interface WebhookQueueState {
  /** The time before which none of its deliveries is due; null: none is pending. */
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

export interface QueueLimits {
  readonly now: Instant
  /** Under way at once, for webhooks that set no limit of their own. */
  readonly concurrencyMax: number
  /** The window of a receiver that has shown nothing yet. */
  readonly windowFirst: number
}

type QueuedWebhook = Pick<Webhook, 'enabled' | 'concurrencyMax' | 'rateLimit'>

const WINDOW_MAX = 1_000

/**
 * Adds one to the window after an accepted attempt and halves it after a failed one: a receiver that begins to hang
 * holds few slots.
 */
export function windowAfter(window: number, signal: HealthSignal): number {
  if (signal.kind === 'healthy') return Math.min(window + 1, WINDOW_MAX)
  return signal.kind === 'failing' ? Math.max(1, window >> 1) : window
}

/** Returns how many deliveries of a webhook queue may be claimed now, as far as this webhook queue alone decides. */
export function capacityOf(queue: WebhookQueueState, webhook: QueuedWebhook, limits: QueueLimits): number {
  const { now } = limits
  const everywhere = mostUnderWay(queue.breaker, webhook, limits) - queue.inFlight
  const here = windowOf(queue, limits) - (queue.inFlightHere ?? queue.inFlight)
  const permits = webhook.rateLimit === null ? here : permitsLeft(webhook.rateLimit, queue.rateNextAt, now)
  return Math.max(0, Math.min(everywhere, here, permits))
}

/** Returns how many attempts may be under way to this webhook at once, from all nodes together. */
export function mostUnderWay(breaker: Breaker, webhook: QueuedWebhook, limits: QueueLimits): number {
  return Math.min(webhook.concurrencyMax ?? limits.concurrencyMax, attemptsAllowed(breaker, limits.now))
}

/** When there may be something to claim in it, if no other attempt of it ends before; null: not of itself. */
export function nextScanAt(
  queue: WebhookQueueState,
  webhook: QueuedWebhook,
  limits: QueueLimits,
): Instant | null {
  if (queue.dueAt === null || !webhook.enabled) return null
  const most = isProbed(queue.breaker) ? 1 : (webhook.concurrencyMax ?? limits.concurrencyMax)
  if (queue.inFlight >= most) return null
  if ((queue.inFlightHere ?? queue.inFlight) >= windowOf(queue, limits)) return null
  const permitAt =
    webhook.rateLimit === null ? 0 : nextPermitAt(webhook.rateLimit, queue.rateNextAt, limits.now)
  return Math.max(queue.dueAt, pauseEndOf(queue.breaker, limits.now) ?? 0, permitAt)
}

function windowOf(queue: WebhookQueueState, limits: QueueLimits): number {
  return queue.window ?? limits.windowFirst
}
