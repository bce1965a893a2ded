import type { ApiDeps } from '../../deps/api-deps.ts'
import {
  OPERATION_STATES,
  RUNNING_OPERATIONS_MAX,
  OPERATION_KINDS,
  type Operation,
  type OperationFilter,
} from '../../../domain/operation/operation.ts'
import { OPERATION_FILTERS } from '../../../domain/lists/lists.ts'
import { actorOf } from '../../auth/actor.ts'
import { defineRoute, type Route, Type } from '../../routes/route.ts'
import { dryRunSchema, preview } from './dry-run.ts'
import { newOperationSchema, toNewOperation } from './operation-body.ts'
import { parametersOf, readList, readOne } from '../read-routes.ts'
import { PAGING } from '../paging.ts'
import { defineQuery } from '../query.ts'
import { ALERT_STATES } from '../../../domain/alert/alert.ts'
import { DELIVERY_STATES } from '../../../domain/delivery/delivery.ts'
import { EVENT_KINDS } from '../../../domain/alert/event.ts'
import { formatPair } from '../../../domain/alert/text-filter.ts'
import {
  count,
  idSchema,
  instantSchema,
  nullable,
  nullableIdSchema,
  nullableText,
  nullableTime,
  resourceOf,
} from '../resource.ts'

const filterResource = resourceOf<Filter>()(
  {
    state: [Type.Array(Type.Enum([...DELIVERY_STATES])), ({ states = [] }) => states],
    webhook_id: nullableIdSchema('Only deliveries to this webhook.'),
    event_id: nullableIdSchema('Only deliveries of this event.'),
    alert_id: nullableIdSchema('Only deliveries of events of this alert.'),
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
      ({ labels }) => labels?.map(formatPair) ?? null,
    ],
    from: nullableTime('Only deliveries created then or later.'),
    until: nullableTime('Only deliveries created before then.'),
  },
  {
    description:
      'The filter; null: all deliveries. Without `state`, its stored filter is damaged, and it fails.',
  },
)

const operationResource = resourceOf<Operation>()('DeliveryOperation', {
  id: idSchema('The id of the operation.'),
  kind: Type.Enum(OPERATION_KINDS, 'The action on each delivery.'),
  filter: [filterResource.schema, ({ filter }) => filterResource.toWire(filter ?? {})],
  webhook_id: [nullableIdSchema('For a reroute: the webhook that is notified instead.'), 'targetWebhookId'],
  state: Type.Enum(
    OPERATION_STATES,
    'running; done; stopped: somebody stopped it; failed: it could not continue, see `reason`. Changes already made stay.',
  ),
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
  webhook_disabled: [
    count('For a retry: changed deliveries that wait until their webhook is enabled.'),
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
  ended_at: [nullableTime('When it ended.'), 'finishedAt'],
  created_by: Type.String('The name of the user or token that started it.'),
})

const query = defineQuery({ ...PAGING, ...parametersOf(OPERATION_FILTERS) })

/** The operations run in the background. */
export function deliveryOperationRoutes(deps: ApiDeps): readonly Route[] {
  return [listOperations(deps), startOperation(deps), getOperation(deps), stopOperation(deps)]
}

function listOperations({ store }: ApiDeps): Route {
  return readList({
    path: '/v1/delivery-operations',
    scope: 'deliveries:read',
    id: 'listDeliveryOperations',
    summary: 'List operations on many deliveries, newest first',
    nouns: 'operations',
    query,
    schema: operationResource.schema,
    read: (filter, page) => store.listOperations(filter, page),
    show: (operations) => operations.map(operationResource.toWire),
  })
}

function startOperation({ store, clock, basePath }: ApiDeps): Route {
  return defineRoute({
    route: 'POST /v1/delivery-operations',
    scope: 'deliveries:write',
    id: 'startDeliveryOperation',
    summary: 'Retry, cancel or reroute many deliveries',
    description:
      'Works in the background on the present deliveries that match the filter, oldest first, and continues after a restart. The response comes at once; read the operation to follow it.',
    body: newOperationSchema,
    responses: {
      200: [
        'Result of a dry run: how many match, and what would happen to them. Nothing was changed.',
        dryRunSchema,
      ],
      202: {
        description: 'The operation has started.',
        schema: operationResource.schema,
        headers: { Location: 'The path of the operation.' },
      },
      409: `${RUNNING_OPERATIONS_MAX} operations are running already.`,
    },
    handler: async (input) => {
      const operation = toNewOperation(input.body)
      if (input.body.dry_run) {
        return { status: 200, body: await preview(operation, store) }
      }
      const started = await store.startOperation(operation, clock.now(), actorOf(input))
      const location = `${basePath}/v1/delivery-operations/${started.id}`
      return { status: 202, body: operationResource.toWire(started), headers: { location } }
    },
  })
}

function getOperation({ store }: ApiDeps): Route {
  return readOne({
    path: '/v1/delivery-operations/:id',
    scope: 'deliveries:read',
    id: 'getDeliveryOperation',
    summary: 'Read an operation and its progress',
    noun: 'operation',
    schema: operationResource.schema,
    find: (id) => store.findOperation(id),
    show: operationResource.toWire,
  })
}

function stopOperation({ store, clock }: ApiDeps): Route {
  return defineRoute({
    route: 'POST /v1/delivery-operations/:id/stop',
    scope: 'deliveries:write',
    id: 'stopDeliveryOperation',
    summary: 'Stop an operation',
    description: 'Changes already made stay; the remaining deliveries are not touched.',
    noun: 'operation',
    responses: {
      200: ['The operation as it is now.', operationResource.schema],
      409: 'The operation has ended already.',
    },
    handler: async (input) => {
      const { id } = input
      const stopped = await store.stopOperation(id, clock.now(), actorOf(input))
      return { status: 200, body: operationResource.toWire(stopped) }
    },
  })
}

type Filter = Partial<OperationFilter>
