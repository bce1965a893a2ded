import type { Static } from 'typebox'
import { AppError, invalidRequest, type Issue } from '../../../domain/errors.ts'
import type { JsonObject } from '../../../domain/json-object.ts'
import { describeResponseRule } from '../../../domain/receiver/response-rule.ts'
import { formatDuration, formatRate, formatSchedule } from '../../../domain/spelling.ts'
import { NAME_CHARACTERS_MAX } from '../../../domain/webhook/webhook-limits.ts'
import { MODES, PAYLOAD_TYPES } from '../../../domain/webhook/webhook.ts'
import type { FilledPreset } from '../../../presets/fill-preset.ts'
import { fillPreset, modeOf, payloadTypesOf, urlFieldOf } from '../../../presets/fill-preset.ts'
import { type Preset, PRESET_KINDS, type PresetField } from '../../../presets/preset.ts'
import { findPreset, PRESETS } from '../../../presets/presets.ts'
import { findDraftIssues } from '../../../webhooks/create-webhook.ts'
import type { ApiDeps } from '../../deps/api-deps.ts'
import { documented } from '../../openapi/openapi-schema.ts'
import { defineRoute, type Route, Type } from '../../routes/route.ts'
import { NEW_HEADER, toWireFlags } from '../../webhooks/webhook-shapes.ts'
import { nullableText, resourceOf, textMap } from '../resource.ts'
import { RESPONSE_RULE, toResponseRuleWire } from './response-rule-wire.ts'
import { CLEAR_REQUEST, toClearRequestWire } from './setting-wire.ts'
import { NEW_WEBHOOK, toDraft } from './webhook-wire.ts'

const PARAMS = Type.Object({
  id: documented(Type.String('Name of the preset, such as `slack-blocks`.'), {
    pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*$',
    examples: ['slack-blocks'],
  }),
})

const draftSchema = Type.Closed('PresetDraftRequest', {
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
    Type.Enum(PAYLOAD_TYPES, 'The payload type of the webhook; default: the first one of the preset.'),
  ),
})

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
    responses: { 200: ['The preset.', presetResource.schema] },
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
    responses: { 200: ['The draft, as `POST /v1/webhooks` takes it.', NEW_WEBHOOK] },
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

/** Moves an issue of the URL to the field that made it. */
export function toField({ path, message }: Issue, preset: Preset): Issue {
  const isOfUrl = path === 'url' || path === 'clear_request.url'
  const field = isOfUrl ? urlFieldOf(preset) : undefined
  return { path: field === undefined ? path : `fields.${field}`, message }
}

const fieldResource = resourceOf<PresetField>()('PresetField', {
  name: Type.String('Its name in `fields` of a draft.'),
  label: Type.String('Its label in a form.'),
  help: Type.String('Where to find it, in a sentence.'),
  pattern: Type.String('A regular expression for the whole value, as in an HTML form.'),
  wanted: Type.String('The error for a value that does not match: `must be …`.'),
  example: Type.String('An example value.'),
  secret: [Type.Boolean('Whoever has this value can write to the receiver.'), 'isSecret'],
  required: [Type.Boolean(), ({ fallback }) => fallback === undefined],
  usual: [
    Type.Boolean('Most webhooks need it, required or not.'),
    ({ fallback, isUsual = false }) => fallback === undefined || isUsual,
  ],
  default: [nullableText('Its default; null: none.'), 'fallback'],
})

export const presetSummary = resourceOf<Preset>()('PresetSummary', {
  id: Type.String('Its name in paths, such as `slack-blocks`.'),
  name: Type.String(),
  summary: Type.String('What the receiver shows, in a sentence.'),
  kind: Type.Enum(
    PRESET_KINDS,
    'chat: people read it; incident: it keeps track of problems; push: phones; generic: programs.',
  ),
  payload_types: [
    Type.Array(Type.Enum([...PAYLOAD_TYPES]), {
      description: 'The payload types of the preset; the first one is the default.',
    }),
    payloadTypesOf,
  ],
  fields: [
    Type.Array(fieldResource.schema, 'Values that only the user knows.'),
    ({ fields }) => fields.map(fieldResource.toWire),
  ],
})

