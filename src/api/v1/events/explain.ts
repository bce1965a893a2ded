import type { ApiDeps } from '../../deps/api-deps.ts'
import { Type } from '../../routes/schema-builder.ts'
import type { Event } from '../../../domain/alert/event.ts'
import {
  explainNotNotified,
  explainNotified,
  type NotNotifiedFacts,
  type NotifiedFacts,
} from '../../../domain/routing/explanation.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { RoutingReview } from '../../../domain/routing/routing-review.ts'
import { defineRoute, type Route } from '../../routes/route.ts'
import { found } from '../by-id.ts'
import { deliveryResource, type ShownDelivery } from '../deliveries/delivery-wire.ts'
import { eventSchema, toEventWire } from '../reports/event-wire.ts'
import { NOT_NOTIFIED_MAX, NOT_NOTIFIED_ORDER, notNotifiedCountsSchema, notNotified } from './not-notified.ts'
import { resourceOf } from '../resource.ts'
import { nullableText } from '../shapes.ts'
import { toWaitsForWire, waitsForMember } from '../deliveries/waits-for-wire.ts'

/** Deliveries that the explanation of an event has, the newest: `/v1/deliveries?event_id=` has them all. */
export const OPEN_NOTIFICATIONS_MAX = 100

const sentence = Type.String({ description: 'The explanation as text.' })

interface ExplainedDelivery extends ShownDelivery {
  readonly facts: NotifiedFacts
}

const explainedDelivery = resourceOf<ExplainedDelivery>()(
  {
    ...deliveryResource.list,
    webhook_name: [
      nullableText('The name of the webhook; null: it has been deleted.'),
      ({ facts: { webhook } }) => webhook?.name ?? null,
    ],
    because: [
      Type.Enum(['match', 'closing', 'fallback', 'reroute'], {
        description:
          'match: the webhook matches the event; closing: it is no longer for the webhook, whose receiver had been notified before and is told so; fallback: another webhook could not be notified, see `fallback_of`; reroute: the operation `operation_id` brought it here.',
      }),
      becauseOf,
    ],
    waits_for: [waitsForMember, ({ facts }) => toWaitsForWire(facts)],
    sentence: [sentence, ({ facts }) => explainNotified(facts)],
  },
  { title: 'ExplainedDelivery' },
)

const explainedNotNotified = resourceOf<NotNotifiedFacts>()(
  { ...notNotified.list, sentence: [sentence, explainNotNotified] },
  { title: 'ExplainedNotNotified' },
)

const stateCount = Type.Integer({ minimum: 0 })

const notifiedCountsSchema = Type.Object(
  {
    waiting: stateCount,
    pending: stateCount,
    sending: stateCount,
    delivered: stateCount,
    failed: stateCount,
    cancelled: stateCount,
    superseded: stateCount,
    outdated: stateCount,
  },
  { title: 'NotifiedCounts', description: 'The number of deliveries in each state.' },
)

const explanationSchema = Type.Object(
  {
    event: eventSchema,
    notified: Type.Array(explainedDelivery.schema, {
      maxItems: OPEN_NOTIFICATIONS_MAX,
      description: `The webhooks that are notified, and how that goes, oldest first; the newest ${OPEN_NOTIFICATIONS_MAX}.`,
    }),
    notified_counts: notifiedCountsSchema,
    not_notified: Type.Array(explainedNotNotified.schema, {
      maxItems: NOT_NOTIFIED_MAX,
      description: `The webhooks that are not notified, and why: ${NOT_NOTIFIED_ORDER}.`,
    }),
    not_notified_counts: notNotifiedCountsSchema,
    undecided: Type.Array(Type.String(), {
      description:
        'The silences and webhooks whose patterns are above the budget, and could not tell: such a silence holds nothing, such a webhook is notified.',
    }),
  },
  { title: 'Explanation' },
)

/** Explains why webhooks were notified of an event, or were not. */
export function explainRoutes({ store, clock }: ApiDeps): readonly Route[] {
  const route = defineRoute({
    route: 'GET /v1/events/:id/explain',
    scope: 'deliveries:read',
    id: 'explainEvent',
    summary: 'Explain which webhooks an event notified, which it did not, and why',
    description:
      'Tocsin decides which webhooks to notify when it accepts the event. The reasons for the others are those of that moment, also if the webhook was changed or deleted since; `changed_since` says so.',
    noun: 'event',
    responses: { 200: { description: 'The explanation.', schema: explanationSchema } },
    handler: async ({ id }) => {
      const event = found(await store.findEvent(id), 'event', id)
      const now = clock.now()
      const limits = { openNotificationsMax: OPEN_NOTIFICATIONS_MAX, notNotifiedMax: NOT_NOTIFIED_MAX }
      const review = await store.reviewRouting(event, limits, now)
      return { status: 200, body: toExplanationWire(event, review, now) }
    },
  })
  return [route]
}

export function toExplanationWire(event: Event, review: RoutingReview, now: Instant) {
  const deliveries = review.notified.map(({ delivery }) => delivery)
  const factsOf = (notified: (typeof review.notified)[number]): NotifiedFacts => ({
    ...notified,
    fallbackDelivery: deliveries.find(({ fallbackOf }) => fallbackOf === notified.delivery.id),
    continuesAs:
      event.kind === 'alert' && review.closingIds.has(notified.delivery.webhookId)
        ? event.newState
        : undefined,
    now,
  })
  return {
    event: toEventWire(event),
    notified: review.notified
      .toReversed()
      .map((notified) => explainedDelivery.toWire({ ...notified.delivery, event, facts: factsOf(notified) })),
    notified_counts: review.notifiedCounts,
    not_notified: review.notNotified.map((facts) => explainedNotNotified.toWire({ ...facts, event })),
    not_notified_counts: review.notNotifiedCounts,
    undecided: [...review.undecided],
  }
}

function becauseOf({ isFallback, operationId, facts }: ExplainedDelivery) {
  if (isFallback) return 'fallback'
  if (operationId !== null) return 'reroute'
  return facts.continuesAs === undefined ? 'match' : 'closing'
}
