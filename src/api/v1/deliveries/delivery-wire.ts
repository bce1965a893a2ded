import { Type } from '../../routes/schema-builder.ts'
import {
  type Attempt,
  type Delivery,
  DELIVERY_STATES,
  DELIVERY_TRIGGERS,
  triggerOf,
} from '../../../domain/delivery/delivery.ts'
import type { Event } from '../../../domain/alert/event.ts'
import type { BriefEvent } from '../../../domain/alert/brief-event.ts'
import { URGENCY_NAMES, urgencyName } from '../../../domain/delivery/urgency.ts'
import { resourceOf } from '../resource.ts'
import { idSchema, instantSchema, nullable, nullableText, nullableTime } from '../shapes.ts'
import {
  failureMember,
  outcomeSchema,
  receivedResponse,
  requestResource,
  timingResource,
} from './exchange-wire.ts'

export interface ShownDelivery extends Delivery {
  /** Undefined if it is no longer kept. */
  readonly event: Event | BriefEvent | undefined
}

export const deliveryResource = resourceOf<ShownDelivery>()(
  {
    id: idSchema('The id of the delivery.'),
    event_id: idSchema('The event that it brings.'),
    webhook_id: idSchema('The webhook that it is for.'),
    state: Type.Enum([...DELIVERY_STATES], {
      description:
        'waiting: an earlier one for the same alert or job is unfinished; pending: due at `due_at`; sending: under way; delivered, failed, cancelled: ended; superseded: ended unsent because a newer notification replaces it or nothing was left to send; outdated: ended unsent because it was older than the `max_age` of its webhook. `last_reason` gives the reason.',
    }),
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
        'Why it was created. change: its event happened; resync, missed: see its event; fallback: another webhook could not be notified, see `fallback_of`; replay: the operation `operation_id` re-routed it here. Null: its event is no longer kept.',
      ),
      (delivery) => triggerOf(delivery, delivery.event),
    ],
    urgency: [
      Type.Enum([...URGENCY_NAMES], {
        description:
          'Order among the deliveries of a webhook. high: an alert raised to high, a failed job, and then clears of high alerts; low: low alerts and successful jobs. Deliveries of one alert share the highest urgency among them.',
      }),
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
  },
  { title: 'Delivery' },
)

export const attemptResource = resourceOf<Attempt>()(
  {
    number: Type.Integer({ minimum: 1, description: 'The first one is 1.' }),
    started_at: instantSchema('When it began.'),
    outcome: outcomeSchema,
    reason: Type.String({ description: 'Why, in a few words.' }),
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
  },
  { title: 'Attempt' },
)
