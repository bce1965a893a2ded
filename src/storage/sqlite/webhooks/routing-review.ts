import type { EventId, WebhookId } from '../../../domain/ids.ts'
import { reviewScripts } from '../../scripts/routing-review.ts'
import { runStep } from '../../transactions/transaction-script.ts'
import type { SyncMethods } from '../connection/run-script.ts'
import type { SqliteDeps } from '../node-memory/deps.ts'

export function reviewMethods({ db, records, webhooks, catchUp }: SqliteDeps) {
  // The planner would search all that is left to send to the webhook.
  const selectReceiverStates = db
    .prepare<[eventIds: string, webhookId: WebhookId], EventId>(
      `SELECT DISTINCT event_id FROM deliveries INDEXED BY deliveries_by_event
       WHERE event_id IN (SELECT value FROM json_each(?)) AND webhook_id = ?
         AND (finished_at IS NULL OR state = 'delivered')`,
    )
    .pluck()
  const scripts = reviewScripts({
    webhooks: () => runStep(() => new Map(webhooks.all().map((webhook) => [webhook.id, webhook]))),
    see: (row) => catchUp.see(row),
    seeState: (row) => catchUp.seeState(row),
  })
  return {
    ...records.methodsOf(scripts),
    findReceiverState: (webhookId, eventIds) => selectReceiverStates.all(JSON.stringify(eventIds), webhookId),
  } satisfies Partial<SyncMethods>
}
