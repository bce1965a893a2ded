import type { Database } from 'better-sqlite3'
import { URGENCIES, type Urgency } from '../../../domain/delivery/urgency.ts'
import { earlierOf, type Instant } from '../../../domain/instant.ts'
import type { WebhookId } from '../../../domain/ids.ts'

/**
 * Finds the due time of a webhook's longest due delivery, or of its next; null: nothing is pending, or all is
 * held.
 */
export function firstDueFinder(db: Database): (webhookId: WebhookId) => Instant | null {
  const select = db
    .prepare<[WebhookId, Urgency], Instant>(
      `SELECT due_at FROM deliveries
       WHERE webhook_id = ? AND state = 'pending' AND queue_urgency = ? AND due_at IS NOT NULL ORDER BY due_at LIMIT 1`,
    )
    .pluck()
  return (webhookId) =>
    URGENCIES.map((urgency) => select.get(webhookId, urgency) ?? null).reduce(earlierOf, null)
}
