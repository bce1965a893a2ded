import type { Static } from 'typebox'
import { Type } from '../schema-builder.ts'
import type { Clock } from '../../clock.ts'
import { manualEntry } from '../../domain/audit-entries.ts'
import { invalidRequest, type Issue } from '../../domain/errors.ts'
import type { Event } from '../../domain/event.ts'
import { payloadTypeOf } from '../../domain/matching.ts'
import type { Outcome, RecordedRequest, Reply } from '../../domain/outcome.ts'
import { defaultSample, SAMPLE_KINDS, sampleEvent } from '../../domain/sample-event.ts'
import type { PayloadType, Webhook } from '../../domain/webhook.ts'
import type { Store } from '../../storage/store.ts'
import { draftWebhook } from '../../webhooks/create-webhook.ts'
import type { CheckTarget } from '../../webhooks/definition-issues.ts'
import { actorOf } from '../actor.ts'
import { parsePathId } from '../path-id.ts'
import { defineRoute, type Route, type RouteInput } from '../route.ts'
import { found, ID_PARAMS } from './by-id.ts'
import {
  outcomeSchema,
  receivedAnswerSchema,
  requestSchema,
  timingSchema,
  toReceivedAnswerWire,
  toRequestWire,
  toTimingWire,
} from './exchange-wire.ts'
import { NO_QUERY } from './query.ts'
import { issueSchema, nullable } from './shapes.ts'
import { NEW_WEBHOOK, toDraft } from './webhook-wire.ts'

export interface WebhookTrialRoutesDeps {
  readonly store: Pick<Store, 'findWebhook' | 'findEvent' | 'recordAudit'>
  readonly clock: Clock
  readonly checkTarget?: CheckTarget | undefined
  /** Sends for real, through the code of every delivery, and records nothing. */
  readonly tryWebhook: (
    webhook: Webhook,
    event: Event,
  ) => Promise<{ readonly request: RecordedRequest; readonly reply: Reply; readonly outcome: Outcome }>
  /** The request as it would be sent. */
  readonly previewWebhook: (
    webhook: Webhook,
    event: Event,
  ) => { readonly request: RecordedRequest; readonly warnings: readonly Issue[] }
}

const trialMembers = {
  event_id: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'The values of this event, which really happened.',
    }),
  ),
  sample: Type.Optional(
    Type.Enum([...SAMPLE_KINDS], {
      description:
        'The values of a sample. If neither is given: `raised` for ALERT, `job_failure` for JOB webhooks.',
    }),
  ),
}

const trialSchema = Type.Object(trialMembers, { additionalProperties: false, title: 'TrialRequest' })

const draftTrialSchema = Type.Object(
  { webhook: NEW_WEBHOOK, ...trialMembers },
  { additionalProperties: false, title: 'DraftPreviewRequest' },
)

const previewSchema = Type.Object(
  {
    request: requestSchema,
    warnings: Type.Array(issueSchema, { description: 'What its writer should know; empty if all is well.' }),
  },
  { title: 'WebhookPreview' },
)

const testSchema = Type.Object(
  {
    outcome: outcomeSchema,
    reason: Type.String({ description: 'Why, in a few words.' }),
    request: requestSchema,
    answer: nullable(receivedAnswerSchema, 'What came back; null if nothing did.'),
    timing: timingSchema,
  },
  { title: 'WebhookTest' },
)

/** How a webhook would do, before it matters. */
export function webhookTrialRoutes(deps: WebhookTrialRoutesDeps): readonly Route[] {
  return [previewDraft(deps), previewWebhook(deps), testWebhook(deps)]
}

function previewDraft(deps: WebhookTrialRoutesDeps): Route {
  return defineRoute({
    method: 'POST',
    path: '/v1/webhooks/preview',
    scope: 'webhooks:read',
    id: 'previewDraftWebhook',
    summary: 'See the request that a webhook would send, before there is one',
    description: 'Takes what the creation of a webhook takes. Stores nothing and sends nothing.',
    tag: 'webhooks',
    query: NO_QUERY,
    body: draftTrialSchema,
    answers: { 200: { description: 'The request, and what its writer should know.', schema: previewSchema } },
    handler: async ({ body }) => {
      const webhook = draftWebhook(deps, toDraft(body.webhook), 'webhook')
      const event = await readTrialEvent(webhook.payloadType, body, deps)
      const { request, warnings } = deps.previewWebhook(webhook, event)
      return { status: 200, body: { request: toRequestWire(request), warnings } }
    },
  })
}

