import type { ApiDeps } from '../../deps/api-deps.ts'
import { Type } from '../../routes/schema-builder.ts'
import { AppError, invalidRequest, type Issue } from '../../../domain/errors.ts'
import { NAME_CHARACTERS_MAX } from '../../../domain/webhook/webhook-limits.ts'
import { PAYLOAD_TYPES } from '../../../domain/webhook/webhook.ts'
import { fillPreset, urlFieldOf } from '../../../presets/fill-preset.ts'
import { findPreset, PRESETS } from '../../../presets/presets.ts'
import type { Preset } from '../../../presets/preset.ts'
import { findDraftIssues } from '../../../webhooks/create-webhook.ts'
import { documented } from '../../openapi/openapi-schema.ts'
import { defineRoute, type Route } from '../../routes/route.ts'
import { presetResource, presetSummary, toDraftWire } from './preset-wire.ts'
import { textMap } from '../shapes.ts'
import { NEW_WEBHOOK, toDraft } from './webhook-wire.ts'

const PARAMS = Type.Object({
  id: documented(Type.String({ description: 'Name of the preset, such as `slack-blocks`.' }), {
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
        description: 'Name of the webhook; default: the name of the preset.',
      }),
    ),
    payload_type: Type.Optional(
      Type.Enum([...PAYLOAD_TYPES], {
        description: 'The payload type of the webhook; default: the first one of the preset.',
      }),
    ),
  },
  { additionalProperties: false, title: 'PresetDraftRequest' },
)

/** Defines the routes of the presets. */
export function presetRoutes(deps: ApiDeps): readonly Route[] {
  return [listPresets(), getPreset(), draftWebhook(deps)]
}

function listPresets(): Route {
  return defineRoute({
    route: 'GET /v1/presets',
    scope: 'webhooks:read',
    id: 'listPresets',
    summary: 'List the presets',
    responses: {
      200: {
        description: 'All presets, in the order of the docs.',
        schema: Type.Object({ items: Type.Array(presetSummary.schema) }, { title: 'PresetList' }),
      },
    },
    handler: async () => ({ status: 200, body: { items: PRESETS.map(presetSummary.toWire) } }),
  })
}

function getPreset(): Route {
  return defineRoute({
    route: 'GET /v1/presets/:id',
    scope: 'webhooks:read',
    id: 'getPreset',
    summary: 'Read a preset: its templates, limits and rules',
    params: PARAMS,
    responses: { 200: { description: 'The preset.', schema: presetResource.schema } },
    handler: async ({ params }) => ({ status: 200, body: presetResource.toWire(knownPreset(params.id)) }),
  })
}

function draftWebhook({ checkTarget }: ApiDeps): Route {
  return defineRoute({
    route: 'POST /v1/presets/:id/draft',
    scope: 'webhooks:read',
    id: 'draftWebhookForPreset',
    summary: 'Draft a webhook from a preset',
    description: 'Validates the draft like a new webhook. Stores and sends nothing.',
    params: PARAMS,
    body: draftSchema,
    responses: {
      200: { description: 'The draft, as `POST /v1/webhooks` takes it.', schema: NEW_WEBHOOK },
    },
    handler: async ({ params, body: { fields, name, payload_type: payloadType } }) => {
      const preset = knownPreset(params.id)
      const draft = toDraftWire(fillPreset(preset, { fields, name, payloadType }))
      const issues = findDraftIssues(toDraft(draft), checkTarget)
      if (issues.length > 0) throw invalidRequest(issues.map((issue) => toField(issue, preset)))
      return { status: 200, body: draft }
    },
  })
}

export function knownPreset(id: string): Preset {
  const preset = findPreset(id)
  if (preset !== undefined) return preset
  const known = PRESETS.map((entry) => entry.id).join(', ')
  throw new AppError('not_found', `There is no preset ${id.slice(0, 100)}; there are ${known}.`)
}

/** Moves an issue of the URL to the field that the URL was made of. */
export function toField({ path, message }: Issue, preset: Preset): Issue {
  const isOfUrl = path === 'url' || path === 'clear_request.url'
  const field = isOfUrl ? urlFieldOf(preset) : undefined
  return { path: field === undefined ? path : `fields.${field}`, message }
}
