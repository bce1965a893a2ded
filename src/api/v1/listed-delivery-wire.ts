import type { Static } from 'typebox'
import { Type } from '../schema-builder.ts'
import type { Delivery } from '../../domain/delivery.ts'
import { EVENT_KINDS, type Event } from '../../domain/event.ts'
import { formatInstant } from '../../domain/instant.ts'
import { JOB_STATUSES } from '../../domain/job-run.ts'
import type { Store } from '../../storage/store.ts'
import { alertStateSchema } from './alert-wire.ts'
import { deliveryMembers, toDeliveryWire } from './delivery-wire.ts'
import { instantSchema, nullable, nullableText } from './shapes.ts'

const briefEventSchema = Type.Object(
  {
    kind: Type.Enum([...EVENT_KINDS]),
    name: Type.String({ description: 'The name of the alert or the job.' }),
    at: instantSchema('When it happened, by the word of the monitor.'),
    old_state: nullable(alertStateSchema('The state before.'), 'Null for a job run.'),
    new_state: nullable(alertStateSchema('The state since then.'), 'Null for a job run.'),
    status: nullable(Type.Enum([...JOB_STATUSES]), 'How the job run ended; null for an alert.'),
    object_name: nullableText('What it is about, if the monitor said so.'),
    server_name: nullableText('Where, if the monitor said so.'),
  },
  { title: 'BriefEvent' },
)

export const listedDeliverySchema = Type.Object(
  {
    ...deliveryMembers,
    webhook_name: nullableText('The name of the webhook now; null: it has been deleted.'),
    event: nullable(briefEventSchema, 'What it tells, in brief; null: it is not kept any more.'),
  },
  { title: 'ListedDelivery' },
)

/** With what a list shows beside the deliveries themselves. */
export async function toListedWires(
  deliveries: readonly Delivery[],
  store: Pick<Store, 'findEvents' | 'nameWebhooks'>,
): Promise<readonly Static<typeof listedDeliverySchema>[]> {
  const [events, names] = await Promise.all([
    store.findEvents([...new Set(deliveries.map(({ eventId }) => eventId))]),
    store.nameWebhooks([...new Set(deliveries.map(({ webhookId }) => webhookId))]),
  ])
  const eventsById = new Map(events.map((event) => [event.id, event]))
  const namesById = new Map(names.map(({ id, name }) => [id, name]))
  return deliveries.map((delivery) => {
    const event = eventsById.get(delivery.eventId)
    return {
      ...toDeliveryWire(delivery),
      webhook_name: namesById.get(delivery.webhookId) ?? null,
      event: event ? toBriefEventWire(event) : null,
    }
  })
}

function toBriefEventWire(event: Event): Static<typeof briefEventSchema> {
  const isAlert = event.kind === 'alert'
  return {
    kind: event.kind,
    name: event.name,
    at: formatInstant(event.at),
    old_state: isAlert ? event.oldState : null,
    new_state: isAlert ? event.newState : null,
    status: isAlert ? null : event.status,
    object_name: (isAlert ? event.details.objectName : undefined) ?? null,
    server_name: event.details.serverName ?? null,
  }
}
