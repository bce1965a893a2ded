import type { DeliveryId, EventId, WebhookId } from '../../../domain/ids.ts'
import type { OperationRows } from '../../changes/delivery-rows.ts'
import { runStep } from '../../transactions/transaction-script.ts'
import { scanDeliveries } from '../history/delivery-lists.ts'
import type { SqliteDeps } from '../node-memory/deps.ts'

export function operationRows({ db, catchUp, events }: SqliteDeps): OperationRows {
  // The planner would search all that is left to send to the webhook.
  const selectReached = db.prepare<[EventId, WebhookId], unknown>(
    `SELECT 1 FROM deliveries INDEXED BY deliveries_by_event WHERE event_id = ? AND webhook_id = ? AND (finished_at IS NULL OR state = 'delivered') LIMIT 1`,
  )
  const setReason = db.prepare<[reason: string, id: DeliveryId]>(
    'UPDATE deliveries SET last_reason = ? WHERE id = ?',
  )
  return {
    advanced: { lastId: 0 },
    isCaughtUp: () => runStep(() => catchUp.isDone),

    nextDeliveries: ({ last_id: after, up_to_id: upToId }, filter, limit) =>
      runStep(() => scanDeliveries(db, filter, { after, upToId, limit })),

    eventKinds: (deliveries) =>
      runStep(
        () =>
          new Map(
            deliveries
              .flatMap(({ event_id: id }) => events.readEvent(id) ?? [])
              .map(({ id, kind }) => [id, kind]),
          ),
      ),

    lockEnded: (deliveries) => runStep(() => new Set(deliveries.map(({ id }) => id))),

    reached: (deliveries, webhookId) =>
      runStep(
        () =>
          new Set(
            deliveries
              .map(({ event_id: id }) => id)
              .filter((id) => selectReached.get(id, webhookId) !== undefined),
          ),
      ),

    setReason: (ended, reason) =>
      runStep(() => {
        for (const { id } of ended) setReason.run(reason, id)
      }),
  }
}
