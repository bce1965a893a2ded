import type { DeliveryState } from '../../../domain/delivery/delivery.ts'
import { CLOSED } from '../../../domain/flow/breaker.ts'
import { countStates, receiverOfWebhook, reviewNotNotified } from '../../../domain/routing/routing-review.ts'
import type { DeliveryId, WebhookId } from '../../../domain/ids.ts'
import { silencesAt } from '../../scripts/silences.ts'
import { revisionsAt } from '../../scripts/webhook-rows.ts'
import { toBreaker, type FlowRow } from '../../rows/flow-row.ts'
import type { StoreMethods } from '../../store.ts'
import { runReading } from '../connection/run-script.ts'
import { deliveryListMethods } from '../history/delivery-lists.ts'
import type { Deps } from '../node-memory/deps.ts'

interface StateRow {
  readonly state: DeliveryState
  /** JSON: webhooks with a delivery in this state. */
  readonly webhook_ids: string
}

// JSON, because 10,000 rows take longer to read than to find.
const STATES = `SELECT state, json_agg(webhook_id)::text AS webhook_ids FROM (
    SELECT state, webhook_id FROM deliveries WHERE event_id = $1
    UNION ALL
    SELECT state, webhook_id FROM ended_deliveries WHERE event_id = $1 AND event_at = $2
  ) AS receiver_states GROUP BY state`

/** Selects the heads of the alert queues in which these wait. */
export const AHEAD = `SELECT waiting.id, head.id AS ahead_id FROM deliveries AS waiting CROSS JOIN LATERAL (
    SELECT id FROM deliveries
    WHERE subject = waiting.subject AND webhook_id = waiting.webhook_id AND state <> 'waiting' LIMIT 1
  ) AS head WHERE waiting.id = ANY ($1) AND waiting.state = 'waiting'`

export const FLOWS = 'SELECT * FROM webhook_flow WHERE webhook_id = ANY ($1)'

export function routingMethods({
  database,
  webhooks,
}: Deps): Pick<StoreMethods, 'reviewRouting' | 'listRoutedWebhooks'> {
  const { listDeliveries } = deliveryListMethods(database)
  return {
    async listRoutedWebhooks() {
      const known = await database.transaction((transaction) => webhooks.all(transaction))
      return [...known.values()]
    },

    async reviewRouting(event, { openNotificationsMax, notNotifiedMax }, now) {
      const [newest, states, known, former, silences] = await Promise.all([
        listDeliveries({ eventId: event.id }, { limit: openNotificationsMax }),
        database.list<StateRow>(STATES, [event.id, event.acceptedAt]),
        database.transaction((transaction) => webhooks.all(transaction)),
        runReading(database, revisionsAt(event.acceptedAt)),
        runReading(database, silencesAt(event.acceptedAt)),
      ])
      const [breakers, ahead] = await Promise.all([
        database.list<FlowRow>(FLOWS, [newest.map(({ webhookId }) => webhookId)]),
        database.list<{ id: DeliveryId; ahead_id: DeliveryId }>(AHEAD, [newest.map(({ id }) => id)]),
      ])
      const breakerOf = new Map(breakers.map((row) => [row.webhook_id, toBreaker(row)]))
      const aheadOf = new Map(ahead.map(({ id, ahead_id }) => [id, ahead_id]))
      const counted = states.map(({ state, webhook_ids }) => ({
        state,
        webhookIds: JSON.parse(webhook_ids) as readonly WebhookId[],
      }))
      const notifiedIds = new Set(counted.flatMap(({ webhookIds }) => webhookIds))
      return {
        notified: newest.map((delivery) => {
          const { id, webhookId } = delivery
          const webhook = known.get(webhookId)
          const receiver = receiverOfWebhook(breakerOf.get(webhookId) ?? CLOSED, now)
          return { delivery, webhook, aheadId: aheadOf.get(id), ...receiver }
        }),
        notifiedCounts: countStates(counted.flatMap(({ state, webhookIds }) => webhookIds.map(() => state))),
        ...reviewNotNotified(
          event,
          { current: known, former, silences },
          { notifiedIds, max: notNotifiedMax },
        ),
      }
    },
  }
}
