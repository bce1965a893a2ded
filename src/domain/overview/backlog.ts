import { earlierOf, type Instant } from '../instant.ts'
import { isPaused, standsStill, type Breaker } from '../flow/breaker.ts'
import type { WebhookId } from '../ids.ts'
import { healthStateOf, receiverHealthOf } from './receiver-health.ts'

interface QueueOfBacklog {
  readonly webhookId: WebhookId
  readonly breaker: Breaker
  readonly enabled: boolean
  /** When the longest due delivery fell due; called only if needed. Null: nothing is due. */
  readonly firstDueAt: () => Instant | null
}

export interface QueuesSummary {
  /** Since when the longest due delivery waits that may be sent. */
  readonly oldestDueAt: Instant | null
  readonly pausedWebhooks: number
  readonly lateWebhooks: number
  /** Webhooks whose receivers rejected something in the last `REJECTING_MS`. */
  readonly rejectingWebhooks: number
  /** Enabled webhooks whose deliveries wait for their receiver. */
  readonly standingStill: readonly WebhookId[]
  /** Since when a failing receiver has waited longest for its next probe; null: no probe is due. */
  readonly probeDueAt: Instant | null
}

export function summariseQueues(queues: Iterable<QueueOfBacklog>, now: Instant): QueuesSummary {
  let oldestDueAt: Instant | null = null
  let probeDueAt: Instant | null = null
  let [pausedWebhooks, lateWebhooks, rejectingWebhooks] = [0, 0, 0]
  const standingStill: WebhookId[] = []
  for (const { webhookId, breaker, enabled, firstDueAt } of queues) {
    if (isPaused(breaker, now)) pausedWebhooks += 1
    if (!enabled) continue
    const health = receiverHealthOf(breaker, now)
    if (healthStateOf(health, { enabled }) === 'rejecting' && health.isRejectingLately) rejectingWebhooks += 1
    if (standsStill(breaker, now)) {
      standingStill.push(webhookId)
      const dueAt = isPaused(breaker, now) ? null : firstDueAt()
      if (dueAt !== null && dueAt <= now) {
        probeDueAt = earlierOf(probeDueAt, Math.max(dueAt, breaker.pausedUntil ?? 0, breaker.askedUntil ?? 0))
      }
      continue
    }
    const dueAt = firstDueAt()
    if (dueAt === null || dueAt > now) continue
    if (oldestDueAt === null || dueAt < oldestDueAt) oldestDueAt = dueAt
    if (receiverHealthOf(breaker, now, dueAt).lateSince !== null) lateWebhooks += 1
  }
  return { oldestDueAt, pausedWebhooks, lateWebhooks, rejectingWebhooks, standingStill, probeDueAt }
}
