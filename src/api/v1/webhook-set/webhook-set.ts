import { AppError, invalidRequest } from '../../../domain/errors.ts'
import type { ApiDeps } from '../../deps/api-deps.ts'
import { applyWebhookSet } from '../../../webhooks/apply-webhook-set.ts'
import { charactersMaxOf } from '../../../domain/matching/match-budget.ts'
import { findSharedWarnings, findWarnings } from '../../../webhooks/find-warnings.ts'
import { actorOf } from '../../auth/actor.ts'
import { defineRoute, type Route } from '../../routes/route.ts'
import { listEtag, readSetMatch } from '../../server/etag.ts'
import {
  toFieldIssue,
  toPlanWire,
  toWanted,
  webhookSetPlanSchema,
  webhookSetSchema,
} from './webhook-set-wire.ts'

const ISSUES_MAX = 100

/** Defines the route that creates, changes and deletes webhooks as a set defines them. */
export function webhookSetRoutes(deps: ApiDeps): readonly Route[] {
  return [
    defineRoute({
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
        409: {
          description: 'A webhook has too many signing secrets, or damaged values. Nothing was changed.',
        },
        412: { description: 'Somebody has changed the webhooks since. Nothing was changed.' },
      },
      handler: async (input) => {
        const { webhooks, absent = 'default', prune = false, dry_run: isDryRun = false } = input.body
        const set = { webhooks: webhooks.map((entry) => toWanted(entry, absent)), prune }
        const matches = readSetMatch(input.headers)
        const request = {
          by: actorOf(input),
          isDryRun,
          isExpected: matches && ((stored) => matches(listEtag(stored, true))),
        } satisfies Parameters<typeof applyWebhookSet>[2]
        const result = await applyWebhookSet(deps, set, request).catch((error: unknown) => {
          if (!(error instanceof AppError) || error.code !== 'invalid_request') throw error
          throw invalidRequest(
            error.issues.slice(0, ISSUES_MAX).map((issue) => toFieldIssue(issue, webhooks)),
          )
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
      },
    }),
  ]
}
