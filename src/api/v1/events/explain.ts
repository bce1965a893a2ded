import { type Event, isReminder } from '../../../domain/alert/event.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { NotifiedFacts, NotNotifiedFacts } from '../../../domain/routing/explanation.ts'
import { explainNotified, explainNotNotified } from '../../../domain/routing/explanation.ts'
import type { NotNotifiedWebhook, RoutingReview } from '../../../domain/routing/routing-review.ts'
import { NOT_NOTIFIED_REASONS } from '../../../domain/routing/routing-review.ts'
import type { ApiDeps } from '../../deps/api-deps.ts'
import { defineRoute, type Route, Type } from '../../routes/route.ts'
import type { ShownDelivery } from '../deliveries/delivery-wire.ts'
import { deliveryResource, toWaitsForWire, waitsForMember } from '../deliveries/delivery-wire.ts'
import { found } from '../read-routes.ts'
import { eventSchema, toEventWire } from '../reports/event-wire.ts'
import { count, idSchema, nullableIdSchema, nullableText, resourceOf } from '../resource.ts'

/** The webhooks named among those not notified of an event; all others are counted. */
export const NOT_NOTIFIED_MAX = 100

export const NOT_NOTIFIED_ORDER = `first those that a change would let know of the next event, by \`reason\` (${NOT_NOTIFIED_REASONS.join(', ')}), and then by id; at most ${NOT_NOTIFIED_MAX}`

export const notNotified = resourceOf<NotNotifiedWebhook>()('NotNotified', {
  webhook_id: [idSchema('The webhook.'), ({ webhook }) => webhook.id],
  name: [Type.String('Its name.'), ({ webhook }) => webhook.name],
  reason: Type.Enum(
    NOT_NOTIFIED_REASONS,
    'made_later: the webhook was created later; payload_type: it is for the other kind of events; state: its flag for the new state is off; acknowledgements: it does not ask for acknowledgements, and this is one; maintenance_windows: it does not ask for maintenance windows, and this is one; match: the event does not meet its matchers; taken_by_others: it gets what no other webhook takes, and another one takes this; silenced: the silence `silence_id` held it; disabled; already_in_sync: it is in current-state mode, and its receiver had that state already or was sent a newer one; not_kept: it was changed since, and how it was then is not kept; unknown: it would have been notified, so its delivery is no longer kept.',
  ),
  silence_id: nullableIdSchema('The silence that held it; null: the reason is another one.'),
  changed_since: Type.Boolean(
    'True: the webhook was changed or deleted since the event. The reason is that of the event.',
  ),
  deleted: [Type.Boolean('True: the webhook was deleted since.'), 'isDeleted'],
})

export const notNotifiedCountsSchema = Type.Object(
  {
    disabled: count('Disabled webhooks.'),
    state: count('Webhooks whose flag for the new state is off.'),
    match: count('Webhooks whose matchers the event does not meet.'),
    acknowledgements: count('Webhooks that do not ask for acknowledgements, as the event is one.'),
    maintenance_windows: count('Webhooks that do not ask for maintenance windows, as the event is one.'),
    taken_by_others: count('Webhooks with `match: otherwise`, because another webhook takes the event.'),
    silenced: count('Webhooks whose notification a silence held.'),
    unknown: count('Webhooks that would have been notified: their deliveries are no longer kept.'),
    not_kept: count('Webhooks that were changed since, and of which nothing is kept from then.'),
    already_in_sync: count('Webhooks in current-state mode that were in sync or got a newer state.'),
    made_later: count('Webhooks that were created later.'),
    payload_type: count('Webhooks for the other kind of events.'),
  },
  { title: 'NotNotifiedCounts', description: 'The number of webhooks that are not notified, by reason.' },
)

/** The newest deliveries in an explanation; `/v1/deliveries?event_id=` has them all. */
export const OPEN_NOTIFICATIONS_MAX = 100

const sentence = Type.String('The explanation as text.')

interface ExplainedDelivery extends ShownDelivery {
  readonly facts: NotifiedFacts
}

const explainedDelivery = resourceOf<ExplainedDelivery>()('ExplainedDelivery', {
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
})

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

const explanationSchema = Type.Object('Explanation', {
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
  undecided: Type.Array(
    Type.String(),
    'The silences and webhooks whose patterns are above the budget, and could not tell: such a silence holds nothing, such a webhook is notified.',
  ),
})

export function explainRoutes({ store, clock }: ApiDeps): readonly Route[] {
  const route = defineRoute({
    route: 'GET /v1/events/:id/explain',
    scope: 'deliveries:read',
    id: 'explainEvent',
    summary: 'Explain which webhooks an event notified, which it did not, and why',
    description:
      'Tocsin decides which webhooks to notify when it accepts the event. The reasons for the others are those of that moment, also if the webhook was changed or deleted since; `changed_since` says so.',
    noun: 'event',
    responses: { 200: ['The explanation.', explanationSchema] },
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
    isReminder: isReminder(event),
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
