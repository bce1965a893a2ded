import type { Static } from 'typebox'
import { Type } from '../../routes/schema-builder.ts'
import type { Delivery } from '../../../domain/delivery/delivery.ts'
import { EVENT_KINDS } from '../../../domain/alert/event.ts'
import { BRIEF_TEXT_MAX, type BriefEvent } from '../../../domain/alert/brief-event.ts'
import { JOB_STATUSES } from '../../../domain/alert/job-run.ts'
import type { Store } from '../../../storage/store.ts'
import { alertStateSchema } from '../reports/alert-wire.ts'
import { eventTriggerSchema } from '../reports/event-wire.ts'
import { findBriefEvents } from '../reports/brief-events.ts'
import { resourceOf } from '../resource.ts'
import { instantSchema, nullable, nullableText } from '../shapes.ts'
import { deliveryResource, type ShownDelivery } from './delivery-wire.ts'

export const briefEvent = resourceOf<BriefEvent>()(
  {
    kind: Type.Enum([...EVENT_KINDS]),
    name: Type.String({ description: 'The name of the alert or the job.' }),
    at: instantSchema("When it happened, by the monitor's clock."),
    old_state: nullable(alertStateSchema('The state before.'), 'Null for a job run.'),
    new_state: nullable(alertStateSchema('The state since then.'), 'Null for a job run.'),
    trigger: nullable(eventTriggerSchema(), 'Null for a job run.'),
    status: nullable(Type.Enum([...JOB_STATUSES]), 'How the job run ended; null for an alert.'),
    object_name: nullableText('The object, if the monitor reported one.'),
    server_name: nullableText('The server, if the monitor reported one.'),
  },
  { title: 'BriefEvent' },
)

interface ListedDelivery extends ShownDelivery {
  readonly event: BriefEvent | undefined
  readonly webhookName: string | null
}

export const listedDelivery = resourceOf<ListedDelivery>()(
  {
    ...deliveryResource.list,
    webhook_name: nullableText('The name of the webhook now; null: it has been deleted.'),
    event: [
      nullable(
        briefEvent.schema,
        `The event in brief, with at most ${BRIEF_TEXT_MAX} characters of each text; null: it is no longer kept.`,
      ),
      ({ event }) => (event ? briefEvent.toWire(event) : null),
    ],
  },
  { title: 'ListedDelivery' },
)

/** Returns deliveries with what a list shows beside them. */
export async function toListedWires(
  deliveries: readonly Delivery[],
  store: Store,
): Promise<readonly Static<typeof listedDelivery.schema>[]> {
  const [events, names] = await Promise.all([
    findBriefEvents(store, deliveries),
    store.nameWebhooks([...new Set(deliveries.map(({ webhookId }) => webhookId))]),
  ])
  const namesById = new Map(names.map(({ id, name }) => [id, name]))
  return deliveries.map((delivery) =>
    listedDelivery.toWire({
      ...delivery,
      event: events.get(delivery.eventId),
      webhookName: namesById.get(delivery.webhookId) ?? null,
    }),
  )
}
