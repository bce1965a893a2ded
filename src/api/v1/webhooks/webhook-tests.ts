import type { ApiDeps } from '../../deps/api-deps.ts'
import type { WebhookId } from '../../../domain/ids.ts'
import type { Static } from 'typebox'
import { defineRoute, type Route, type RouteResponse, Type } from '../../routes/route.ts'
import { entryOf } from '../../../domain/audit/audit-entries.ts'
import { HIDDEN } from '../../../domain/redaction/redact.ts'
import { SIGNATURE_NAME } from '../../../domain/receiver/signature.ts'
import { allows } from '../../../domain/people/token.ts'
import type { Webhook } from '../../../domain/webhook/webhook.ts'
import { draftWebhook } from '../../../webhooks/create-webhook.ts'
import { draftChange } from '../../../webhooks/change-webhook.ts'
import { findWarnings } from '../../../webhooks/find-warnings.ts'
import { actorOf, principalOf } from '../../auth/actor.ts'
import { found } from '../read-routes.ts'
import {
  outcomeSchema,
  receivedResponse,
  requestResource,
  timingResource,
} from '../deliveries/exchange-wire.ts'
import { refuseHidden } from './hidden-values.ts'
import { nullable, warningsSchema } from '../resource.ts'
import {
  describeValues,
  draftTestSchema,
  readTestEvent,
  refusingBelow,
  testRequestSchema,
  type TestValues,
} from './test-body.ts'
import { toDraft, toWebhookEdit } from './webhook-wire.ts'

const previewSchema = Type.Object(
  { request: requestResource.schema, warnings: warningsSchema },
  { title: 'WebhookPreview' },
)

const testSchema = Type.Object('WebhookTest', {
  outcome: outcomeSchema,
  reason: Type.String('Why, in a few words.'),
  request: requestResource.schema,
  response: nullable(receivedResponse.schema, 'The response; null: there was none.'),
  timing: timingResource.schema,
  warnings: warningsSchema,
})

const FORBIDDEN = 'The scope of the route is missing, or for `event_id` deliveries:read.'
const PREVIEWED: Route['responses'] = { 200: ['The request and warnings.', previewSchema], 403: FORBIDDEN }
const TESTED: Route['responses'] = { 200: ['Request and response.', testSchema], 403: FORBIDDEN }

const ONCE =
  'Sends one request at once, with the code that sends deliveries. Only the audit log has an entry of it. The body contains the response of the receiver; the status is 200 even if it refused.'
const UNSAVED =
  'With `change`, a body as for `PATCH`, the webhook is used as if it were changed; hidden values sent back as shown keep what is stored.'

export function webhookTestRoutes(deps: ApiDeps): readonly Route[] {
  return [previewDraft(deps), testDraft(deps), previewWebhook(deps), testWebhook(deps)]
}

function previewDraft(deps: ApiDeps): Route {
  return defineRoute({
    route: 'POST /v1/webhooks/preview',
    scope: 'webhooks:read',
    id: 'previewDraftWebhook',
    summary: 'Preview the request of a new webhook',
    description: 'The body is that of `POST /v1/webhooks`. Stores and sends nothing.',
    body: draftTestSchema,
    responses: PREVIEWED,
    handler: async (input) => {
      const { webhook: given, ...values } = input.body
      const webhook = refusingBelow('webhook', () => draftWebhook(deps, toDraft(given)))
      return preview(webhook, values, true, input, deps)
    },
  })
}

function testDraft(deps: ApiDeps): Route {
  return defineRoute({
    route: 'POST /v1/webhooks/test',
    scope: 'webhooks:write',
    id: 'testDraftWebhook',
    summary: 'Test a new webhook',
    description: `Takes what the creation of a webhook takes, and stores none. ${ONCE}`,
    body: draftTestSchema,
    responses: TESTED,
    handler: async (input) => {
      const { webhook: given, ...values } = input.body
      const webhook = refusingBelow('webhook', () => {
        refuseHidden(given)
        return draftWebhook(deps, toDraft(given))
      })
      return test(webhook, values, 'a draft', input, deps)
    },
  })
}

