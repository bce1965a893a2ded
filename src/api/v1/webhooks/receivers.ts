import { Type } from '../../routes/schema-builder.ts'
import { AppError, invalidRequest, type Issue } from '../../../domain/errors.ts'
import { NAME_CHARACTERS_MAX } from '../../../domain/webhook/webhook-limits.ts'
import { PAYLOAD_TYPES } from '../../../domain/webhook/webhook.ts'
import { fillReceiver, urlFieldOf } from '../../../receivers/fill-receiver.ts'
import { findReceiver, PRESETS, REPLACED } from '../../../receivers/presets.ts'
import type { Receiver } from '../../../receivers/receiver.ts'
import { findDraftIssues } from '../../../webhooks/create-webhook.ts'
import type { CheckTarget } from '../../../domain/definition/definition-issues.ts'
import { documented } from '../../openapi/openapi-schema.ts'
import { defineRoute, type Route } from '../../routes/route.ts'
import { NO_QUERY } from '../query.ts'
import {
  receiverSchema,
  receiverSummarySchema,
  toDraftWire,
  toReceiverWire,
  toSummaryWire,
} from './receiver-wire.ts'
import { textMap } from '../shapes.ts'
import { NEW_WEBHOOK, toDraft } from './webhook-wire.ts'

export interface ReceiverRoutesDeps {
  readonly checkTarget?: CheckTarget | undefined
}

const TAG = 'receivers'

const PARAMS = Type.Object({
  id: documented(Type.String({ description: 'Its name, such as `slack-blocks`.' }), {
    pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*$',
    examples: ['slack-blocks'],
  }),
})

const draftSchema = Type.Object(
  {
    fields: textMap(
      'The value of each field, by its name, e.g. `{"url": "https://hooks.slack.com/services/…"}`. An empty one counts as not given.',
    ),
    name: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: NAME_CHARACTERS_MAX,
        description: 'Name of the webhook; that of the receiver if not given.',
      }),
    ),
    payload_type: Type.Optional(
      Type.Enum([...PAYLOAD_TYPES], {
        description: 'The payload type of the webhook; default: the first one of the preset.',
      }),
    ),
  },
  { additionalProperties: false, title: 'ReceiverDraftRequest' },
)

/** Receivers to start from. */
export function receiverRoutes(deps: ReceiverRoutesDeps): readonly Route[] {
  return [listReceivers(), getReceiver(), draftWebhook(deps)]
}

function listReceivers(): Route {
  return defineRoute({
    method: 'GET',
    path: '/v1/receivers',
    scope: 'webhooks:read',
    id: 'listReceivers',
    summary: 'List the receivers to start from',
    tag: TAG,
    query: NO_QUERY,
    responses: {
      200: {
        description: 'All of them, in the order of the docs.',
        schema: Type.Object({ items: Type.Array(receiverSummarySchema) }, { title: 'ReceiverPresets' }),
      },
    },
    handler: async () => ({ status: 200, body: { items: PRESETS.map(toSummaryWire) } }),
  })
}

function getReceiver(): Route {
  return defineRoute({
    method: 'GET',
    path: '/v1/receivers/:id',
    scope: 'webhooks:read',
    id: 'getReceiver',
    summary: 'Read a receiver: its templates, limits and rules',
    tag: TAG,
    params: PARAMS,
    query: NO_QUERY,
    responses: { 200: { description: 'The receiver.', schema: receiverSchema } },
    handler: async ({ params }) => ({ status: 200, body: toReceiverWire(knownReceiver(params.id)) }),
  })
}

function draftWebhook({ checkTarget }: ReceiverRoutesDeps): Route {
  return defineRoute({
    method: 'POST',
    path: '/v1/receivers/:id/draft',
    scope: 'webhooks:read',
    id: 'draftWebhookForReceiver',
    summary: 'Make the draft of a webhook for a receiver',
    description: 'Judged as the creation would judge it. Stores nothing and sends nothing.',
    tag: TAG,
    params: PARAMS,
    query: NO_QUERY,
    body: draftSchema,
    responses: {
      200: { description: 'The draft, as `POST /v1/webhooks` takes it.', schema: NEW_WEBHOOK },
    },
    handler: async ({ params, body: { fields, name, payload_type: payloadType } }) => {
      const receiver = knownReceiver(params.id)
      const draft = toDraftWire(fillReceiver(receiver, { fields, name, payloadType }))
      const issues = findDraftIssues(toDraft(draft), checkTarget)
      if (issues.length > 0) throw invalidRequest(issues.map((issue) => toField(issue, receiver)))
      return { status: 200, body: draft }
    },
  })
}

function knownReceiver(id: string): Receiver {
  const receiver = findReceiver(id)
  if (receiver !== undefined) return receiver
  const now = REPLACED.get(id)
  if (now !== undefined) {
    throw new AppError(
      'not_found',
      `There is no receiver ${id} any more: ${now.id} opens and closes by one webhook, in mode current_state. Make one for that, and delete the two.`,
    )
  }
  const known = PRESETS.map((entry) => entry.id).join(', ')
  throw new AppError('not_found', `There is no receiver ${id.slice(0, 100)}; there are ${known}.`)
}

/** Moves an issue of the URL to the field that the URL was made of. */
function toField({ path, message }: Issue, receiver: Receiver): Issue {
  const isOfUrl = path === 'url' || path === 'clear_request.url'
  const field = isOfUrl ? urlFieldOf(receiver) : undefined
  return { path: field === undefined ? path : `fields.${field}`, message }
}
