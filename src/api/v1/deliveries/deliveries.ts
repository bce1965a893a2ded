import type { ApiDeps } from '../../deps/api-deps.ts'
import type { Static } from 'typebox'
import { defineRoute, type Route, Type } from '../../routes/route.ts'
import type { Delivery } from '../../../domain/delivery/delivery.ts'
import { DELIVERY_FILTERS } from '../../../domain/filter/delivery-filters.ts'
import type { PageRequest } from '../../../domain/page.ts'
import { knownOnly } from '../../../domain/without-undefined.ts'
import { actorOf } from '../../auth/actor.ts'
import {
  attemptResource,
  deliveryResource,
  listedDelivery,
  toListedWires,
  toWaitsForWire,
  waitsForMember,
} from './delivery-wire.ts'
import { fittingDeliveries } from './delivery-filter.ts'
import { eventSchema, findBriefEvents, toEventWire } from '../reports/event-wire.ts'
import { found, parametersOf } from '../read-routes.ts'
import { pageSchema, PAGING, readFilteredPage, splitPaging } from '../paging.ts'
import { statesOfList } from './operation-body.ts'
import { defineQuery } from '../query.ts'
import { idSchema, nullable, nullableText } from '../resource.ts'

/** The attempts that a delivery shows. */
export const ATTEMPTS_SHOWN_MAX = 1_000
/** Limits the characters of their requests and responses together. */
export const ATTEMPTS_CHARACTERS_MAX = 2_000_000

const query = defineQuery({ ...PAGING, ...parametersOf(DELIVERY_FILTERS) })

const whyNotNow = { waits_for: waitsForMember }

const changedDeliverySchema = Type.Object(
  { ...deliveryResource.schema.properties, ...whyNotNow },
  { title: 'ChangedDelivery' },
)

const insteadSchema = Type.Object('FallbackDelivery', {
  delivery_id: idSchema('The delivery to the fallback.'),
  webhook_id: idSchema('The fallback.'),
  webhook_name: nullableText('Its name; null: it has been deleted.'),
})

const deliveryWithAttemptsSchema = Type.Object('DeliveryWithAttempts', {
  ...deliveryResource.schema.properties,
  webhook_name: nullableText('The name of the webhook; null: it has been deleted.'),
  webhook_enabled: nullable(Type.Boolean(), 'Whether the webhook is enabled; null: it has been deleted.'),
  ...whyNotNow,
  escalated: nullable(
    insteadSchema,
    'The fallback that is notified because this delivery failed or did not arrive in time; null: none is.',
  ),
  attempts: Type.Array(attemptResource.schema, {
    maxItems: ATTEMPTS_SHOWN_MAX,
    description: `The newest ${ATTEMPTS_SHOWN_MAX} attempts, oldest first. Beyond a few megabytes, request and response of older ones are null.`,
  }),
  event: nullable(eventSchema, 'The event.'),
})

export function deliveryRoutes(deps: ApiDeps): readonly Route[] {
  return [listDeliveries(deps), getDelivery(deps), retryDelivery(deps), cancelDelivery(deps)]
}

function listDeliveries({ store }: ApiDeps): Route {
  return defineRoute({
    route: 'GET /v1/deliveries',
    scope: 'deliveries:read',
    id: 'listDeliveries',
    summary: 'List deliveries, newest first',
    query: query.schema,
    responses: { 200: { description: 'A page of deliveries.', schema: pageSchema(listedDelivery.schema) } },
    handler: async (input) => {
      const { page, filter: given } = splitPaging(query.parse(input.query))
      const { undelivered, kind, severities, server, search, labels, ...rest } = given
      const states = statesOfList(rest.states, undelivered)
      const filter = { ...rest, ...(states && { states }) }
      const read = (page: PageRequest) => store.listDeliveries(filter, page)
      const fitting = fittingDeliveries(knownOnly({ kind, severities, server, search, labels }), store)
      const { items, next } = await readFilteredPage(page, read, fitting)
      return { status: 200, body: { items: await toListedWires(items, store), next } }
    },
  })
}

