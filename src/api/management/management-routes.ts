import type { ApiDeps } from '../deps/api-deps.ts'
import type { Static, TSchema } from 'typebox'
import { defineRoute, parsePathId, type Route, type RouteResponse, Type } from '../routes/route.ts'
import type { Webhook } from '../../domain/webhook/webhook.ts'
import { type WebhookEdit, requireWebhook } from '../../domain/webhook/webhook-edit.ts'
import type { WebhookId } from '../../domain/ids.ts'
import { changeWebhook } from '../../webhooks/change-webhook.ts'
import { createWebhook, type WebhookDraft } from '../../webhooks/create-webhook.ts'
import { actorOf } from '../auth/actor.ts'
import { CHANGED_SINCE, etagOf, matchesIfNoneMatch, listEtag, readIfMatch } from '../server/etag.ts'
import { documented } from '../openapi/openapi-schema.ts'
import { listBody } from './webhook-list-body.ts'
import { IS_FALLBACK } from '../webhooks/webhook-shapes.ts'

/** Refuses query parameters: a misspelt one must not be ignored. */
const NO_QUERY: TSchema = Type.Object({}, { additionalProperties: false })

/** The differences of one version of the management interface. */
export interface ManagementVersion<NewBody extends TSchema, ChangeBody extends TSchema> {
  /** E.g. `v15`. */
  readonly version: string
  readonly webhook: TSchema
  readonly newBody: NewBody
  readonly changeBody: ChangeBody
  readonly toWire: (webhook: Webhook) => object
  readonly toDraft: (body: Static<NewBody>) => WebhookDraft
  /** `id`: from the path. May throw `invalid_request`. */
  readonly toEdit: (body: Static<ChangeBody>, id: WebhookId) => WebhookEdit
}

const PATH_ID = Type.Object({
  webhook_id: documented(Type.String('Webhook identifier: decimal digits.'), {
    pattern: '^[1-9][0-9]{0,15}$',
  }),
})

/** The largest number of 15 digits; ids stay below it. */
const AFTER_MAX = 999_999_999_999_999

/** A query has texts; `x-value` says what they mean. */
const LIST_QUERY = Type.Object(
  {
    limit: Type.Optional(
      Type.String({
        pattern: '^([1-9][0-9]{0,2}|1000)$',
        description: 'How many webhooks to list at most, 1 to 1000; all if not given.',
        ...hints('must be a whole number from 1 to 1000, given once'),
        'x-value': Type.Integer({ minimum: 1, maximum: 1000 }),
      }),
    ),
    after: Type.Optional(
      Type.String({
        pattern: '^(0|[1-9][0-9]{0,14})$',
        description: 'Lists those with a greater id only.',
        ...hints('must be the id of the last webhook of the page before, given once'),
        'x-value': Type.Integer({ minimum: 0, maximum: AFTER_MAX }),
      }),
    ),
  },
  { additionalProperties: false },
)

/** Returns the five operations of the interface (docs/management-interface.md); versions differ only in bodies. */
export function managementRoutes<NewBody extends TSchema, ChangeBody extends TSchema>(
  version: ManagementVersion<NewBody, ChangeBody>,
  deps: ApiDeps,
): readonly Route[] {
  const path = `/api/${version.version}/webhook/`
  return [
    listRoute(path, version.webhook, version.toWire, deps),
    addRoute(path, version, deps),
    readRoute(path, version.webhook, version.toWire, deps),
    updateRoute(path, version, deps),
    deleteRoute(path, version.version, deps),
  ]
}

function listRoute(
  path: string,
  webhook: TSchema,
  toWire: (webhook: Webhook) => object,
  { store, basePath }: ApiDeps,
): Route {
  return defineRoute({
    route: `GET ${path}`,
    scope: 'webhooks:read',
    id: 'listWebhooks',
    summary: 'List webhooks',
    description: 'All webhooks, ordered by id. With `limit`, one page; `Link` then leads to the next one.',
    query: LIST_QUERY,
    responses: {
      200: {
        description: 'The webhooks.',
        schema: Type.Array(webhook),
        headers: {
          ETag: 'Changes when any webhook of the list does.',
          Link: 'The next page (`rel="next"`), if there is one.',
        },
      },
      304: 'The list is still the one that `If-None-Match` names.',
    },
    handler: async ({ query, headers }) => {
      const limit = query.limit === undefined ? undefined : Number(query.limit)
      const after = Number(query.after ?? 0)
      // Fixes the ids and the ETag before it reads webhooks, so that a later change is newer than the tag.
      const found = await store.listRevisions({ after, ...(limit !== undefined && { limit: limit + 1 }) })
      const listed = found.slice(0, limit)
      const upToId = listed.at(-1)?.id ?? 0
      const hasMore = found.length > listed.length
      const known = {
        etag: listEtag(listed, !hasMore),
        ...(hasMore && { link: `<${basePath}${path}?limit=${limit}&after=${upToId}>; rel="next"` }),
      }
      if (matchesIfNoneMatch(headers, known.etag)) return { status: 304, headers: known }
      const response = await listBody({ store, after, upToId, toWire })
      return { ...response, status: 200, headers: { ...response.headers, ...known } }
    },
  })
}

