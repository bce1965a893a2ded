import { isPaused, standsStill, type Flow } from '../flow/flow.ts'
import type { WebhookId } from '../ids.ts'
import type { Instant } from '../instant.ts'
import { receiverHealthOf } from './receiver-health.ts'

interface LaneOfBacklog {
  readonly webhookId: WebhookId
  readonly flow: Flow
  /** Of its webhook. */
  readonly enabled: boolean
  /** Of its longest due delivery, which is asked for only if it matters; null: none is due. */
  readonly firstDueAt: () => Instant | null
}

export interface LanesSummary {
  /** Since when the longest due delivery waits whose receiver may be sent to. */
  readonly oldestDueAt: Instant | null
  readonly pausedWebhooks: number
  readonly lateWebhooks: number
  /** The enabled webhooks whose deliveries wait for their receiver. */
  readonly standingStill: readonly WebhookId[]
}

export function summariseLanes(lanes: Iterable<LaneOfBacklog>, now: Instant): LanesSummary {
  let oldestDueAt: Instant | null = null
  let [pausedWebhooks, lateWebhooks] = [0, 0]
  const standingStill: WebhookId[] = []
  for (const { webhookId, flow, enabled, firstDueAt } of lanes) {
    if (isPaused(flow, now)) pausedWebhooks += 1
    if (!enabled) continue
    if (standsStill(flow, now)) {
      standingStill.push(webhookId)
      continue
    }
    const dueAt = firstDueAt()
    if (dueAt === null || dueAt > now) continue
    if (oldestDueAt === null || dueAt < oldestDueAt) oldestDueAt = dueAt
    if (receiverHealthOf(flow, now, dueAt).lateSince !== null) lateWebhooks += 1
  }
  return { oldestDueAt, pausedWebhooks, lateWebhooks, standingStill }
}
