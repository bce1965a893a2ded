import type { ApiDeps } from '../../deps/api-deps.ts'
import type { Static } from 'typebox'
import { defineRoute, type Route, Type } from '../../routes/route.ts'
import { DEFAULT_TEMPLATES } from '../../../domain/webhook/default-templates.ts'
import { invalidRequest } from '../../../domain/errors.ts'
import { principalKey } from '../../../domain/people/principal.ts'
import { CONTENT_FAMILIES, contentFamily } from '../../../domain/template/escaping.ts'
import { FILTER_ESCAPES, OTHER_FILTERS } from '../../../domain/template/marker-filters.ts'
import { MARKERS } from '../../../domain/template/markers.ts'
import { NAMED_TEXTS } from '../../../domain/template/marker.ts'
import type { RenderedRequest, RequestWarning } from '../../../domain/template/render-request.ts'
import { tryRequest } from '../../../domain/template/render-request.ts'
import { defaultSample, sampleEvent } from '../../../domain/template/sample-event.ts'
import {
  HEADER_KEY_CHARACTERS_MAX,
  HEADER_VALUE_BYTES_MAX,
  HEADERS_MAX,
  TEMPLATE_BYTES_MAX,
  URL_CHARACTERS_MAX,
} from '../../../domain/webhook/webhook-limits.ts'
import { PAYLOAD_TYPES, type NewHeader } from '../../../domain/webhook/webhook.ts'
import { principalOf } from '../../auth/actor.ts'
import { headersSchema, toHeadersWire } from '../deliveries/exchange-wire.ts'
import { nullable, positionSchema, warningsSchema } from '../resource.ts'

const payloadTypeSchema = Type.Enum([...PAYLOAD_TYPES])

const familySchema = Type.Enum(Object.keys(CONTENT_FAMILIES))

const payloadTypesSchema = Type.Array(payloadTypeSchema, 'The payload types in which it has a value.')

const vocabularySchema = Type.Object('TemplateVocabulary', {
  markers: Type.Array(
    Type.Object('Marker', {
      name: Type.String('Written as `%name%`; upper and lower case matter.'),
      payload_types: payloadTypesSchema,
      description: Type.String(),
      example: Type.String(),
    }),
  ),
  named_texts: Type.Array(
    Type.Object('NamedTexts', {
      prefix: Type.String('Before the name, with a dot: `%label.team%`.'),
      payload_types: payloadTypesSchema,
      description: Type.String(),
      example: Type.Object({ name: Type.String(), value: Type.String() }),
    }),
    { description: 'Markers whose names the monitor chooses.' },
  ),
  filters: Type.Array(
    Type.Object({ name: Type.String(), description: Type.String() }, { title: 'FilterEscape' }),
    {
      description:
        'Filters after a name and a bar: `%AlertName|slack%`; then, or alone, a number of characters: `%AlertName|150%`, `%JobOutput|-150%` for the last ones. Names with a colon are examples. docs/templates.md has their order.',
    },
  ),
  escaping: Type.Array(
    Type.Object({ name: familySchema, description: Type.String() }, { title: 'Escaping' }),
    { description: 'How values are escaped, by what the Content-Type means.' },
  ),
  defaults: Type.Object(
    { ALERT: Type.String(), JOB: Type.String() },
    { description: 'The template of a webhook that is created without one.' },
  ),
})

const checkSchema = Type.Closed('TemplateCheck', {
  payload_template: Type.String({ maxLength: TEMPLATE_BYTES_MAX, description: 'The template to look at.' }),
  payload_type: Type.Optional(Type.Enum(PAYLOAD_TYPES, 'The payload type; default `ALERT`.')),
  content_type: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'Decides how values are escaped; JSON if not given, here or among `headers`.',
    }),
  ),
  url: Type.Optional(Type.String({ maxLength: URL_CHARACTERS_MAX, description: 'An address with markers.' })),
  headers: Type.Optional(
    Type.Array(
      Type.Object(
        {
          http_header_key: Type.String({ minLength: 1, maxLength: HEADER_KEY_CHARACTERS_MAX }),
          http_header_value: Type.String({ maxLength: HEADER_VALUE_BYTES_MAX }),
        },
        { additionalProperties: false },
      ),
      { maxItems: HEADERS_MAX, description: 'Headers with markers.' },
    ),
  ),
})

