import type { Static } from 'typebox'
import { BRIEF_TEXT_MAX, type BriefEvent } from '../../../domain/alert/brief-event.ts'
import { type Event, EVENT_KINDS } from '../../../domain/alert/event.ts'
import { JOB_STATUSES } from '../../../domain/alert/job-run.ts'
import type { Attempt, Delivery } from '../../../domain/delivery/delivery.ts'
import { DELIVERY_STATES, DELIVERY_TRIGGERS, triggerOf } from '../../../domain/delivery/delivery.ts'
import { URGENCY_NAMES, urgencyName } from '../../../domain/delivery/urgency.ts'
import { formatInstant } from '../../../domain/instant.ts'
import { type WaitFacts, waitsFor, type WaitsFor } from '../../../domain/routing/explanation.ts'
import type { Store } from '../../../storage/store.ts'
import { Type } from '../../routes/route.ts'
import { alertStateSchema } from '../reports/alert-wire.ts'
import { eventTriggerSchema, findBriefEvents } from '../reports/event-wire.ts'
import { idSchema, instantSchema, nullable, nullableText, nullableTime, resourceOf } from '../resource.ts'
import {
  failureMember,
  outcomeSchema,
  receivedResponse,
  requestResource,
  timingResource,
} from './exchange-wire.ts'

export interface ShownDelivery extends Delivery {
  /** Undefined: no longer kept. */
  readonly event: Event | BriefEvent | undefined
}

export const deliveryResource = resourceOf<ShownDelivery>()('Delivery', {
  id: idSchema('The id of the delivery.'),
  event_id: idSchema('The event that it brings.'),
  webhook_id: idSchema('The webhook that it is for.'),
  state: Type.Enum(
    DELIVERY_STATES,
    'waiting: an earlier one for the same alert or job is unfinished; pending: due at `due_at`; sending: under way; delivered, failed, cancelled: ended; superseded: ended unsent because a newer notification replaces it, nothing was left to send, or a silence holds it; outdated: ended unsent because it was older than the `max_age` of its webhook. `last_reason` gives the reason.',
  ),
  attempts_made: Type.Integer({
    minimum: 0,
    description: 'Number of attempts, including the one under way.',
  }),
  due_at: nullableTime(
    'When the next attempt is due; null once it has ended, or while its webhook is disabled.',
  ),
  created_at: instantSchema('When it was created: with its event, or later as a fallback or by a reroute.'),
  ended_at: [nullableTime('When it ended.'), 'finishedAt'],
  last_reason: nullableText('The last attempt in a few words, e.g. `HTTP 503`.'),
  last_failure: failureMember,
  trigger: [
    nullable(
      Type.Enum([...DELIVERY_TRIGGERS]),
      'Why it was created. change: its event happened; resync, missed, reminder: see its event; fallback: another webhook could not be notified, see `fallback_of`; replay: the operation `operation_id` rerouted it here. Null: its event is no longer kept.',
    ),
    (delivery) => triggerOf(delivery, delivery.event),
  ],
  urgency: [
    Type.Enum(
      URGENCY_NAMES,
      'Order among the deliveries of a webhook. high: an alert raised to high, a failed job, and then clears of high alerts; low: low alerts and successful jobs. Deliveries of one alert share the highest urgency among them.',
    ),
    ({ urgency }) => urgencyName(urgency),
  ],
  fallback_of: nullable(
    Type.Integer({ minimum: 1 }),
    'The delivery to another webhook that failed or did not arrive in time. Null: there is none; if `trigger` is `fallback`, the other webhook is disabled and gets no deliveries.',
  ),
  operation_id: nullable(
    Type.Integer({ minimum: 1 }),
    'The reroute operation that created it; null: none did.',
  ),
})

export const attemptResource = resourceOf<Attempt>()('Attempt', {
  number: Type.Integer({ minimum: 1, description: 'The first one is 1.' }),
  started_at: instantSchema('When it began.'),
  outcome: outcomeSchema,
  reason: Type.String('Why, in a few words.'),
  failure: failureMember,
  request: [
    nullable(requestResource.schema, 'The request; null: none was sent.'),
    ({ request }) => request && requestResource.toWire(request),
  ],
  response: [
    nullable(receivedResponse.schema, 'The response; null: there was none.'),
    ({ response }) => response && receivedResponse.toWire(response),
  ],
  timing: [nullable(timingResource.schema), ({ timing }) => timing && timingResource.toWire(timing)],
})

const waitReason = resourceOf<WaitsFor>()('WaitsFor', {
  kind: Type.Enum(['delivery', 'enabling', 'due_time', 'pause', 'probe', 'rate_limit'], {
    description:
      'delivery: an earlier one of the same alert or job goes first; enabling: the webhook is disabled; due_time: the next attempt is due later; pause: its receiver fails, or asked for a pause; probe: its receiver fails, and one delivery at a time is tried; rate_limit: it is due, and is sent when the limits of the webhook allow.',
  }),
  delivery_id: [
    nullable(Type.Integer({ minimum: 1 }), 'For `delivery`: the earlier one.'),
    (reason) => (reason.kind === 'delivery' ? reason.deliveryId : null),
  ],
  until: [
    nullableTime('For `due_time` and `pause`: until when.'),
    (reason) => ('until' in reason ? formatInstant(reason.until) : null),
  ],
  reason: [
    nullableText(
      'For `enabling`: why the service disabled the webhook; for `pause` and `probe`: the attempt that caused it.',
    ),
    (reason) => ('reason' in reason ? reason.reason : null),
  ],
})

export const waitsForMember = nullable(
  waitReason.schema,
  'Why it is not sent now; null: nothing holds it, or it is being sent or has ended.',
)

export function toWaitsForWire(facts: WaitFacts): Static<typeof waitsForMember> {
  const reason = waitsFor(facts)
  return reason ? waitReason.toWire(reason) : null
}

export const briefEvent = resourceOf<BriefEvent>()('BriefEvent', {
  kind: Type.Enum([...EVENT_KINDS]),
  name: Type.String('The name of the alert or the job.'),
  at: instantSchema("When it happened, by the monitor's clock."),
  old_state: nullable(alertStateSchema('The state before.'), 'Null for a job run.'),
  new_state: nullable(alertStateSchema('The state since then.'), 'Null for a job run.'),
  trigger: nullable(eventTriggerSchema(), 'Null for a job run.'),
  status: nullable(Type.Enum([...JOB_STATUSES]), 'How the job run ended; null for an alert.'),
  object_name: nullableText('The object, if the monitor reported one.'),
  server_name: nullableText('The server, if the monitor reported one.'),
})

interface ListedDelivery extends ShownDelivery {
  readonly event: BriefEvent | undefined
  readonly webhookName: string | null
}

export const listedDelivery = resourceOf<ListedDelivery>()('ListedDelivery', {
  ...deliveryResource.list,
  webhook_name: nullableText('The name of the webhook now; null: it has been deleted.'),
  event: [
    nullable(
      briefEvent.schema,
      `The event in brief, with at most ${BRIEF_TEXT_MAX} characters of each text; null: it is no longer kept.`,
    ),
    ({ event }) => (event ? briefEvent.toWire(event) : null),
  ],
})

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
