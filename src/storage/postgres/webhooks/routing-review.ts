import type { EventId } from '../../../domain/ids.ts'
import type { DeliveryRow } from '../../rows/delivery-row.ts'
import { reviewScripts } from '../../scripts/routing-review.ts'
import type { StoreMethods } from '../../store.ts'
import { runStep } from '../../transactions/transaction-script.ts'
import { methodsOf, runList } from '../connection/run-script.ts'
import type { Deps } from '../node-memory/deps.ts'

// OFFSET 0 has it start from the events: the webhook may have been notified of much else.
const HAS_STATE = `SELECT given.id FROM (SELECT id, accepted_at FROM events WHERE id = ANY ($1) OFFSET 0) AS given
WHERE EXISTS (
  SELECT FROM (SELECT webhook_id FROM deliveries WHERE event_id = given.id OFFSET 0) AS unfinished WHERE webhook_id = $2
) OR EXISTS (
  SELECT FROM (
    SELECT webhook_id, state FROM ended_deliveries WHERE event_at = given.accepted_at AND event_id = given.id OFFSET 0
  ) AS ended WHERE webhook_id = $2 AND state = 'delivered'
)`

export function reviewMethods({ database, webhooks }: Deps) {
  const reads = {
    webhooks: () => runStep(() => database.transaction((transaction) => webhooks.all(transaction))),
    see: (row: DeliveryRow) => row,
    seeState: ({ state }: Pick<DeliveryRow, 'state'>) => state,
  }
  return {
    ...methodsOf(database, reviewScripts(reads), {
      reviewRouting: { reads: runList },
      reviewDelivery: { reads: runList },
    }),

    async findReceiverState(webhookId, eventIds) {
      const rows = await database.list<{ id: EventId }>(HAS_STATE, [eventIds, webhookId])
      return rows.map(({ id }) => id)
    },
  } satisfies Partial<StoreMethods>
}
