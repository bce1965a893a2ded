import type { ApiDeps } from '../../deps/api-deps.ts'
import { defineRoute, type Route, Type } from '../../routes/route.ts'
import type { Event } from '../../../domain/alert/event.ts'
import { asksForText, describeEvent, fitsText, type TextFilter } from '../../../domain/alert/text-filter.ts'
import { knownOnly } from '../../../domain/without-undefined.ts'
import { EVENTS } from '../../../domain/lists/indexed-lists.ts'
import type { PageRequest } from '../../../domain/page.ts'
import { deliveryResource } from '../deliveries/delivery-wire.ts'
import { alertEventResource, eventSchema, jobRunEventResource, toEventWire } from '../reports/event-wire.ts'
import {
  NOT_NOTIFIED_MAX,
  NOT_NOTIFIED_ORDER,
  notNotified as notNotifiedResource,
  notNotifiedCountsSchema,
} from './explain.ts'
import { pageSchema, PAGING, readFilteredPage, splitPaging } from '../paging.ts'
import { parametersOf, readOne } from '../read-routes.ts'
import { defineQuery } from '../query.ts'

/** Deliveries that one event shows; `/v1/deliveries?event_id=` has them all. */
const DELIVERIES_MAX = 500

const query = defineQuery({ ...PAGING, ...parametersOf(EVENTS.filters) })

const notifiedMembers = {
  deliveries: Type.Array(
    deliveryResource.schema,
    `The deliveries of the event, newest first; at most ${DELIVERIES_MAX}.`,
  ),
  not_notified: Type.Array(notNotifiedResource.schema, `Who is not, and why: ${NOT_NOTIFIED_ORDER}.`),
  not_notified_counts: notNotifiedCountsSchema,
}

const eventWithDeliveriesSchema = Type.Union(
  [
    Type.Object(
      { ...alertEventResource.schema.properties, ...notifiedMembers },
      { title: 'AlertEventWithDeliveries' },
    ),
    Type.Object(
      { ...jobRunEventResource.schema.properties, ...notifiedMembers },
      { title: 'JobRunEventWithDeliveries' },
    ),
  ],
  { title: 'EventWithDeliveries' },
)

export function eventRoutes(deps: ApiDeps): readonly Route[] {
  return [listEvents(deps), getEvent(deps)]
}

function listEvents({ store }: ApiDeps): Route {
  return defineRoute({
    route: 'GET /v1/events',
    scope: 'deliveries:read',
    id: 'listEvents',
    summary: 'List events, newest first',
    query: query.schema,
    responses: { 200: ['A page of events.', pageSchema(eventSchema)] },
    handler: async (input) => {
      const { page, filter: given } = splitPaging(query.parse(input.query))
      const { trigger, notifiedNobody, server, search, labels, ...rest } = given
      const filter = { ...rest, ...(notifiedNobody === true && { notifiedNobody }) }
      const texts = knownOnly<TextFilter>({ server, search, labels })
      const read = (page: PageRequest) => store.listEvents(filter, page)
      const fitting = (chunk: readonly Event[]) =>
        chunk.filter(
          (event) =>
            (trigger === undefined || (event.kind === 'alert' && event.trigger === trigger)) &&
            fitsText(texts, describeEvent(event)),
        )
      const isFiltered = trigger !== undefined || asksForText(texts)
      const { items, next } = await readFilteredPage(page, read, isFiltered ? fitting : undefined)
      return { status: 200, body: { items: items.map(toEventWire), next } }
    },
  })
}

function getEvent({ store, clock }: ApiDeps): Route {
  return readOne({
    path: '/v1/events/:id',
    scope: 'deliveries:read',
    id: 'getEvent',
    summary: 'Read one event, which webhooks were notified, and which were not and why',
    noun: 'event',
    schema: eventWithDeliveriesSchema,
    find: (id) => store.findEvent(id),
    show: async (event) => {
      const deliveries = await store.listDeliveries({ eventId: event.id }, { limit: DELIVERIES_MAX })
      const limits = { openNotificationsMax: 0, notNotifiedMax: NOT_NOTIFIED_MAX }
      const { notNotified, notNotifiedCounts } = await store.reviewRouting(event, limits, clock.now())
      return {
        ...toEventWire(event),
        deliveries: deliveries.map((delivery) => deliveryResource.toWire({ ...delivery, event })),
        not_notified: notNotified.map(notNotifiedResource.toWire),
        not_notified_counts: notNotifiedCounts,
      }
    },
  })
}
