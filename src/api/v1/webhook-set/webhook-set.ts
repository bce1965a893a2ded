import type { Static } from 'typebox'
import { invalidRequest, issuesOf } from '../../../domain/errors.ts'
import type { ApiDeps } from '../../deps/api-deps.ts'
import { applyWebhookSet } from '../../../webhooks/apply-webhook-set.ts'
import { charactersMaxOf } from '../../../domain/matching/match-budget.ts'
import { findSharedWarnings, findWarnings } from '../../../webhooks/find-warnings.ts'
import { actorOf } from '../../auth/actor.ts'
import { defineRoute, type Route, type RouteInput, type RouteResponse } from '../../routes/route.ts'
import { listEtag, readSetMatch } from '../../server/etag.ts'
import { toWantedWindow } from '../windows/window-body.ts'
import {
  toFieldIssue,
  toPlanWire,
  toWanted,
  webhookSetPlanSchema,
  webhookSetSchema,
  windowSetPlanSchema,
  windowSetSchema,
} from './webhook-set-wire.ts'

const ISSUES_MAX = 100

/** Defines the route that creates, changes and deletes webhooks as a set defines them. */
export function applyWebhooks(deps: ApiDeps): Route {
  return defineRoute({
    route: 'PUT /v1/webhooks',
    scope: 'webhooks:write',
    id: 'applyWebhooks',
    summary: 'Apply a set of webhooks',
    description:
      'Creates, changes and, with `prune`, deletes webhooks until they are as the set defines them, in one transaction: all of it or nothing. The response is the plan; with `dry_run` that is all. To carry out exactly the plan that was shown, send the ETag of the dry run as `If-Match`: if anybody has created, changed or deleted a webhook since, nothing is changed and the response is 412.',
    body: webhookSetSchema,
    responses: {
      200: {
        description: 'The plan, carried out or not.',
        schema: webhookSetPlanSchema,
        headers: { ETag: 'For `If-Match` on the next request: changes with every change of a webhook.' },
      },
      409: 'A webhook has too many signing secrets, or damaged values. Nothing was changed.',
      412: 'Somebody has changed the webhooks since. Nothing was changed.',
    },
    handler: (input) => applySet(deps, input),
  })
}

/** Defines the same for maintenance windows, and webhooks with them. */
export function applyWindows(deps: ApiDeps): Route {
  return defineRoute({
    route: 'PUT /v1/windows',
    scope: 'webhooks:write',
    id: 'applyWindows',
    summary: 'Apply a set of maintenance windows, and of webhooks',
    description:
      'As `PUT /v1/webhooks`, for maintenance windows and, with `webhooks`, for the webhooks that they name, all in one transaction.',
    body: windowSetSchema,
    responses: {
      200: {
        description: 'The plan, carried out or not.',
        schema: windowSetPlanSchema,
        headers: {
          ETag: 'For `If-Match` on the next request: changes with every change of a webhook or maintenance window.',
        },
      },
      409: 'There are too many maintenance windows, or a webhook has too many signing secrets or damaged values. Nothing was changed.',
      412: 'Somebody has changed the webhooks or windows since. Nothing was changed.',
    },
    handler: (input) => applySet(deps, input),
  })
}

type Body = Partial<Static<typeof webhookSetSchema>> &
  Pick<Partial<Static<typeof windowSetSchema>>, 'windows'>

async function applySet(deps: ApiDeps, input: RouteInput<unknown, unknown, Body>): Promise<RouteResponse> {
  const { webhooks = [], windows, absent = 'default', prune = false, dry_run: isDryRun = false } = input.body
  const by = actorOf(input)
  const set = {
    webhooks: webhooks.map((entry) => toWanted(entry, absent)),
    prune: prune && input.body.webhooks !== undefined,
    windows: windows && { windows: windows.map((entry) => toWantedWindow(entry, by.name)), prune },
  }
  const matches = readSetMatch(input.headers)
  const request = {
    by,
    isDryRun,
    isExpected: matches && ((stored) => matches(listEtag(stored, true))),
  } satisfies Parameters<typeof applyWebhookSet>[2]
  const result = await applyWebhookSet(deps, set, request).catch((error: unknown) => {
    const issues = issuesOf(error).slice(0, ISSUES_MAX)
    throw invalidRequest(issues.map((issue) => toFieldIssue(issue, webhooks)))
  })
  const now = deps.clock.now()
  const limitOf = charactersMaxOf(result.after)
  const warningsOf = ({ after }: { readonly after: Parameters<typeof findWarnings>[0] }) => [
    ...findSharedWarnings(after, limitOf),
    ...findWarnings(after, now, deps),
  ]
  return {
    status: 200,
    body: toPlanWire(result, { isDryRun, warningsOf }),
    headers: { etag: listEtag(result.stored, true) },
  }
}