const checkedSchema = Type.Object('CheckedTemplate', {
  warnings: warningsSchema,
  escaping: Type.Enum(
    Object.keys(CONTENT_FAMILIES),
    'How values are escaped under this content type; `GET /v1/templates` describes each.',
  ),
  fault: nullable(
    positionSchema,
    'Where the body of the preview stops being JSON; null: it is JSON, or is not sent as JSON.',
  ),
  preview: Type.Object(
    {
      url: Type.Optional(Type.String('The name, if one was given.')),
      headers: Type.Optional(headersSchema),
      body: Type.String(),
    },
    { description: 'Filled in with the values of a sample.' },
  ),
})

export function templateRoutes(deps: ApiDeps): readonly Route[] {
  return [getTemplates(), checkTemplate(deps)]
}

function getTemplates(): Route {
  return defineRoute({
    route: 'GET /v1/templates',
    scope: 'webhooks:read',
    id: 'getTemplateVocabulary',
    summary: 'List the markers and the default templates',
    responses: { 200: ['All markers, in the order of the docs.', vocabularySchema] },
    handler: async () => {
      const markers = MARKERS.map(({ name, payloadTypes, description, example }) => ({
        name,
        payload_types: payloadTypes,
        description,
        example,
      }))
      const filters = [...FILTER_ESCAPES, ...OTHER_FILTERS].map(({ name, description }) => ({
        name,
        description,
      }))
      const namedTexts = NAMED_TEXTS.map(({ prefix, payloadTypes, description, example }) => ({
        prefix,
        payload_types: payloadTypes,
        description,
        example,
      }))
      const escaping = Object.entries(CONTENT_FAMILIES).map(([name, description]) => ({ name, description }))
      return {
        status: 200,
        body: { markers, named_texts: namedTexts, filters, escaping, defaults: DEFAULT_TEMPLATES },
      }
    },
  })
}

function checkTemplate({ clock, longWork, publicUrl }: ApiDeps): Route {
  return defineRoute({
    route: 'POST /v1/templates/check',
    scope: 'webhooks:read',
    id: 'checkTemplate',
    summary: 'Check a template',
    description: 'Stores and sends nothing.',
    body: checkSchema,
    responses: { 200: ['Warnings and a preview.', checkedSchema] },
    handler: async (input) => {
      const { body } = input
      const payloadType = body.payload_type ?? 'ALERT'
      const template = {
        method: 'POST',
        url: body.url ?? '',
        payloadTemplate: body.payload_template,
        payloadType,
        headers: toHeaders(body),
      }
      const event = sampleEvent(defaultSample(payloadType), clock.now())
      const attempt = tryRequest(template, event, { publicUrl })
      const { warnings, contentType, rendered, fault } = await longWork.run(
        principalKey(principalOf(input.principal)),
        attempt,
      )
      return {
        status: 200,
        body: {
          warnings: warnings.map(toBodyPath),
          escaping: contentFamily(contentType),
          fault: fault ?? null,
          preview: toPreview(body, rendered),
        },
      }
    },
  })
}

/** The content type is an ordinary header, given only once. */
function toHeaders({
  headers = [],
  content_type: contentType,
}: Static<typeof checkSchema>): readonly NewHeader[] {
  const given = headers.map(({ http_header_key: key, http_header_value: value }) => ({ key, value }))
  if (contentType === undefined) return given
  if (given.some(({ key }) => key.toLowerCase() === 'content-type')) {
    throw invalidRequest([
      { path: 'content_type', message: 'is among `headers` already; leave out one of the two' },
    ])
  }
  return [...given, { key: 'Content-Type', value: contentType }]
}

function toPreview(
  { url, headers }: Static<typeof checkSchema>,
  rendered: RenderedRequest,
): Static<typeof checkedSchema>['preview'] {
  return {
    ...(url !== undefined && { url: rendered.url }),
    ...(headers !== undefined && { headers: toHeadersWire(readable(rendered.headers)) }),
    body: rendered.body,
  }
}

/** Decodes header values, one byte per character, as UTF-8 for people. */
function readable(headers: readonly (readonly [string, string])[]) {
  return headers.map(([name, value]) => [name, Buffer.from(value, 'latin1').toString('utf8')] as const)
}

/** Moves a warning to `headers`; a webhook's list is `http_headers`. */
function toBodyPath({ path, ...warning }: RequestWarning): RequestWarning {
  return { path: path.replace(/^http_headers\b/, 'headers'), ...warning }
}
