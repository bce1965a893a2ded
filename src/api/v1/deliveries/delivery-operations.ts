import type { Clock } from '../../../runtime/clock.ts'
import { OPERATION_STATES, RUNNING_OPERATIONS_MAX } from '../../../domain/operation/operation.ts'
import type { Store } from '../../../storage/store.ts'
import { actorOf } from '../../auth/actor.ts'
import { parsePathId } from '../../routes/path-id.ts'
import { defineRoute, type Route } from '../../routes/route.ts'
import { ID_PARAMS } from '../by-id.ts'
import { dryRunSchema, preview } from './dry-run.ts'
import { newOperationSchema, toNewOperation } from './operation-body.ts'
import { operationResource } from './operation-wire.ts'
import { PAGING } from '../paging.ts'
import { anyOf, defineQuery, NO_QUERY } from '../query.ts'
import { readList, readOne } from '../read-routes.ts'

const TAG = 'deliveries'

export interface DeliveryOperationRoutesDeps {
  readonly store: Pick<
    Store,
    | 'startOperation'
    | 'stopOperation'
    | 'findOperation'
    | 'listOperations'
    | 'countDeliveries'
    | 'listDeliveries'
    | 'findEvents'
    | 'findWebhook'
    | 'nameWebhooks'
    | 'findReceiverState'
  >
  readonly clock: Clock
  readonly basePath: string
}

const query = defineQuery({
  ...PAGING,
  states: anyOf('state', OPERATION_STATES, 'Only operations in one of these states.'),
})

/** Routes for operations on many deliveries, which run in the background. */
export function deliveryOperationRoutes(deps: DeliveryOperationRoutesDeps): readonly Route[] {
  return [listOperations(deps), startOperation(deps), getOperation(deps), stopOperation(deps)]
}

function listOperations({ store }: DeliveryOperationRoutesDeps): Route {
  return readList({
    path: '/v1/delivery-operations',
    scope: 'deliveries:read',
    id: 'listDeliveryOperations',
    summary: 'List operations on many deliveries, newest first',
    tag: TAG,
    nouns: 'operations',
    query,
    schema: operationResource.schema,
    read: (filter, page) => store.listOperations(filter, page),
    show: (operations) => operations.map(operationResource.toWire),
  })
}

function startOperation({ store, clock, basePath }: DeliveryOperationRoutesDeps): Route {
  return defineRoute({
    method: 'POST',
    path: '/v1/delivery-operations',
    scope: 'deliveries:write',
    id: 'startDeliveryOperation',
    summary: 'Retry, cancel or re-route many deliveries',
    description:
      'Works in the background on the present deliveries that match the filter, oldest first, and continues after a restart. The response comes at once; read the operation to follow it.',
    tag: TAG,
    query: NO_QUERY,
    body: newOperationSchema,
    responses: {
      200: {
        description:
          'Result of a dry run: how many match, and what would happen to them. Nothing was changed.',
        schema: dryRunSchema,
      },
      202: {
        description: 'The operation has started.',
        schema: operationResource.schema,
        headers: { Location: 'The path of the operation.' },
      },
      409: { description: `${RUNNING_OPERATIONS_MAX} operations are running already.` },
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

function getOperation({ store }: DeliveryOperationRoutesDeps): Route {
  return readOne({
    path: '/v1/delivery-operations/:id',
    scope: 'deliveries:read',
    id: 'getDeliveryOperation',
    summary: 'Read an operation and its progress',
    tag: TAG,
    noun: 'operation',
    schema: operationResource.schema,
    find: (id) => store.findOperation(id),
    show: operationResource.toWire,
  })
}

function stopOperation({ store, clock }: DeliveryOperationRoutesDeps): Route {
  return defineRoute({
    method: 'POST',
    path: '/v1/delivery-operations/:id/stop',
    scope: 'deliveries:write',
    id: 'stopDeliveryOperation',
    summary: 'Stop an operation',
    description: 'Changes already made stay; the remaining deliveries are not touched.',
    tag: TAG,
    params: ID_PARAMS,
    query: NO_QUERY,
    responses: {
      200: { description: 'The operation as it is now.', schema: operationResource.schema },
      409: { description: 'The operation has ended already.' },
    },
    handler: async (input) => {
      const id = parsePathId(input.params.id, 'operation')
      const stopped = await store.stopOperation(id, clock.now(), actorOf(input))
      return { status: 200, body: operationResource.toWire(stopped) }
    },
  })
}
