import type { ApiDeps } from '../../deps/api-deps.ts'
import { requireWebhook } from '../../../domain/webhook/webhook-edit.ts'
import type { Webhook } from '../../../domain/webhook/webhook.ts'
import { COUNTED_MAX } from '../../../storage/store.ts'
import { changeWebhook } from '../../../webhooks/change-webhook.ts'
import { createWebhook } from '../../../webhooks/create-webhook.ts'
import { findSharedWarnings, findWarnings } from '../../../webhooks/find-warnings.ts'
import { actorOf } from '../../auth/actor.ts'
import { CHANGED_SINCE, etagOf, matchesIfNoneMatch, readIfMatch } from '../../server/etag.ts'
import { defineRoute, type Route } from '../../routes/route.ts'
import { IS_FALLBACK } from '../../webhooks/webhook-shapes.ts'
import { readWebhookLimits } from '../budget-limits.ts'
import { withLastChange } from './last-change.ts'
import { readerOf, refuseHidden, showQuery } from './hidden-values.ts'
import { listWebhooks } from './list-webhooks.ts'
import {
  NEW_WEBHOOK,
  toDraft,
  toWebhookEdit,
  toWire,
  WEBHOOK,
  WEBHOOK_CHANGE,
  WEBHOOK_WITH_WARNINGS,
} from './webhook-wire.ts'

const OPEN_NOTIFICATIONS = 'Tocsin-Open-Notifications'
const OF_OPEN_NOTIFICATIONS = `The number of open notifications whose clear is never sent; counted up to ${COUNTED_MAX}. Absent: none.`
const ETAG = { ETag: 'For `If-Match` on a change or delete.' }

export function v1WebhookRoutes(deps: ApiDeps): readonly Route[] {
  return [listWebhooks(deps), postWebhook(deps), getWebhook(deps), patchWebhook(deps), removeWebhook(deps)]
}

function postWebhook(deps: ApiDeps): Route {
  return defineRoute({
    route: 'POST /v1/webhooks',
    scope: 'webhooks:write',
    id: 'createWebhook',
    summary: 'Create a webhook',
    query: showQuery.schema,
    body: NEW_WEBHOOK,
    responses: {
      201: {
        description: 'The new webhook.',
        schema: WEBHOOK_WITH_WARNINGS,
        headers: { Location: 'The path of the new webhook.', ...ETAG },
      },
    },
    handler: async (input) => {
      const seen = readerOf(showQuery.parse(input.query), input.principal)
      refuseHidden(input.body)
      const webhook = await createWebhook(deps, toDraft(input.body), actorOf(input))
      return {
        status: 201,
        body: await withWarnings(webhook, seen, deps),
        headers: { location: `${deps.basePath}/v1/webhooks/${webhook.id}`, etag: etagOf(webhook) },
      }
    },
  })
}

function getWebhook({ store }: ApiDeps): Route {
  return defineRoute({
    route: 'GET /v1/webhooks/:id',
    scope: 'webhooks:read',
    id: 'getWebhook',
    summary: 'Read a webhook',
    noun: 'webhook',
    query: showQuery.schema,
    responses: {
      200: { description: 'The webhook.', schema: WEBHOOK, headers: ETAG },
      304: 'The webhook is still the one that `If-None-Match` names.',
    },
    handler: async ({ id, query: asked, headers, principal }) => {
      const seen = readerOf(showQuery.parse(asked), principal)
      const webhook = requireWebhook(await store.findWebhook(id), id)
      const etag = etagOf(webhook)
      if (matchesIfNoneMatch(headers, etag)) return { status: 304, headers: { etag } }
      return { status: 200, body: toWire(seen(webhook)), headers: { etag } }
    },
  })
}

function patchWebhook(deps: ApiDeps): Route {
  return defineRoute({
    route: 'PATCH /v1/webhooks/:id',
    scope: 'webhooks:write',
    id: 'changeWebhook',
    summary: 'Change a webhook',
    description:
      'A merge: absent members keep their value, null removes it. One mistake refuses the whole change. With `If-Match`, the change is made only if the webhook has not changed since it was read.',
    noun: 'webhook',
    query: showQuery.schema,
    body: WEBHOOK_CHANGE,
    responses: {
      200: { description: 'The webhook as it is now.', schema: WEBHOOK_WITH_WARNINGS, headers: ETAG },
      409: IS_FALLBACK,
      412: CHANGED_SINCE,
    },
    handler: async (input) => {
      const { id, headers, body } = input
      const seen = readerOf(showQuery.parse(input.query), input.principal)
      const expected = readIfMatch(headers)
      const known = { id, expected, principal: input.principal, store: deps.store }
      const webhook = await withLastChange(known, () =>
        changeWebhook(deps, id, toWebhookEdit(body), actorOf(input), expected),
      )
      return {
        status: 200,
        body: await withWarnings(webhook, seen, deps),
        headers: { etag: etagOf(webhook) },
      }
    },
  })
}

function removeWebhook({ store, clock }: ApiDeps): Route {
  return defineRoute({
    route: 'DELETE /v1/webhooks/:id',
    scope: 'webhooks:write',
    id: 'deleteWebhook',
    summary: 'Delete a webhook',
    description:
      'Cancels its unfinished deliveries. With `If-Match`, only if the webhook has not changed since it was read.',
    noun: 'webhook',
    responses: {
      204: { description: 'Deleted.', headers: { [OPEN_NOTIFICATIONS]: OF_OPEN_NOTIFICATIONS } },
      409: IS_FALLBACK,
      412: CHANGED_SINCE,
    },
    handler: async (input) => {
      const { id } = input
      const expected = readIfMatch(input.headers)
      const known = { id, expected, principal: input.principal, store }
      const { openNotifications } = await withLastChange(known, () =>
        store.deleteWebhook(id, { now: clock.now(), by: actorOf(input), ifRevisions: expected }),
      )
      return {
        status: 204,
        ...(openNotifications > 0 && { headers: { [OPEN_NOTIFICATIONS]: String(openNotifications) } }),
      }
    },
  })
}

async function withWarnings(
  webhook: Webhook,
  seen: (webhook: Webhook) => Webhook,
  { store, clock, publicUrl }: ApiDeps,
): Promise<object> {
  const limitOf = await readWebhookLimits(store, [webhook])
  const warnings = [
    ...findSharedWarnings(webhook, limitOf),
    ...findWarnings(webhook, clock.now(), { publicUrl }),
  ]
  return { ...toWire(seen(webhook)), warnings }
}