function addRoute<NewBody extends TSchema>(
  path: string,
  { version, newBody, toDraft }: Pick<ManagementVersion<NewBody, TSchema>, 'version' | 'newBody' | 'toDraft'>,
  deps: ApiDeps,
): Route {
  return defineRoute({
    route: `POST ${path}`,
    scope: 'webhooks:write',
    id: 'addWebhook',
    summary: 'Add a webhook',
    query: NO_QUERY,
    body: newBody,
    responses: { 200: { description: 'Added.', headers: { Location: 'The path of the new webhook.' } } },
    handler: async (input) => {
      const { id } = await createWebhook(deps, toDraft(input.body), actorOf(input, `through ${version}`))
      return { status: 200, headers: { location: `${deps.basePath}${path}${id}` } }
    },
  })
}

function readRoute(
  path: string,
  webhook: TSchema,
  toWire: (webhook: Webhook) => object,
  { store }: ApiDeps,
): Route {
  return defineRoute({
    route: `GET ${path}:webhook_id`,
    scope: 'webhooks:read',
    id: 'readWebhook',
    summary: 'Read a webhook',
    params: PATH_ID,
    query: NO_QUERY,
    responses: {
      200: {
        description: 'The webhook.',
        schema: webhook,
        headers: { ETag: 'For `If-Match` on an update or delete.' },
      },
      304: 'The webhook is still the one that `If-None-Match` names.',
    },
    handler: async ({ params, headers }) => {
      const id = parsePathId(params.webhook_id, 'webhook')
      const found = requireWebhook(await store.findWebhook(id), id)
      return respondRead(headers, etagOf(found), () => toWire(found))
    },
  })
}

function updateRoute<ChangeBody extends TSchema>(
  path: string,
  {
    version,
    changeBody,
    toEdit,
  }: Pick<ManagementVersion<TSchema, ChangeBody>, 'version' | 'changeBody' | 'toEdit'>,
  deps: ApiDeps,
): Route {
  return defineRoute({
    route: `PUT ${path}:webhook_id`,
    scope: 'webhooks:write',
    id: 'updateWebhook',
    summary: 'Update a webhook',
    description:
      'A merge: an absent member stays as it is. All or nothing. With `If-Match`, only if the webhook is still the one that was read.',
    params: PATH_ID,
    query: NO_QUERY,
    body: changeBody,
    responses: { 200: 'Updated.', 409: IS_FALLBACK, 412: CHANGED_SINCE },
    handler: async (input) => {
      const id = parsePathId(input.params.webhook_id, 'webhook')
      const by = actorOf(input, `through ${version}`)
      await changeWebhook(deps, id, toEdit(input.body, id), by, readIfMatch(input.headers))
      return { status: 200 }
    },
  })
}

function deleteRoute(path: string, version: string, { store, clock }: ApiDeps): Route {
  return defineRoute({
    route: `DELETE ${path}:webhook_id`,
    scope: 'webhooks:write',
    id: 'deleteWebhook',
    summary: 'Delete a webhook',
    description:
      'What has not been delivered yet is cancelled. With `If-Match`, only if it is still the one that was read.',
    params: PATH_ID,
    query: NO_QUERY,
    responses: { 200: 'Deleted.', 409: IS_FALLBACK, 412: CHANGED_SINCE },
    handler: async (input) => {
      await store.deleteWebhook(parsePathId(input.params.webhook_id, 'webhook'), {
        now: clock.now(),
        by: actorOf(input, `through ${version}`),
        ifRevisions: readIfMatch(input.headers),
      })
      return { status: 200 }
    },
  })
}

/** A repeated parameter arrives as a list, hence as a wrong type. */
function hints(sentence: string) {
  return { 'x-hint': sentence, 'x-type-hint': sentence }
}

function respondRead(
  headers: Parameters<typeof matchesIfNoneMatch>[0],
  etag: string,
  body: () => unknown,
): RouteResponse {
  return matchesIfNoneMatch(headers, etag)
    ? { status: 304, headers: { etag } }
    : { status: 200, body: body(), headers: { etag } }
}