function previewWebhook(deps: WebhookTrialRoutesDeps): Route {
  return defineRoute({
    method: 'POST',
    path: '/v1/webhooks/:id/preview',
    scope: 'webhooks:read',
    id: 'previewWebhook',
    summary: 'See the request that would be sent',
    description: 'Sends nothing.',
    tag: 'webhooks',
    params: ID_PARAMS,
    query: NO_QUERY,
    body: trialSchema,
    bodyOptional: true,
    answers: { 200: { description: 'The request, and what its writer should know.', schema: previewSchema } },
    handler: async ({ params, body }) => {
      const { webhook, event } = await readTrial(params.id, body, deps)
      const { request, warnings } = deps.previewWebhook(webhook, event)
      return { status: 200, body: { request: toRequestWire(request), warnings } }
    },
  })
}

function testWebhook(deps: WebhookTrialRoutesDeps): Route {
  return defineRoute({
    method: 'POST',
    path: '/v1/webhooks/:id/test',
    scope: 'webhooks:write',
    id: 'testWebhook',
    summary: 'Send a test to the receiver',
    description:
      'Once and at once, through the code of every delivery, whether the webhook is enabled or not. Nothing is recorded but, in the audit log, that it was done. What the receiver answered is in the body; the status is 200 even if it refused.',
    tag: 'webhooks',
    params: ID_PARAMS,
    query: NO_QUERY,
    body: trialSchema,
    bodyOptional: true,
    answers: { 200: { description: 'What was sent and what came back.', schema: testSchema } },
    handler: async (input) => {
      const { webhook, event } = await readTrial(input.params.id, input.body, deps)
      await recordTest(webhook, input, deps)
      const { request, reply, outcome } = await deps.tryWebhook(webhook, event)
      const answer = {
        outcome: outcome.kind,
        reason: outcome.reason,
        request: toRequestWire(request),
        answer: reply.kind === 'response' ? toReceivedAnswerWire(reply.answer) : null,
        timing: toTimingWire(reply.timing),
      }
      return { status: 200, body: answer }
    },
  })
}

/** Before it is sent: a request that the log knows nothing of must not leave. */
async function recordTest(
  { id, name, payloadType }: Webhook,
  {
    body,
    ...request
  }: Pick<RouteInput<unknown, unknown, Static<typeof trialSchema>>, 'body' | 'caller' | 'address'>,
  { store, clock }: WebhookTrialRoutesDeps,
): Promise<void> {
  const { event_id: eventId, sample = defaultSample(payloadType) } = body
  const note = eventId === undefined ? `with the sample ${sample}` : `with event ${eventId}`
  const about = {
    action: 'webhook.tested',
    objectType: 'webhook',
    objectId: id,
    objectName: name,
    note,
  } as const
  await store.recordAudit(manualEntry(about, { at: clock.now(), by: actorOf(request) }))
}

async function readTrial(
  idText: string,
  body: Static<typeof trialSchema>,
  deps: WebhookTrialRoutesDeps,
): Promise<{ readonly webhook: Webhook; readonly event: Event }> {
  const id = parsePathId(idText, 'webhook')
  const webhook = found(await deps.store.findWebhook(id), 'webhook', id)
  return { webhook, event: await readTrialEvent(webhook.payloadType, body, deps) }
}

async function readTrialEvent(
  payloadType: PayloadType,
  { event_id: eventId, sample }: Static<typeof trialSchema>,
  { store, clock }: WebhookTrialRoutesDeps,
): Promise<Event> {
  if (eventId === undefined) {
    const event = sampleEvent(sample ?? defaultSample(payloadType), clock.now())
    refuseOtherKind(event, payloadType, 'sample')
    return event
  }
  if (sample !== undefined) refuse('sample', 'and `event_id` exclude each other; leave out one of the two')
  const event = await store.findEvent(eventId)
  if (event === undefined) refuse('event_id', `names no event: there is no event ${eventId}`)
  refuseOtherKind(event, payloadType, 'event_id')
  return event
}

function refuseOtherKind(event: Event, payloadType: PayloadType, path: 'sample' | 'event_id'): void {
  if (payloadTypeOf(event) === payloadType) return
  const wanted = payloadType === 'ALERT' ? 'alerts' : 'job runs'
  refuse(
    path,
    `does not fit: this webhook has the payload type ${payloadType} and is told about ${wanted} only`,
  )
}

function refuse(path: string, message: string): never {
  throw invalidRequest([{ path, message }])
}