function previewWebhook(deps: ApiDeps): Route {
  return defineRoute({
    route: 'POST /v1/webhooks/:id/preview',
    scope: 'webhooks:read',
    id: 'previewWebhook',
    summary: 'Preview the request of a webhook',
    description: `Sends nothing. ${UNSAVED} The signature is shown as \`${HIDDEN}\` to callers without the scope webhooks:write, and with \`change\`: it would be good for a request that was never sent.`,
    noun: 'webhook',
    body: testRequestSchema,
    bodyOptional: true,
    responses: PREVIEWED,
    handler: async (input) => {
      const { change, ...values } = input.body
      const webhook = await readWebhook(input.id, change, deps)
      const hidesSignature = change !== undefined || !allows(principalOf(input.principal), 'webhooks:write')
      return preview(webhook, values, hidesSignature, input, deps)
    },
  })
}

function testWebhook(deps: ApiDeps): Route {
  return defineRoute({
    route: 'POST /v1/webhooks/:id/test',
    scope: 'webhooks:write',
    id: 'testWebhook',
    summary: 'Test a webhook',
    description: `Works for disabled webhooks too. If a paused receiver accepts the test of a stored webhook, the pause ends. ${UNSAVED} ${ONCE}`,
    noun: 'webhook',
    body: testRequestSchema,
    bodyOptional: true,
    responses: TESTED,
    handler: async (input) => {
      const { change, ...values } = input.body
      const webhook = await readWebhook(input.id, change, deps)
      const what = change && `an unsaved change of ${Object.keys(change).join(', ') || 'nothing'}`
      return test(webhook, values, what, input, deps)
    },
  })
}

async function readWebhook(
  id: WebhookId,
  change: Static<typeof testRequestSchema>['change'],
  { store, checkTarget }: ApiDeps,
): Promise<Webhook> {
  const webhook = found(await store.findWebhook(id), 'webhook', id)
  if (change === undefined) return webhook
  return refusingBelow('change', () => draftChange(webhook, toWebhookEdit(change), checkTarget))
}

type By = Parameters<typeof actorOf>[0]

async function preview(
  webhook: Webhook,
  values: TestValues,
  hidesSignature: boolean,
  by: By,
  deps: ApiDeps,
): Promise<RouteResponse> {
  const event = await readTestEvent(webhook.payloadType, values, principalOf(by.principal), deps)
  const { request, warnings } = await deps.previewWebhook(webhook, event)
  const isHidden = hidesSignature && webhook.signingSecrets.length > 0
  const shown = isHidden ? { ...request, headers: request.headers.map(hideSignature) } : request
  return { status: 200, body: { request: requestResource.toWire(shown), warnings } }
}

/** Hides the signature; a signing webhook has no other header of this name. */
function hideSignature([name, value]: readonly [string, string]): readonly [string, string] {
  return [name, name === SIGNATURE_NAME ? HIDDEN : value]
}

/** `what`: names the tested draft or change for the audit log. */
async function test(
  webhook: Webhook,
  values: TestValues,
  what: string | undefined,
  by: By,
  deps: ApiDeps,
): Promise<RouteResponse> {
  const event = await readTestEvent(webhook.payloadType, values, principalOf(by.principal), deps)
  const about = { id: webhook.id === 0 ? null : webhook.id, name: webhook.name }
  const notes = [
    describeValues(values, webhook.payloadType),
    // Unsaved webhooks can go anywhere, so the address is logged.
    ...(what === undefined ? [] : [what, `to ${URL.parse(webhook.url)?.origin}`]),
  ]
  const circumstances = { at: deps.clock.now(), by: actorOf(by) }
  // Audited first, so that no request is missing in the log.
  await deps.store.recordAudit(entryOf('webhook.tested', about, circumstances, ...notes))
  const { request, result, outcome } = await deps.tryWebhook(webhook, event)
  if (what === undefined && outcome.kind === 'accept') await resumeAccepting(webhook, by, deps)
  const body = {
    outcome: outcome.kind,
    reason: outcome.reason,
    request: requestResource.toWire(request),
    response: result.kind === 'response' ? receivedResponse.toWire(result.response) : null,
    timing: timingResource.toWire(result.timing),
    warnings: findWarnings(webhook, deps.clock.now(), deps),
  }
  return { status: 200, body }
}

/** Sends what waits for a paused or rejecting receiver, which just accepted. */
async function resumeAccepting(
  { id, enabled }: Webhook,
  by: By,
  { store, clock, wake }: ApiDeps,
): Promise<void> {
  const now = clock.now()
  const health = await store.findHealth(id, now)
  if (!enabled || !health || (health.pausedUntil === null && health.rejectingSince === null)) return
  await store.resumeWebhook(id, { now, by: { ...actorOf(by), note: 'its receiver accepted a test' } })
  wake()
}
