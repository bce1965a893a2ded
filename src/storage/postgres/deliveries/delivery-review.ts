import { CLOSED } from '../../../domain/flow/breaker.ts'
import type { DeliveryId, EventId } from '../../../domain/ids.ts'
import { receiverOfWebhook } from '../../../domain/routing/routing-review.ts'
import { toDelivery, type DeliveryRow } from '../../rows/delivery-row.ts'
import { toBreaker, type FlowRow } from '../../rows/flow-row.ts'
import type { StoreMethods } from '../../store.ts'
import { SELECT_ONE } from './deliveries.ts'
import { ENDED_COLUMNS, HOT_COLUMNS } from '../history/delivery-lists.ts'
import type { Deps } from '../node-memory/deps.ts'
import { AHEAD, FLOWS } from '../webhooks/routing-review.ts'

const INSTEAD = `SELECT ${HOT_COLUMNS} FROM deliveries WHERE event_id = $1 AND fallback_of = $3
  UNION ALL SELECT ${ENDED_COLUMNS} FROM ended_deliveries WHERE event_id = $1 AND event_at = $2 AND fallback_of = $3 LIMIT 1`

// OFFSET 0 has it start from the events: the webhook may have been notified of much else.
const HAS_STATE = `SELECT given.id FROM (SELECT id, accepted_at FROM events WHERE id = ANY ($1) OFFSET 0) AS given
WHERE EXISTS (
  SELECT FROM (SELECT webhook_id FROM deliveries WHERE event_id = given.id OFFSET 0) AS unfinished WHERE webhook_id = $2
) OR EXISTS (
  SELECT FROM (
    SELECT webhook_id, state FROM ended_deliveries WHERE event_at = given.accepted_at AND event_id = given.id OFFSET 0
  ) AS ended WHERE webhook_id = $2 AND state = 'delivered'
)`

export function deliveryReviewMethods({
  database,
  webhooks,
}: Deps): Pick<StoreMethods, 'reviewDelivery' | 'findReceiverState'> {
  return {
    async reviewDelivery(id, now) {
      const [[row], [ahead], known] = await Promise.all([
        database.read(SELECT_ONE, [id]),
        database.list<{ ahead_id: DeliveryId }>(AHEAD, [[id]]),
        database.transaction((transaction) => webhooks.all(transaction)),
      ])
      if (!row) return undefined
      const delivery = toDelivery(row)
      const { webhookId, eventId, finishedAt } = delivery
      const [[breaker], instead] = await Promise.all([
        database.list<FlowRow>(FLOWS, [[webhookId]]),
        finishedAt === null ? [] : database.list<DeliveryRow>(INSTEAD, [eventId, row.event_at, id]),
      ])
      const fallback = instead[0] && toDelivery(instead[0])
      const webhookName = (fallback && known.get(fallback.webhookId)?.name) ?? null
      return {
        delivery,
        webhook: known.get(webhookId),
        aheadId: ahead?.ahead_id,
        ...receiverOfWebhook(breaker ? toBreaker(breaker) : CLOSED, now),
        instead: fallback && { delivery: fallback, webhookName },
      }
    },

    async findReceiverState(webhookId, eventIds) {
      const rows = await database.list<{ id: EventId }>(HAS_STATE, [eventIds, webhookId])
      return rows.map(({ id }) => id)
    },
  }
}
