import type { Database } from 'better-sqlite3'
import type { DeliveryId, WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import { summariseQueues, type QueuesSummary } from '../../../domain/overview/backlog.ts'
import { PAUSED_COUNTED_MAX, type PausedBacklog } from '../../../domain/overview/overview.ts'
import { countDifferences } from '../../scripts/receiver-states.ts'
import { toWebhookHealth } from '../../rows/flow-row.ts'
import { COUNTED_MAX, FALLBACK_FOR_MAX, type Backlog, type WebhookHealth } from '../../store.ts'
import { firstDueFinder } from '../queue/first-due.ts'
import type { SqliteDeps } from '../node-memory/deps.ts'

export function healthMethods({ db, records, queues, counts: backlog, webhooks }: SqliteDeps) {
  // Counting a whole queue, or searching the history, would block other calls.
  const countStates = db.prepare<[webhookId: WebhookId, limit: number], { state: string; count: number }>(
    `SELECT state, count(*) AS count FROM
       (SELECT state FROM deliveries INDEXED BY deliveries_alert_queue WHERE webhook_id = ? AND finished_at IS NULL LIMIT ?) GROUP BY state`,
  )
  const firstDueOf = firstDueFinder(db)
  const countPaused = pausedCounter(db)
  const summarise = (now: Instant) =>
    summariseQueues(
      Array.from(queues.all(), ({ webhookId, dueAt, breaker }) => ({
        webhookId,
        breaker,
        enabled: webhooks.find(webhookId)?.enabled === true,
        firstDueAt: () => (dueAt !== null && dueAt <= now ? firstDueOf(webhookId) : null),
      })),
      now,
    )
  return {
    findHealth(webhookId: WebhookId, now: Instant): WebhookHealth | undefined {
      const webhook = webhooks.find(webhookId)
      if (!webhook) return undefined
      const { breaker } = queues.of(webhookId)
      const nextDueAt = webhook.enabled ? firstDueOf(webhookId) : null
      const counted = countStates.all(webhookId, COUNTED_MAX)
      const counts = Object.fromEntries(counted.map(({ state, count }) => [state, count]))
      const fallbackFor = webhooks
        .all()
        .filter(({ id, fallbackWebhookId }) => fallbackWebhookId === webhookId && id !== webhookId)
        .slice(0, FALLBACK_FOR_MAX)
        .map(({ id }) => id)
      return toWebhookHealth({ webhookId, breaker, counts, nextDueAt, fallbackFor }, now)
    },
    countBacklog(now: Instant): Backlog {
      const { standingStill, ...summary } = summarise(now)
      return {
        ...backlog.get(),
        ...summary,
        paused: countPaused(standingStill),
        ...records.run(countDifferences()),
      }
    },
    summariseQueues(now: Instant): Pick<QueuesSummary, 'oldestDueAt' | 'rejectingWebhooks'> {
      const { oldestDueAt, rejectingWebhooks } = summarise(now)
      return { oldestDueAt, rejectingWebhooks }
    },
  }
}

function pausedCounter(db: Database): (webhookIds: readonly WebhookId[]) => PausedBacklog {
  // The index is enough: ids are in the order of deliveries.
  const countUnfinished = db.prepare<
    [webhookId: WebhookId, limit: number],
    { count: number; first: DeliveryId | null }
  >(
    `SELECT count(*) AS count, min(id) AS first FROM (SELECT id FROM deliveries INDEXED BY deliveries_alert_queue
       WHERE webhook_id = ? AND finished_at IS NULL LIMIT ?)`,
  )
  const selectMadeAt = db
    .prepare<[DeliveryId], Instant>('SELECT created_at FROM deliveries WHERE id = ?')
    .pluck()
  return (webhookIds) => {
    let [deliveryCount, webhookCount, firstId] = [0, 0, Infinity]
    for (const id of webhookIds) {
      const left = Math.max(1, PAUSED_COUNTED_MAX - deliveryCount)
      const { count = 0, first = null } = countUnfinished.get(id, left) ?? {}
      if (first === null) continue
      deliveryCount = Math.min(deliveryCount + count, PAUSED_COUNTED_MAX)
      webhookCount += 1
      firstId = Math.min(firstId, first)
    }
    const oldestMadeAt = webhookCount === 0 ? null : (selectMadeAt.get(firstId) ?? null)
    return { deliveryCount, webhookCount, oldestMadeAt }
  }
}
