import type { Clock } from '../../../runtime/clock.ts'
import type { Store } from '../../../storage/store.ts'
import { actorOf } from '../../auth/actor.ts'
import { parsePathId } from '../../routes/path-id.ts'
import { defineRoute, type Route } from '../../routes/route.ts'
import { Type } from '../../routes/schema-builder.ts'
import { found, ID_PARAMS } from '../by-id.ts'
import { pageSchema, PAGE_LIMIT_MAX, PAGING, readPage, splitPaging } from '../paging.ts'
import { defineQuery, flag, NO_QUERY } from '../query.ts'
import { idSchema } from '../shapes.ts'
import { toldSchema, toToldWires } from './told-wire.ts'

export interface ToldDeps {
  readonly store: Pick<
    Store,
    'findWebhook' | 'findAlert' | 'listTold' | 'listToldOf' | 'resyncWebhook' | 'findEvents' | 'nameWebhooks'
  >
  readonly clock: Clock
}

const query = defineQuery({
  ...PAGING,
  isOwed: flag('owed', 'True: only alerts of which something is owed to it.'),
})

const TAG = 'webhooks'

/** What receivers that are kept at the present were told, and bringing them there. */
export function toldRoutes(deps: ToldDeps): readonly Route[] {
  return [listTold(deps), listToldOfAlert(deps), resyncWebhook(deps)]
}

function listTold({ store }: ToldDeps): Route {
  return defineRoute({
    method: 'GET',
    path: '/v1/webhooks/:id/told',
    scope: 'deliveries:read',
    id: 'listTold',
    summary: 'List what the receiver of a webhook was told of alerts',
    description:
      'For webhooks in mode `present`, and for those that are told as fallbacks: alerts of which it may have been told the beginning without the end, and those of which it is owed something.',
    tag: TAG,
    params: ID_PARAMS,
    query: query.schema,
    answers: { 200: { description: 'The newest alerts first.', schema: pageSchema(toldSchema) } },
    handler: async ({ params, query: raw }) => {
      const id = parsePathId(params.id, 'webhook')
      const { page, filter } = splitPaging(query.parse(raw))
      found(await store.findWebhook(id), 'webhook', id)
      const read = async (given: typeof page) => {
        const told = await store.listTold({ webhookId: id, ...filter }, given)
        return told.map((one) => ({ ...one, id: one.alertId }))
      }
      const { items, next } = await readPage(page, read, (told) => told)
      return { status: 200, body: { items: await toToldWires(items, store), next } }
    },
  })
}

const toldOfAlertSchema = Type.Object(
  { items: Type.Array(toldSchema, { maxItems: PAGE_LIMIT_MAX }) },
  { title: 'ToldOfAlert' },
)

function listToldOfAlert({ store }: ToldDeps): Route {
  return defineRoute({
    method: 'GET',
    path: '/v1/alerts/:id/told',
    scope: 'deliveries:read',
    id: 'listToldOfAlert',
    summary: 'List who was told what of an alert',
    description: `For webhooks that are kept at the present, by their ids; at most ${PAGE_LIMIT_MAX}.`,
    tag: 'alerts',
    params: ID_PARAMS,
    query: NO_QUERY,
    answers: { 200: { description: 'One for each webhook.', schema: toldOfAlertSchema } },
    handler: async ({ params }) => {
      const id = parsePathId(params.id, 'alert')
      found(await store.findAlert(id), 'alert', id)
      const told = await store.listToldOf(id, PAGE_LIMIT_MAX)
      return { status: 200, body: { items: await toToldWires(told, store) } }
    },
  })
}

const resyncSchema = Type.Object(
  {
    forget: Type.Optional(
      Type.Boolean({
        description:
          'Its receiver counts as knowing nothing, as after its URL has come to lead elsewhere: all that is raised is told anew, and the end of nothing that was told before.',
      }),
    ),
    dry_run: Type.Optional(Type.Boolean({ description: 'Only counts; nothing is changed or sent.' })),
  },
  { additionalProperties: false, title: 'Resync' },
)

const resyncedSchema = Type.Object(
  {
    webhook_id: idSchema('The webhook.'),
    alerts: Type.Integer({ minimum: 0, description: 'How many alerts differ from what its receiver knows.' }),
    dry_run: Type.Boolean({ description: 'Whether they were only counted.' }),
    detail: Type.String({ description: 'The same in a sentence.' }),
  },
  { title: 'Resynced' },
)

function resyncWebhook({ store, clock }: ToldDeps): Route {
  return defineRoute({
    method: 'POST',
    path: '/v1/webhooks/:id/resync',
    scope: 'deliveries:write',
    id: 'resyncWebhook',
    summary: 'Bring the receiver of a webhook to the present',
    description:
      'It is told of all alerts that differ from what it knows, also of those that were raised before the webhook was made, and of nothing else; 500 a second. In mode `changes` these are the alerts that it follows as a fallback. A webhook gets what it is owed by itself when it is enabled, and when its receiver accepts again after failures.',
    tag: TAG,
    params: ID_PARAMS,
    query: NO_QUERY,
    body: resyncSchema,
    bodyOptional: true,
    answers: {
      200: { description: 'What differs.', schema: resyncedSchema },
      409: { description: 'It is disabled, or in mode `changes` and follows no alert as a fallback.' },
    },
    handler: async (input) => {
      const id = parsePathId(input.params.id, 'webhook')
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
  if (count === 0) return `Nothing differs: the receiver of webhook ${id} knows the present.`
  return isDryRun
    ? `The receiver of webhook ${id} would be told of ${alerts}.`
    : `The receiver of webhook ${id} is told of ${alerts}.`
}
