import type { Static } from 'typebox'
import { Type } from '../../routes/schema-builder.ts'
import { DELIVERY_STATES, type Attempt, type Delivery } from '../../../domain/delivery/delivery.ts'
import type { BriefEvent, Event } from '../../../domain/alert/event.ts'
import { triggerOf, DELIVERY_TRIGGERS } from '../../../domain/delivery/trigger.ts'
import { URGENCY_NAMES, urgencyName } from '../../../domain/delivery/urgency.ts'
import { formatInstant } from '../../../domain/instant.ts'
import {
  failureMember,
  outcomeSchema,
  receivedResponseSchema,
  requestSchema,
  timingSchema,
  toReceivedResponseWire,
  toRequestWire,
  toTimingWire,
} from './exchange-wire.ts'
import { idSchema, instantOrNull, instantSchema, nullable, nullableText } from '../shapes.ts'

export const deliveryMembers = {
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
  due_at: nullable(
    Type.String({ format: 'date-time' }),
    'When the next attempt is due; null once it has ended, or while its webhook is disabled.',
  ),
  created_at: instantSchema('When it was created: with its event, or later as a fallback or by a reroute.'),
  finished_at: nullable(Type.String({ format: 'date-time' }), 'When it ended.'),
  last_reason: nullableText('The last attempt in a few words, e.g. `HTTP 503`.'),
  last_failure: failureMember,
  trigger: nullable(
    Type.Enum([...DELIVERY_TRIGGERS]),
    'Why it was created. change: its event happened; resync, missed: see its event; fallback: another webhook could not be notified, see `fallback_of`; replay: the operation `operation_id` re-routed it here. Null: its event is no longer kept.',
  ),
  urgency: Type.Enum([...URGENCY_NAMES], {
    description:
      'Order among the deliveries of a webhook. high: an alert raised to high, a failed job, and then clears of high alerts; low: low alerts and successful jobs. Deliveries of one alert share the highest urgency among them.',
  }),
  fallback_of: nullable(
    Type.Integer({ minimum: 1 }),
    'The delivery to another webhook that failed or did not arrive in time. Null: there is none; if `cause` is `fallback`, the other webhook is disabled and gets no deliveries.',
  ),
  operation_id: nullable(
    Type.Integer({ minimum: 1 }),
    'The reroute operation that created it; null: none did.',
  ),
}

export const deliverySchema = Type.Object(deliveryMembers, { title: 'Delivery' })

export const attemptSchema = Type.Object(
  {
    number: Type.Integer({ minimum: 1, description: 'The first one is 1.' }),
    started_at: instantSchema('When it began.'),
    outcome: outcomeSchema,
    reason: Type.String({ description: 'Why, in a few words.' }),
    failure: failureMember,
    request: nullable(requestSchema, 'The request; null: none was sent.'),
    response: nullable(receivedResponseSchema, 'The response; null: there was none.'),
    timing: nullable(timingSchema),
  },
  { title: 'Attempt' },
)

/** `event`: the event of the delivery; undefined if it is no longer kept. */
export function toDeliveryWire(
  delivery: Delivery,
  event: Event | BriefEvent | undefined,
): Static<typeof deliverySchema> {
  return {
    id: delivery.id,
    event_id: delivery.eventId,
    webhook_id: delivery.webhookId,
    state: delivery.state,
    attempts_made: delivery.attemptsMade,
    due_at: instantOrNull(delivery.dueAt),
    created_at: formatInstant(delivery.createdAt),
    finished_at: instantOrNull(delivery.finishedAt),
    last_reason: delivery.lastReason,
    last_failure: delivery.lastFailure,
    trigger: triggerOf(delivery, event),
    urgency: urgencyName(delivery.urgency),
    fallback_of: delivery.fallbackOf,
    operation_id: delivery.operationId,
  }
}

export function toAttemptWire(attempt: Attempt): Static<typeof attemptSchema> {
  return {
    number: attempt.number,
    started_at: formatInstant(attempt.startedAt),
    outcome: attempt.outcome,
    reason: attempt.reason,
    failure: attempt.failure,
    request: attempt.request && toRequestWire(attempt.request),
    response: attempt.response && toReceivedResponseWire(attempt.response),
    timing: attempt.timing && toTimingWire(attempt.timing),
  }
}