function getDelivery({ store, clock }: ApiDeps): Route {
  return defineRoute({
    route: 'GET /v1/deliveries/:id',
    scope: 'deliveries:read',
    id: 'getDelivery',
    summary: 'Read one delivery with every attempt',
    noun: 'delivery',
    responses: { 200: ['The delivery.', deliveryWithAttemptsSchema] },
    handler: async ({ id }) => {
      const now = clock.now()
      const reviewed = found(await store.reviewDelivery(id, now), 'delivery', id)
      const { delivery, webhook, instead } = reviewed
      const attempts = await store.listAttempts(id, {
        limit: ATTEMPTS_SHOWN_MAX,
        charactersMax: ATTEMPTS_CHARACTERS_MAX,
      })
      const event = await store.findEvent(delivery.eventId)
      const body = {
        ...deliveryResource.toWire({ ...delivery, event }),
        webhook_name: webhook?.name ?? null,
        webhook_enabled: webhook?.enabled ?? null,
        waits_for: toWaitsForWire({ ...reviewed, now }),
        escalated: instead
          ? {
              delivery_id: instead.delivery.id,
              webhook_id: instead.delivery.webhookId,
              webhook_name: instead.webhookName,
            }
          : null,
        attempts: attempts.map(attemptResource.toWire),
        event: event ? toEventWire(event) : null,
      }
      return { status: 200, body }
    },
  })
}

function retryDelivery({ store, clock, wake }: ApiDeps): Route {
  return defineRoute({
    route: 'POST /v1/deliveries/:id/retry',
    scope: 'deliveries:write',
    id: 'retryDelivery',
    summary: 'Send a delivery now, or once more',
    description:
      'A failed, cancelled, delivered or pending delivery starts its retry schedule again and is the next to be sent to its webhook, even if the receiver is paused. If something still holds it, `waits_for` says what.',
    noun: 'delivery',
    responses: {
      200: ['The delivery as it is now.', changedDeliverySchema],
      409: 'The delivery is waiting, being sent, superseded or outdated; or its receiver, in current-state mode, has that state already.',
    },
    handler: async (input) => {
      const { id } = input
      const delivery = await store.retryDelivery(id, clock.now(), actorOf(input))
      const body = await toChangedWire(delivery, { store, clock })
      wake()
      return { status: 200, body }
    },
  })
}

function cancelDelivery({ store, clock, wake }: ApiDeps): Route {
  return defineRoute({
    route: 'POST /v1/deliveries/:id/cancel',
    scope: 'deliveries:write',
    id: 'cancelDelivery',
    summary: 'Cancel a delivery',
    description: 'The next delivery of the same alert or job follows.',
    noun: 'delivery',
    responses: {
      200: ['The delivery as it is now.', changedDeliverySchema],
      409: 'The delivery has ended, or is being sent right now.',
    },
    handler: async (input) => {
      const { id } = input
      const delivery = await store.cancelDelivery(id, clock.now(), actorOf(input))
      const events = await findBriefEvents(store, [delivery])
      wake()
      const body = {
        ...deliveryResource.toWire({ ...delivery, event: events.get(delivery.eventId) }),
        waits_for: null,
      }
      return { status: 200, body }
    },
  })
}

/** Returns the delivery as the change left it, without later changes. */
async function toChangedWire(
  delivery: Delivery,
  { store, clock }: Pick<ApiDeps, 'store' | 'clock'>,
): Promise<Static<typeof changedDeliverySchema>> {
  const now = clock.now()
  const reviewed = await store.reviewDelivery(delivery.id, now)
  const waits_for = reviewed ? toWaitsForWire({ ...reviewed, delivery, now }) : null
  const events = await findBriefEvents(store, [delivery])
  return { ...deliveryResource.toWire({ ...delivery, event: events.get(delivery.eventId) }), waits_for }
}
