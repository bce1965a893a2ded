import type { Static } from 'typebox'
import { Type } from '../../routes/schema-builder.ts'
import { ALERT_STATES } from '../../../domain/alert/alert.ts'
import { DELIVERY_STATES } from '../../../domain/delivery/delivery.ts'
import { EVENT_KINDS } from '../../../domain/alert/event.ts'
import { formatInstant } from '../../../domain/instant.ts'
import {
  OPERATION_KINDS,
  OPERATION_STATES,
  type Operation,
  type OperationFilter,
} from '../../../domain/operation/operation.ts'
import { idSchema, instantOrNull, instantSchema, nullable, nullableText } from '../shapes.ts'

const count = (description: string) => Type.Integer({ minimum: 0, description })
const idOrNull = (description: string) => nullable(Type.Integer({ minimum: 1 }), description)
const timeOrNull = (description: string) => nullable(Type.String({ format: 'date-time' }), description)

export const operationSchema = Type.Object(
  {
    id: idSchema('The id of the operation.'),
    kind: Type.Enum([...OPERATION_KINDS], { description: 'The action on each delivery.' }),
    filter: Type.Object(
      {
        state: Type.Array(Type.Enum([...DELIVERY_STATES])),
        webhook_id: idOrNull('Only deliveries to this webhook.'),
        event_id: idOrNull('Only deliveries of this event.'),
        alert_id: idOrNull('Only deliveries of events of this alert.'),
        severity: nullable(
          Type.Array(Type.Enum([...ALERT_STATES])),
          'Only deliveries of alerts that came to one of these states.',
        ),
        kind: nullable(Type.Enum([...EVENT_KINDS]), 'Only deliveries of such events.'),
        from: timeOrNull('Only deliveries made then or later.'),
        until: timeOrNull('Only deliveries made before then.'),
      },
      {
        description:
          'The filter; null: all deliveries. Without `state`, its stored filter is damaged, and it fails.',
      },
    ),
    webhook_id: idOrNull('For a reroute: the webhook that is notified instead.'),
    state: Type.Enum([...OPERATION_STATES], {
      description:
        'running; done; stopped: somebody stopped it; failed: it could not continue, see `reason`. Changes already made stay.',
    }),
    reason: nullableText('Why it failed.'),
    done_share: Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'Estimated progress from 0 to 1; 1 when it is done.',
    }),
    examined: count('Deliveries that matched the filter.'),
    changed: count('Deliveries that were changed.'),
    skipped: count('Deliveries that were skipped, e.g. because they were being sent.'),
    cancelled: count('Changed deliveries that were cancelled, by a cancel or a reroute.'),
    held: count('For a retry: changed deliveries that are held because their webhook is disabled.'),
    notified: count('For a reroute: deliveries that the other webhook gets.'),
    already_notified: count(
      'For a reroute: deliveries that the other webhook had already, or was to get; it is not notified twice.',
    ),
    created_at: instantSchema('When it was started. Later deliveries are not touched.'),
    finished_at: timeOrNull('When it ended.'),
    created_by: Type.String({ description: 'The name of the user or token that started it.' }),
  },
  { title: 'DeliveryOperation' },
)

const UNKNOWN_FILTER: OperationFilter = { states: [] }

export function toOperationWire(operation: Operation): Static<typeof operationSchema> {
  const { states, webhookId, eventId, alertId, severities, kind, from, until } =
    operation.filter ?? UNKNOWN_FILTER
  return {
    id: operation.id,
    kind: operation.kind,
    filter: {
      state: [...states],
      webhook_id: webhookId ?? null,
      event_id: eventId ?? null,
      alert_id: alertId ?? null,
      severity: severities ? [...severities] : null,
      kind: kind ?? null,
      from: instantOrNull(from ?? null),
      until: instantOrNull(until ?? null),
    },
    webhook_id: operation.targetWebhookId,
    state: operation.state,
    reason: operation.reason,
    done_share: operation.doneShare,
    examined: operation.examinedCount,
    changed: operation.changedCount,
    skipped: operation.skippedCount,
    cancelled: operation.cancelledCount,
    held: operation.heldCount,
    notified: operation.notifiedCount,
    already_notified: operation.alreadyNotifiedCount,
    created_at: formatInstant(operation.createdAt),
    finished_at: instantOrNull(operation.finishedAt),
    created_by: operation.createdBy,
  }
}
