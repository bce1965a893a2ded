import { Type } from '../../routes/schema-builder.ts'
import { ALERT_STATES } from '../../../domain/alert/alert.ts'
import { DELIVERY_STATES } from '../../../domain/delivery/delivery.ts'
import { EVENT_KINDS } from '../../../domain/alert/event.ts'
import {
  OPERATION_KINDS,
  OPERATION_STATES,
  type Operation,
  type OperationFilter,
} from '../../../domain/operation/operation.ts'
import { formatLabelFilter } from '../../../domain/alert/text-filter.ts'
import { resourceOf } from '../resource.ts'
import { idSchema, instantSchema, nullable, nullableText, nullableTime } from '../shapes.ts'

const count = (description: string) => Type.Integer({ minimum: 0, description })
const idOrNull = (description: string) => nullable(Type.Integer({ minimum: 1 }), description)

type Filter = Partial<OperationFilter>

const filterResource = resourceOf<Filter>()(
  {
    state: [Type.Array(Type.Enum([...DELIVERY_STATES])), ({ states = [] }) => states],
    webhook_id: idOrNull('Only deliveries to this webhook.'),
    event_id: idOrNull('Only deliveries of this event.'),
    alert_id: idOrNull('Only deliveries of events of this alert.'),
    severity: [
      nullable(
        Type.Array(Type.Enum([...ALERT_STATES])),
        'Only deliveries of alerts that came to one of these states.',
      ),
      'severities',
    ],
    kind: nullable(Type.Enum([...EVENT_KINDS]), 'Only deliveries of such events.'),
    server: nullableText('Only deliveries of events with this in the name of their server.'),
    search: nullableText('Only deliveries of events with this in one of their texts.'),
    label: [
      nullable(
        Type.Array(Type.String()),
        'Only deliveries of events with these labels, each as `name=value`.',
      ),
      ({ labels }) => labels?.map(formatLabelFilter) ?? null,
    ],
    from: nullableTime('Only deliveries made then or later.'),
    until: nullableTime('Only deliveries made before then.'),
  },
  {
    description:
      'The filter; null: all deliveries. Without `state`, its stored filter is damaged, and it fails.',
  },
)

export const operationResource = resourceOf<Operation>()(
  {
    id: idSchema('The id of the operation.'),
    kind: Type.Enum([...OPERATION_KINDS], { description: 'The action on each delivery.' }),
    filter: [filterResource.schema, ({ filter }) => filterResource.toWire(filter ?? {})],
    webhook_id: [idOrNull('For a reroute: the webhook that is notified instead.'), 'targetWebhookId'],
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
    examined: [count('Deliveries that matched the filter.'), 'examinedCount'],
    changed: [count('Deliveries that were changed.'), 'changedCount'],
    skipped: [count('Deliveries that were skipped, e.g. because they were being sent.'), 'skippedCount'],
    cancelled: [count('Changed deliveries that were cancelled, by a cancel or a reroute.'), 'cancelledCount'],
    held: [
      count('For a retry: changed deliveries that are held because their webhook is disabled.'),
      'heldCount',
    ],
    notified: [count('For a reroute: deliveries that the other webhook gets.'), 'notifiedCount'],
    already_notified: [
      count(
        'For a reroute: deliveries that the other webhook had already, or was to get; it is not notified twice.',
      ),
      'alreadyNotifiedCount',
    ],
    created_at: instantSchema('When it was started. Later deliveries are not touched.'),
    finished_at: nullableTime('When it ended.'),
    created_by: Type.String({ description: 'The name of the user or token that started it.' }),
  },
  { title: 'DeliveryOperation' },
)
