import type { Static } from 'typebox'
import { Type } from '../schema-builder.ts'
import type { Clock } from '../../clock.ts'
import type { Delivery } from '../../domain/delivery.ts'
import {
  explainNotTold,
  explainTold,
  waitsFor,
  type NotToldFacts,
  type ToldFacts,
  type WaitsFor,
} from '../../domain/explanation.ts'
import { formatInstant } from '../../domain/instant.ts'
import type { Store } from '../../storage/store.ts'
import { parsePathId } from '../path-id.ts'
import { defineRoute, type Route } from '../route.ts'
import { found, ID_PARAMS } from './by-id.ts'
import { deliveryMembers, toDeliveryWire } from './delivery-wire.ts'
import { eventSchema, toEventWire } from './event-wire.ts'
import {
  NOT_TOLD_MAX,
  NOT_TOLD_ORDER,
  notToldCountsSchema,
  notToldMembers,
  toNotToldWire,
} from './not-told.ts'
import { NO_QUERY } from './query.ts'
import { nullable, nullableText } from './shapes.ts'

/** `/v1/deliveries?event_id=` has them all. */
const TOLD_MAX = 100

export interface ExplainRouteDeps {
  readonly store: Pick<Store, 'findEvent' | 'reviewTelling'>
  readonly clock: Clock
}

const sentence = Type.String({ description: 'All of it in plain words.' })

const waitsForSchema = Type.Object(
  {
    kind: Type.Enum(['delivery', 'enabling', 'due_time', 'pause', 'rate_limit'], {
      description:
        'delivery: an earlier one about the same alert or job goes first; enabling: the webhook is disabled; due_time: the next attempt comes later; pause: its receiver fails, or asked for time; rate_limit: it is due, and leaves when the limits of the webhook allow.',
    }),
    delivery_id: nullable(Type.Integer({ minimum: 1 }), 'Of `delivery`: which one goes first.'),
    until: nullable(Type.String({ format: 'date-time' }), 'Of `due_time` and `pause`: how long.'),
    reason: nullableText(
      'Of `enabling`: why the service itself disabled the webhook; of `pause`: the attempt that led to it.',
    ),
  },
  { title: 'WaitsFor' },
)

const toldSchema = Type.Object(
  {
    ...deliveryMembers,
    webhook_name: nullableText('The name of the webhook; null: it has been deleted.'),
    because: Type.Enum(['match', 'fallback', 'reroute'], {
      description:
        'match: the webhook was to be told of such an event; fallback: the delivery `fallback_of` had failed; reroute: the operation `operation_id` brought it here.',
    }),
    waits_for: nullable(waitsForSchema, 'Why not yet; null: nothing holds it.'),
    sentence,
  },
  { title: 'ExplainedDelivery' },
)

const stateCount = Type.Integer({ minimum: 0 })

const toldCountsSchema = Type.Object(
  {
    waiting: stateCount,
    pending: stateCount,
    sending: stateCount,
    delivered: stateCount,
    failed: stateCount,
    cancelled: stateCount,
  },
  { title: 'ToldCounts', description: 'How many deliveries the event has in each state: all of them.' },
)

const explanationSchema = Type.Object(
  {
    event: eventSchema,
    told: Type.Array(toldSchema, {
      maxItems: TOLD_MAX,
      description: `Who is told, and how that goes, oldest first; the newest ${TOLD_MAX}.`,
    }),
    told_counts: toldCountsSchema,
    not_told: Type.Array(Type.Object({ ...notToldMembers, sentence }, { title: 'ExplainedNotTold' }), {
      maxItems: NOT_TOLD_MAX,
      description: `Who is not told, and why: ${NOT_TOLD_ORDER}.`,
    }),
    not_told_counts: notToldCountsSchema,
  },
  { title: 'Explanation' },
)

/** Why was somebody told, or nobody? */
export function explainRoutes({ store, clock }: ExplainRouteDeps): readonly Route[] {
  const route = defineRoute({
    method: 'GET',
    path: '/v1/events/:id/explain',
    scope: 'deliveries:read',
    id: 'explainEvent',
    summary: 'Explain who was told of an event, who was not, and why',
    description:
      'Who is told is decided when the event is accepted, and does not change after that. Why a webhook was not told is found out when it is asked, by what the webhook is now; `changed_since` says if it was another then.',
    tag: 'events',
    params: ID_PARAMS,
    query: NO_QUERY,
    answers: { 200: { description: 'The explanation.', schema: explanationSchema } },
    handler: async ({ params }) => {
      const id = parsePathId(params.id, 'event')
      const event = found(await store.findEvent(id), 'event', id)
      const now = clock.now()
      const limits = { toldMax: TOLD_MAX, notToldMax: NOT_TOLD_MAX }
      const telling = await store.reviewTelling(event, limits, now)
      const deliveries = telling.told.map(({ delivery }) => delivery)
      const factsOf = (told: (typeof telling.told)[number]): ToldFacts => ({
        ...told,
        fallbackDelivery: deliveries.find(({ fallbackOf }) => fallbackOf === told.delivery.id),
        now,
      })
      const body = {
        event: toEventWire(event),
        told: telling.told.toReversed().map((told) => toToldWire(factsOf(told))),
        told_counts: telling.toldCounts,
        not_told: telling.notTold.map((notTold) => toExplainedNotTold({ ...notTold, event })),
        not_told_counts: telling.notToldCounts,
      }
      return { status: 200, body }
    },
  })
  return [route]
}

function toToldWire(facts: ToldFacts): Static<typeof toldSchema> {
  const { delivery, webhook } = facts
  return {
    ...toDeliveryWire(delivery),
    webhook_name: webhook?.name ?? null,
    because: becauseOf(delivery),
    waits_for: toWaitsForWire(waitsFor(facts)),
    sentence: explainTold(facts),
  }
}

function becauseOf({ fallbackOf, operationId }: Delivery): 'match' | 'fallback' | 'reroute' {
  if (fallbackOf !== null) return 'fallback'
  return operationId === null ? 'match' : 'reroute'
}

function toWaitsForWire(reason: WaitsFor | undefined): Static<typeof waitsForSchema> | null {
  if (!reason) return null
  return {
    kind: reason.kind,
    delivery_id: reason.kind === 'delivery' ? reason.deliveryId : null,
    until: 'until' in reason ? formatInstant(reason.until) : null,
    reason: 'reason' in reason ? reason.reason : null,
  }
}

function toExplainedNotTold(facts: NotToldFacts) {
  return { ...toNotToldWire(facts), sentence: explainNotTold(facts) }
}
