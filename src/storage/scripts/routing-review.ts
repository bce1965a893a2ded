import type { Delivery, DeliveryState } from '../../domain/delivery/delivery.ts'
import { CLOSED } from '../../domain/flow/breaker.ts'
import type { DeliveryId, EventId, WebhookId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import type { NotifiedWebhook } from '../../domain/routing/routing-review.ts'
import { countStates, receiverOfWebhook, reviewNotNotified } from '../../domain/routing/routing-review.ts'
import type { Webhook } from '../../domain/webhook/webhook.ts'
import { type DeliveryRow, toDelivery } from '../rows/delivery-row.ts'
import { type FlowRow, toBreaker } from '../rows/flow-row.ts'
import type { Scripts, TransactionScript } from '../transactions/transaction-script.ts'
import { many, one, statement, together } from '../transactions/transaction-script.ts'
import { silencesAt } from './silences.ts'
import { revisionsAt } from './webhook-rows.ts'

export interface ReviewReads {
  readonly webhooks: () => TransactionScript<ReadonlyMap<WebhookId, Webhook>>
  /** Returns a row as it will be once the last change of its webhook has reached it. */
  readonly see: (row: DeliveryRow) => DeliveryRow
  readonly seeState: (row: Pick<DeliveryRow, 'webhook_id' | 'state'>) => DeliveryState
}

/** Finds deliveries, and explains who was notified of an event. */
export function reviewScripts(
  reads: ReviewReads,
): Scripts<'findDelivery' | 'findDeliveryAhead' | 'reviewDelivery' | 'reviewRouting' | 'listRoutedWebhooks'> {
  const { webhooks, see, seeState } = reads
  function* findDelivery(id: DeliveryId): TransactionScript<Delivery | undefined> {
    const row = yield* one(SELECT_ONE, { id })
    return row && toDelivery(see(row))
  }
  return {
    findDelivery,

    *findDeliveryAhead(id) {
      const [delivery, ahead] = yield* together([findDelivery(id), one(SELECT_AHEAD, { ids: `[${id}]` })])
      return delivery?.state === 'waiting' && ahead ? yield* findDelivery(ahead.aheadId) : undefined
    },

    *reviewDelivery(id, now) {
      const [row, known] = yield* together([one(SELECT_ONE, { id }), webhooks()])
      if (!row) return undefined
      const fallbackOf = row.finished_at === null ? 0 : id
      const [[notified], instead] = yield* together([
        explain(reads, [row], known, now),
        one(SELECT_INSTEAD, { eventId: row.event_id, acceptedAt: row.event_at ?? 0, fallbackOf }),
      ])
      const delivery = instead && toDelivery(see(instead))
      const webhookName = (delivery && known.get(delivery.webhookId)?.name) ?? null
      return notified && { ...notified, instead: delivery && { delivery, webhookName } }
    },

    *listRoutedWebhooks() {
      return [...(yield* webhooks()).values()]
    },

    *reviewRouting(event, { openNotificationsMax, notNotifiedMax }, now) {
      const ofEvent = { eventId: event.id, acceptedAt: event.acceptedAt }
      const [newest, states, current, former, silences] = yield* together([
        many(SELECT_NEWEST, { ...ofEvent, limit: openNotificationsMax }),
        many(SELECT_STATES, ofEvent),
        webhooks(),
        revisionsAt(event.acceptedAt),
        silencesAt(event.acceptedAt),
      ])
      const all = states.flatMap(({ state, webhookIds }) =>
        (JSON.parse(webhookIds) as readonly WebhookId[]).map((webhook_id) => ({ webhook_id, state })),
      )
      const notifiedIds = new Set(all.map(({ webhook_id }) => webhook_id))
      return {
        notified: yield* explain(reads, newest, current, now),
        notifiedCounts: countStates(all.map(seeState)),
        ...reviewNotNotified(event, { current, former, silences }, { notifiedIds, max: notNotifiedMax }),
      }
    },
  }
}

/** Explains why deliveries are not sent yet. */
function* explain(
  { see }: ReviewReads,
  rows: readonly DeliveryRow[],
  known: ReadonlyMap<WebhookId, Webhook>,
  now: Instant,
): TransactionScript<readonly NotifiedWebhook[]> {
  const deliveries = rows.map((row) => toDelivery(see(row)))
  const [flows, ahead] = yield* together([
    many(SELECT_FLOWS, { ids: JSON.stringify(deliveries.map(({ webhookId }) => webhookId)) }),
    many(SELECT_AHEAD, { ids: JSON.stringify(deliveries.map(({ id }) => id)) }),
  ])
  const breakers = new Map(flows.map((row) => [row.webhook_id, toBreaker(row)]))
  const aheadOf = new Map(ahead.map(({ id, aheadId }) => [id, aheadId]))
  return deliveries.map((delivery) => ({
    delivery,
    webhook: known.get(delivery.webhookId),
    aheadId: delivery.state === 'waiting' ? aheadOf.get(delivery.id) : undefined,
    ...receiverOfWebhook(breakers.get(delivery.webhookId) ?? CLOSED, now),
  }))
}

/** PostgreSQL knows when its event was accepted. */
type FoundRow = DeliveryRow & { readonly event_at?: Instant }

const SELECT_ONE = statement<{ id: DeliveryId }, FoundRow>(
  ({ deliveryOfId }) => `SELECT * FROM ${deliveryOfId} AS delivery`,
)

interface OfEvent {
  readonly eventId: EventId
  readonly acceptedAt: Instant
}

const SELECT_NEWEST = statement<OfEvent & { limit: number }, DeliveryRow>(
  ({ deliveriesOfEvent }) => `SELECT * FROM ${deliveriesOfEvent} AS delivery ORDER BY id DESC LIMIT @limit`,
)
const SELECT_INSTEAD = statement<OfEvent & { fallbackOf: DeliveryId }, DeliveryRow>(
  ({ deliveriesOfEvent }) =>
    `SELECT * FROM ${deliveriesOfEvent} AS delivery WHERE fallback_of = @fallbackOf LIMIT 1`,
)
/** JSON, because 10,000 rows take longer to read than to find. */
const SELECT_STATES = statement<OfEvent, { state: DeliveryState; webhookIds: string }>(
  ({ deliveriesOfEvent, jsonOf }) =>
    `SELECT state, ${jsonOf('webhook_id')} AS "webhookIds" FROM ${deliveriesOfEvent} AS delivery GROUP BY state`,
)

/** Selects the heads of the alert queues in which these wait. */
const SELECT_AHEAD = statement<{ ids: string }, { id: DeliveryId; aheadId: DeliveryId }>(
  ({ indexedBy, isAmong, isUnfinished }) => `SELECT * FROM (SELECT waiting.id, (
      SELECT id FROM deliveries AS delivery ${indexedBy('deliveries_alert_queue')}
      WHERE subject = waiting.subject AND webhook_id = waiting.webhook_id AND state <> 'waiting' AND ${isUnfinished} LIMIT 1
    ) AS "aheadId" FROM deliveries AS waiting WHERE ${isAmong('waiting.id', '@ids')} AND waiting.state = 'waiting'
  ) AS found WHERE "aheadId" IS NOT NULL`,
)

const SELECT_FLOWS = statement<{ ids: string }, FlowRow>(
  ({ isAmong }) => `SELECT * FROM webhook_flow WHERE ${isAmong('webhook_id', '@ids')}`,
)
