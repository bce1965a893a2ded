import type { ApiDeps } from '../deps/api-deps.ts'
import { type Route, Type } from '../routes/route.ts'
import { PAYLOAD_TYPES } from '../../domain/webhook/webhook.ts'
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
import { WEBHOOK_FIELDS, WRITTEN_FIELDS } from '../webhooks/webhook-shapes.ts'

/**
 * Version 15: `method` is POST or PUT, `payload_type` exists, and an update has it inside `http_headers`. Reads show
 * stored methods, also others that v6 wrote.
 */
export function v15Routes(deps: ApiDeps): readonly Route[] {
  return managementRoutes(
    {
      version: 'v15',
      webhook: WEBHOOK,
      newBody: NEW_WEBHOOK,
      changeBody: CHANGE,
      toWire: (webhook) => ({ ...toCommonWire(webhook), payload_type: webhook.payloadType }),
      toDraft: (body) => ({ ...toCommonDraft(body), payloadType: body.payload_type }),
      toEdit: (body) => ({ ...toCommonEdit(body), payloadType: body.http_headers?.payload_type }),
    },
    deps,
  )
}

const METHOD = Type.Enum(['POST', 'PUT'], { description: 'Request method used to call the URL.' })
const PAYLOAD_TYPE = Type.Enum(PAYLOAD_TYPES, 'What the webhook is told about: alerts, or finished job runs.')

// The interface marks no member as required; all are always there.
const WEBHOOK = Type.Partial(
  Type.Object({
    id: Type.Integer({ minimum: 1, description: 'Webhook identifier.' }),
    ...WEBHOOK_FIELDS,
    method: Type.String('Request method, POST or PUT unless v6 wrote another.'),
    http_headers: Type.Array(UNMARKED_HEADER),
    payload_type: PAYLOAD_TYPE,
  }),
  { title: 'Webhook' },
)

const { name, url, ...OPTIONAL_FIELDS } = WRITTEN_FIELDS

const NEW_WEBHOOK = Type.Object(
  {
    name,
    url,
    ...Type.Partial(
      Type.Object({
        ...OPTIONAL_FIELDS,
        method: METHOD,
        http_headers: NEW_HEADERS,
        payload_type: PAYLOAD_TYPE,
      }),
    ).properties,
  },
  {
    title: 'WebhookPostData',
    additionalProperties: false,
    'x-unknown': { id: 'is given by the service; leave it out' },
  },
)

const CHANGE = Type.Partial(
  Type.Object({
    ...WRITTEN_FIELDS,
    method: METHOD,
    http_headers: Type.Partial(Type.Object({ ...HEADER_CHANGE_LISTS, payload_type: PAYLOAD_TYPE }), {
      additionalProperties: false,
      description: 'Change set of the headers; `payload_type` has its place in here as well.',
      'x-type-hint': HEADER_CHANGES_HINT,
    }),
  }),
  {
    title: 'WebhookPutData',
    additionalProperties: false,
    'x-unknown': {
      payload_type: 'belongs inside http_headers in a v15 update: {"http_headers": {"payload_type": …}}',
      id: 'is no member of a v15 update; the path names the webhook',
    },
  },
)
