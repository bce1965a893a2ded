import type { ApiDeps } from '../deps/api-deps.ts'
import type { Static } from 'typebox'
import { type Route, Type } from '../routes/route.ts'
import { invalidRequest } from '../../domain/errors.ts'
import type { WebhookId } from '../../domain/ids.ts'
import { METHOD_CHARACTERS_MAX } from '../../domain/webhook/webhook-limits.ts'
import { TOKEN_PATTERN } from '../../domain/definition/webhook-rules.ts'
import type { WebhookEdit } from '../../domain/webhook/webhook-edit.ts'
import {
  HEADER_CHANGE_LISTS,
  HEADER_CHANGES_HINT,
  NEW_HEADERS,
  toCommonDraft,
  toCommonEdit,
  toCommonWire,
  UNMARKED_HEADER,
} from './management-bodies.ts'
import { managementRoutes } from './management-routes.ts'
import { documented } from '../openapi/openapi-schema.ts'
import { WEBHOOK_FIELDS, WRITTEN_FIELDS } from '../webhooks/webhook-shapes.ts'

/**
 * Version 6: `method` is any HTTP token, there is no `payload_type` (job webhooks are listed without it, new ones are
 * for alerts), and an update may repeat the `id` of the path.
 */
export function v6Routes(deps: ApiDeps): readonly Route[] {
  return managementRoutes(
    {
      version: 'v6',
      webhook: WEBHOOK,
      newBody: NEW_WEBHOOK,
      changeBody: CHANGE,
      toWire: toCommonWire,
      toDraft: toCommonDraft,
      toEdit,
    },
    deps,
  )
}

const ID = Type.Integer('Webhook identifier.')
const METHOD = Type.String({
  minLength: 1,
  maxLength: METHOD_CHARACTERS_MAX,
  description: 'Request method used to call the URL: any HTTP token but CONNECT and TRACE.',
})
const WRITTEN_METHOD = documented(METHOD, { pattern: TOKEN_PATTERN })
const PAYLOAD_TYPE_HINT = 'is not known in v6; v15 has it'

// The interface marks no member as required; all are always there.
const WEBHOOK = Type.Partial(
  Type.Object({ id: ID, ...WEBHOOK_FIELDS, method: METHOD, http_headers: Type.Array(UNMARKED_HEADER) }),
  { title: 'Webhook' },
)

const { name, url, ...OPTIONAL_FIELDS } = WRITTEN_FIELDS

const NEW_WEBHOOK = Type.Object(
  {
    name,
    url,
    ...Type.Partial(Type.Object({ ...OPTIONAL_FIELDS, method: WRITTEN_METHOD, http_headers: NEW_HEADERS }))
      .properties,
  },
  {
    title: 'WebhookPostData',
    additionalProperties: false,
    'x-unknown': { id: 'is given by the service; leave it out', payload_type: PAYLOAD_TYPE_HINT },
  },
)

const CHANGE = Type.Partial(
  Type.Object({
    id: ID,
    ...WRITTEN_FIELDS,
    method: WRITTEN_METHOD,
    http_headers: Type.Partial(Type.Object(HEADER_CHANGE_LISTS), {
      additionalProperties: false,
      description: 'Change set of the headers.',
      'x-type-hint': HEADER_CHANGES_HINT,
      'x-unknown': { payload_type: PAYLOAD_TYPE_HINT },
    }),
  }),
  {
    title: 'WebhookPutData',
    additionalProperties: false,
    'x-unknown': { payload_type: PAYLOAD_TYPE_HINT },
  },
)

function toEdit(body: Static<typeof CHANGE>, id: WebhookId): WebhookEdit {
  if (body.id !== undefined && body.id !== id) {
    throw invalidRequest([{ path: 'id', message: `must be ${id} as in the path, or left out` }])
  }
  return toCommonEdit(body)
}
