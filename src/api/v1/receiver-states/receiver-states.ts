import type { ApiDeps } from '../../deps/api-deps.ts'
import { RECEIVER_STATE_FILTERS } from '../../../domain/lists/lists.ts'
import { actorOf } from '../../auth/actor.ts'
import { defineRoute, type Route } from '../../routes/route.ts'
import { Type } from '../../routes/schema-builder.ts'
import { found } from '../by-id.ts'
import { parametersOf } from '../list-query.ts'
import { pageSchema, PAGE_LIMIT_MAX, PAGING, readPage, splitPaging } from '../paging.ts'
import { defineQuery } from '../query.ts'
import { idSchema } from '../shapes.ts'
import { receiverStateResource, toReceiverStateWires } from './receiver-state-wire.ts'

const query = defineQuery({ ...PAGING, ...parametersOf(RECEIVER_STATE_FILTERS) })

/** Routes for receiver states, and for resyncs. */
export function receiverStateRoutes(deps: ApiDeps): readonly Route[] {
  return [listReceiverStates(deps), listReceiverStatesOfAlert(deps), resyncWebhook(deps)]
}

function listReceiverStates({ store }: ApiDeps): Route {
  return defineRoute({
    route: 'GET /v1/webhooks/:id/receiver-states',
    scope: 'deliveries:read',
    id: 'listReceiverStates',
    summary: 'List the receiver states of a webhook',
    description:
      'For webhooks in mode `current_state`, and for fallbacks: alerts whose raise was, or may have been, sent without their clear, and alerts that are out of sync.',
    noun: 'webhook',
    query: query.schema,
    responses: {
      200: { description: 'The newest alerts first.', schema: pageSchema(receiverStateResource.schema) },
    },
    handler: async ({ id, query: raw }) => {
      const { page, filter } = splitPaging(query.parse(raw))
      found(await store.findWebhook(id), 'webhook', id)
      const read = async (given: typeof page) => {
        const notified = await store.listReceiverStates({ webhookId: id, ...filter }, given)
        return notified.map((one) => ({ ...one, id: one.alertId }))
      }
      const { items, next } = await readPage(page, read, (notified) => notified)
      return { status: 200, body: { items: await toReceiverStateWires(items, store), next } }
    },
  })
}

const receiverStatesOfAlertSchema = Type.Object(
  { items: Type.Array(receiverStateResource.schema, { maxItems: PAGE_LIMIT_MAX }) },
  { title: 'ReceiverStatesOfAlert' },
)

function listReceiverStatesOfAlert({ store }: ApiDeps): Route {
  return defineRoute({
    route: 'GET /v1/alerts/:id/receiver-states',
    scope: 'deliveries:read',
    id: 'listReceiverStatesOfAlert',
    summary: 'List the receiver states of an alert',
    description: `For webhooks in mode current_state and fallbacks, by their ids; at most ${PAGE_LIMIT_MAX}.`,
    noun: 'alert',
    responses: { 200: { description: 'One for each webhook.', schema: receiverStatesOfAlertSchema } },
    handler: async ({ id }) => {
      found(await store.findAlert(id), 'alert', id)
      const notified = await store.listReceiverStatesOf(id, PAGE_LIMIT_MAX)
      return { status: 200, body: { items: await toReceiverStateWires(notified, store) } }
    },
  })
}

const resyncSchema = Type.Object(
  {
    forget: Type.Optional(
      Type.Boolean({
        description:
          'Start over, for example after the URL was changed to another channel: all open alerts are sent again, and no clear of what was sent before.',
      }),
    ),
    dry_run: Type.Optional(Type.Boolean({ description: 'Only counts; nothing is changed or sent.' })),
  },
  { additionalProperties: false, title: 'Resync' },
)

const resyncedSchema = Type.Object(
  {
    webhook_id: idSchema('The webhook.'),
    alerts: Type.Integer({
      minimum: 0,
      description: 'The number of alerts whose state differs from what was last sent.',
    }),
    dry_run: Type.Boolean({ description: 'Whether this was a dry run.' }),
    detail: Type.String({ description: 'The same in a sentence.' }),
  },
  { title: 'Resynced' },
)

function resyncWebhook({ store, clock }: ApiDeps): Route {
  return defineRoute({
    route: 'POST /v1/webhooks/:id/resync',
    scope: 'silences:write',
    id: 'resyncWebhook',
    summary: 'Resync a webhook',
    description:
      'Sends the current state of every alert that differs from what the receiver was last sent, also of alerts that were raised before the webhook was created; 500 a second. In mode `every_change` these are the alerts that were escalated to it as a fallback. Tocsin resyncs a webhook by itself when it is enabled, and when its receiver accepts again after failures.',
    noun: 'webhook',
    body: resyncSchema,
    bodyOptional: true,
    responses: {
      200: { description: 'What differs.', schema: resyncedSchema },
      409: { description: 'It is disabled, or in mode `every_change` and follows no alert as a fallback.' },
    },
    handler: async (input) => {
      const { id } = input
      const { forget: forgets = false, dry_run: isDryRun = false } = input.body
      const now = clock.now()
      const { count } = await store.resyncWebhook(id, { now, by: actorOf(input), forgets, isDryRun })
      return {
        status: 200,
        body: { webhook_id: id, alerts: count, dry_run: isDryRun, detail: describe(id, count, isDryRun) },
      }
    },
  })
}

function describe(id: number, count: number, isDryRun: boolean): string {
  const alerts = count === 1 ? '1 alert' : `${count} alerts`
  if (count === 0) return `Nothing differs: the receiver of webhook ${id} has the current state.`
  return isDryRun
    ? `The receiver of webhook ${id} would be sent ${alerts}.`
    : `The receiver of webhook ${id} is sent ${alerts}.`
}