const limitSchema = Type.Object('PresetLimit', {
  part: Type.String('The limited part; `all`: the whole body.'),
  max: Type.Integer({ minimum: 1 }),
  unit: Type.Enum(['characters', 'bytes', 'entries']),
})

const presetResource = resourceOf<Preset>()('Preset', {
  ...presetSummary.list,
  method: Type.String(),
  url: Type.String(
    '`{{name}}` marks where the value of a field is inserted, `{{user:password}}` two of them as HTTP Basic; also below.',
  ),
  http_headers: [
    Type.Array(
      NEW_HEADER,
      'A header with a missing field is left out; among headers of one name the first remaining one counts.',
    ),
    ({ headers }) => toHeadersWire(headers),
  ],
  templates: Type.Object(
    { ALERT: Type.Optional(Type.String()), JOB: Type.Optional(Type.String()) },
    { description: 'The payload template for each payload type.' },
  ),
  mode: [Type.Enum(MODES, 'The flags of a webhook for alerts.'), (preset) => modeOf(preset, 'ALERT')],
  clear_request: [
    CLEAR_REQUEST,
    ({ clearRequest }) =>
      clearRequest ? toClearRequestWire({ ...clearRequest, payloadTemplate: clearRequest.template }) : null,
  ],
  escape: nullableText('The filter for free text, such as `slack`; null: none.'),
  response_rule: [RESPONSE_RULE, ({ responseRule }) => toResponseRuleWire(responseRule)],
  rate_limit: [
    nullableText('As for a webhook, e.g. `1/1s`; null: none.'),
    ({ rateLimit }) => rateLimit && formatRate(rateLimit),
  ],
  timeout: [
    nullableText('As for a webhook, e.g. `1m`; null: the setting of the server.'),
    ({ timeoutMs }) => (timeoutMs === undefined ? null : formatDuration(timeoutMs)),
  ],
  retry_schedule: [
    nullableText('As for a webhook, e.g. `0s,5m,1h`; null: the setting of the server.'),
    ({ retryScheduleMs }) => (retryScheduleMs === undefined ? null : formatSchedule(retryScheduleMs)),
  ],
  accepted_by: [
    Type.String('The `response_rule` in words: which responses count as accepted.'),
    ({ responseRule }) => describeResponseRule(responseRule),
  ],
  limits: [
    Type.Array(limitSchema, 'Size limits of the receiver; the templates respect them.'),
    ({ limits }) => limits.map(({ part, max, unit }) => ({ part, max, unit })),
  ],
  notes: Type.Array(Type.String(), 'Notes, a sentence each.'),
  documentation: Type.String('The page of the vendor.'),
})

/** Returns a draft as the creation of a webhook takes it. */
export function toDraftWire(filled: FilledPreset): Static<typeof NEW_WEBHOOK> & JsonObject {
  return {
    name: filled.name,
    url: filled.url,
    method: filled.method,
    http_headers: toHeadersWire(filled.headers),
    payload_type: filled.payloadType,
    payload_template: filled.payloadTemplate,
    ...toWireFlags(filled.alertFlags),
    mode: filled.mode,
    ...(filled.clearRequest && { clear_request: toClearRequestWire(filled.clearRequest) }),
    rate_limit: filled.rateLimit && formatRate(filled.rateLimit),
    timeout: filled.timeoutMs === null ? null : formatDuration(filled.timeoutMs),
    retry_schedule: filled.retryScheduleMs === null ? null : formatSchedule(filled.retryScheduleMs),
    response_rule: toResponseRuleWire(filled.responseRule),
  }
}

function toHeadersWire(headers: Preset['headers']): Static<typeof NEW_HEADER>[] {
  return headers.map(({ key, value }) => ({ http_header_key: key, http_header_value: value }))
}
