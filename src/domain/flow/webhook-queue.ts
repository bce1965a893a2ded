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
  /** The earliest time at which a delivery is due; null: nothing is pending. */
  readonly dueAt: Instant | null
  /** Its deliveries that are being sent, on all nodes. */
  readonly inFlight: number
  /** The number that this process sends; undefined: all. */
  readonly inFlightHere?: number
  /** The most that this process may send at once, by recent results; null: none yet. */
  readonly window: number | null
  readonly breaker: Breaker
  /** See domain/flow/rate.ts. */
  readonly rateNextAt: Instant
}

export interface QueueLimits {
  readonly now: Instant
  /** For webhooks without a limit of their own. */
  readonly concurrencyMax: number
  /** For receivers without recent results. */
  readonly windowFirst: number
}

type QueuedWebhook = Pick<Webhook, 'enabled' | 'concurrencyMax' | 'rateLimit'>

const WINDOW_MAX = 1_000

/** Adds one after an accepted attempt and halves after a failed one: a receiver that begins to hang holds few slots. */
export function windowAfter(window: number, signal: HealthSignal): number {
  if (signal.kind === 'healthy') return Math.min(window + 1, WINDOW_MAX)
  return signal.kind === 'failing' ? Math.max(1, window >> 1) : window
}

/** Returns how many deliveries this queue alone allows to claim now. */
export function capacityOf(queue: WebhookQueueState, webhook: QueuedWebhook, limits: QueueLimits): number {
  const { now } = limits
  const everywhere = mostUnderWay(queue.breaker, webhook, limits) - queue.inFlight
  const here = windowOf(queue, limits) - (queue.inFlightHere ?? queue.inFlight)
  const permits = webhook.rateLimit === null ? here : permitsLeft(webhook.rateLimit, queue.rateNextAt, now)
  return Math.max(0, Math.min(everywhere, here, permits))
}

/** Returns how many attempts to the webhook may be under way at once on all nodes. */
export function mostUnderWay(breaker: Breaker, webhook: QueuedWebhook, limits: QueueLimits): number {
  return Math.min(webhook.concurrencyMax ?? limits.concurrencyMax, attemptsAllowed(breaker, limits.now))
}

/** Returns when there may be something to claim, if no attempt ends before; null: not without that. */
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
