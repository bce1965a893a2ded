import type { ApiDeps } from '../../deps/api-deps.ts'
import { describeModeChange } from '../../../domain/receiver-state/mode-change.ts'
import { changeWebhook } from '../../../webhooks/change-webhook.ts'
import { MODES } from '../../../domain/webhook/webhook.ts'
import { actorOf } from '../../auth/actor.ts'
import { IS_FALLBACK } from '../../webhooks/webhook-shapes.ts'
import { defineRoute, type Route, Type } from '../../routes/route.ts'
import { CHANGED_SINCE, etagOf, readIfMatch } from '../../server/etag.ts'
import { count, idSchema } from '../resource.ts'
import { withLastChange } from './last-change.ts'

const modeChangeSchema = Type.Closed('ModeChange', {
  mode: Type.Enum(MODES, 'The new mode.'),
  dry_run: Type.Optional(Type.Boolean('Only counts; nothing is changed.')),
})

const modeChangeResultSchema = Type.Object('ModeChangeResult', {
  webhook_id: idSchema('The webhook.'),
  mode: Type.Enum(MODES, 'The new mode.'),
  dry_run: Type.Boolean('Whether this was a dry run.'),
  from_history: count('Alerts whose last accepted state is known from the delivery history.'),
  assumed: count(
    'Alerts that count as sent because the history does not reach back far enough: their clears are sent.',
  ),
  under_way: count('Alerts with a delivery on its way, which count as possibly sent.'),
  out_of_sync: count(
    'Alerts from history whose state has changed since: sent by their next change, by a resync, or when the receiver accepts again after failures.',
  ),
  forgotten: count(
    'To mode `every_change`: open notifications; their clears follow the deliveries that are kept.',
  ),
  detail: Type.String('The same as text.'),
})

/** Defines the route that changes the mode, and what its receiver counts as knowing; otherwise an ordinary edit. */
export function changeWebhookMode(deps: ApiDeps): Route {
  const { store, clock } = deps
  return defineRoute({
    route: 'POST /v1/webhooks/:id/mode',
    scope: 'webhooks:write',
    id: 'changeWebhookMode',
    summary: 'Change the mode of a webhook, or preview the change',
    description:
      'Does the same as a change of `mode` by `PATCH`; the response also says how many alerts count as sent. With `dry_run` it only counts.',
    noun: 'webhook',
    body: modeChangeSchema,
    responses: {
      200: {
        description: 'How many alerts count as sent.',
        schema: modeChangeResultSchema,
        headers: { ETag: 'ETag of the webhook, for `If-Match`.' },
      },
      409: IS_FALLBACK,
      412: CHANGED_SINCE,
    },
    handler: async (input) => {
      const { mode, dry_run: isDryRun = false } = input.body
      const { id } = input
      const expected = readIfMatch(input.headers)
      const edit = { mode }
      const { preview, webhook } = await withLastChange(
        { id, expected, principal: input.principal, store },
        async () => {
          const found = await store.previewModeChange(id, edit, { now: clock.now(), ifRevisions: expected })
          if (isDryRun) return { preview: found, webhook: found.webhook }
          return { preview: found, webhook: await changeWebhook(deps, id, edit, actorOf(input), expected) }
        },
      )
      const { fromHistory, assumed, underWay, outOfSync, forgotten } = preview
      return {
        status: 200,
        body: {
          webhook_id: id,
          mode,
          dry_run: isDryRun,
          from_history: fromHistory,
          assumed,
          under_way: underWay,
          out_of_sync: outOfSync,
          forgotten,
          detail: describeModeChange({ id, mode, ...preview }, isDryRun),
        },
        headers: { etag: etagOf(webhook) },
      }
    },
  })
}
