import type { Static, TSchema } from 'typebox'
import { mergeTls } from '../../../domain/definition/masked-values.ts'
import { STORABLE_PATTERN, TOKEN_PATTERN } from '../../../domain/definition/webhook-rules.ts'
import { type AnySetting, SETTINGS, settingsOf } from '../../../domain/definition/webhook-settings.ts'
import type { Issue } from '../../../domain/errors.ts'
import { formatInstant } from '../../../domain/instant.ts'
import type { ListedHeader, WebhookEdit } from '../../../domain/webhook/webhook-edit.ts'
import {
  DESCRIPTION_CHARACTERS_MAX,
  HEADERS_MAX,
  METHOD_CHARACTERS_MAX,
  orderTags,
} from '../../../domain/webhook/webhook-limits.ts'
import { PAYLOAD_TYPES, type Webhook } from '../../../domain/webhook/webhook.ts'
import type { WebhookDraft } from '../../../webhooks/create-webhook.ts'
import { documented } from '../../openapi/openapi-schema.ts'
import { Type } from '../../routes/route.ts'
import {
  HEADER,
  HEADER_ID,
  NEW_HEADER,
  toAlertFlags,
  toNewHeader,
  toWireFlags,
  toWireHeaders,
  WEBHOOK_FIELDS,
  WRITTEN_FIELDS,
} from '../../webhooks/webhook-shapes.ts'
import { idSchema, instantSchema, nullableText, warningsSchema } from '../resource.ts'
import { RESPONSE_RULE, toResponseRule, toResponseRuleWire } from './response-rule-wire.ts'
import {
  CLEAR_REQUEST,
  CLEAR_REQUEST_CHANGE,
  settingSchemas,
  TAGS,
  TLS,
  TLS_CHANGE,
  toClearRequest,
  toClearRequestWire,
  toTlsEdit,
  toTlsWire,
} from './setting-wire.ts'

const FIELDS = {
  ...WEBHOOK_FIELDS,
  method: Type.String({
    minLength: 1,
    maxLength: METHOD_CHARACTERS_MAX,
    description: 'Request method: any HTTP token but CONNECT and TRACE.',
  }),
  description: Type.String({ maxLength: DESCRIPTION_CHARACTERS_MAX, description: 'A note for people.' }),
  payload_type: Type.Enum(PAYLOAD_TYPES, 'The kind of events: alerts, or finished job runs.'),
  tags: TAGS,
  response_rule: RESPONSE_RULE,
}

/** Members in request bodies, with their further rules. */
const WRITTEN = {
  ...FIELDS,
  ...WRITTEN_FIELDS,
  ...settingSchemas('written'),
  method: documented(FIELDS.method, { pattern: TOKEN_PATTERN }),
  description: documented(FIELDS.description, { pattern: STORABLE_PATTERN }),
}

const { name, url, ...OPTIONAL_FIELDS } = WRITTEN

export const NOT_WRITTEN = {
  id: 'is given by the service; leave it out',
  signed: 'is changed through /v1/webhooks/{id}/signing; leave it out',
  disabled_reason: 'is set by the service; leave it out',
  revision: 'is counted by the service; leave it out, and use If-Match',
  created_at: 'is set by the service; leave it out',
  updated_at: 'is set by the service; leave it out',
  missed: 'is called missed_alerts; write skip for drop, and notify for tell',
  end: 'is called clear_request',
  answer_rule: 'is called response_rule',
  answer_size_max: 'is called response_size_max',
  labels: 'is called tags',
  label: 'is called tags',
}

export const NEW_WEBHOOK = Type.Object(
  {
    name,
    url,
    ...Type.Partial(
      Type.Object({
        ...OPTIONAL_FIELDS,
        clear_request: CLEAR_REQUEST_CHANGE,
        tls: TLS_CHANGE,
        http_headers: Type.Array(NEW_HEADER, { maxItems: HEADERS_MAX }),
      }),
    ).properties,
  },
  { title: 'NewWebhook', additionalProperties: false, 'x-unknown': NOT_WRITTEN },
)

export const WEBHOOK_CHANGE = Type.Partial(
  Type.Object({
    ...WRITTEN,
    clear_request: CLEAR_REQUEST_CHANGE,
    tls: TLS_CHANGE,
    http_headers: Type.Array(
      Type.Object(
        {
          http_header_id: Type.Optional(HEADER_ID),
          http_header_key: NEW_HEADER.properties.http_header_key,
          http_header_value: NEW_HEADER.properties.http_header_value,
        },
        { additionalProperties: false },
      ),
      {
        maxItems: HEADERS_MAX,
        description:
          'The complete new list: entries with an id are kept or changed, entries without one are added, missing ones are deleted.',
        'x-type-hint': 'must be an array here, the whole new list of headers',
      },
    ),
  }),
  { title: 'WebhookChange', additionalProperties: false, 'x-unknown': NOT_WRITTEN },
)

const WEBHOOK_MEMBERS = {
  id: idSchema('The id of the webhook.'),
  ...FIELDS,
  ...settingSchemas('shown'),
  clear_request: CLEAR_REQUEST,
  tls: TLS,
  signed: Type.Boolean('Whether its requests are signed; see `/v1/webhooks/{id}/signing`.'),
  disabled_reason: nullableText('Why the service disabled the webhook; null: it did not.'),
  http_headers: Type.Array(HEADER),
  revision: Type.Integer({ minimum: 1, description: 'The revision and ETag; it grows with each change.' }),
  created_at: instantSchema('When it was created.'),
  updated_at: instantSchema('When it was changed last.'),
}

export const WEBHOOK: TSchema = Type.Object(WEBHOOK_MEMBERS, { title: 'Webhook' })

export const WEBHOOK_WITH_WARNINGS: TSchema = Type.Object(
  { ...WEBHOOK_MEMBERS, warnings: warningsSchema },
  { title: 'WrittenWebhook' },
)

export function toWire(webhook: Webhook): object {
  return {
    id: webhook.id,
    name: webhook.name,
    description: webhook.description,
    url: webhook.url,
    enabled: webhook.enabled,
    signed: webhook.signingSecrets.length > 0,
    disabled_reason: webhook.disabledReason,
    method: webhook.method,
    http_headers: toWireHeaders(webhook.headers),
    payload_type: webhook.payloadType,
    payload_template: webhook.payloadTemplate,
    ...toWireFlags(webhook.alertFlags),
    ...Object.fromEntries(SETTINGS.map((setting) => [setting.wire, toWireSetting(setting, webhook)])),
    revision: webhook.revision,
    created_at: formatInstant(webhook.createdAt),
    updated_at: formatInstant(webhook.updatedAt),
  }
}

function toWireSetting({ name, spelling }: AnySetting, webhook: Webhook): unknown {
  if (name === 'responseRule') return toResponseRuleWire(webhook.responseRule)
  if (name === 'tls') return toTlsWire(webhook.tls)
  if (name === 'clearRequest') return toClearRequestWire(webhook.clearRequest)
  const value = webhook[name]
  return value === null ? null : (spelling?.format(value) ?? value)
}

/** Refuses an unreadable duration or schedule with the other mistakes. */
export function toDraft(body: Static<typeof NEW_WEBHOOK>): WebhookDraft {
  return {
    ...toPlainFields(body),
    tls: mergeTls(null, toTlsEdit(body.tls)),
    name: body.name,
    url: body.url,
    headers: body.http_headers?.map(toNewHeader),
  }
}

function toListedHeader({
  http_header_id: id,
  ...header
}: NonNullable<Static<typeof WEBHOOK_CHANGE>['http_headers']>[number]): ListedHeader {
  return { id, ...toNewHeader(header) }
}

function toPlainFields(
  body: Static<typeof WEBHOOK_CHANGE>,
): Omit<WebhookEdit, 'name' | 'url' | 'headers' | 'tls'> {
  const issues: Issue[] = []
  const settings = settingsOf((setting) => readSetting(setting, body, issues))
  return {
    ...(issues.length > 0 && { unread: issues }),
    enabled: body.enabled,
    method: body.method,
    payloadTemplate: body.payload_template,
    payloadType: body.payload_type,
    alertFlags: toAlertFlags(body),
    description: body.description,
    ...settings,
  }
}

/** Returns undefined if it is absent, unreadable, or dependent on the stored value, as TLS settings are. */
function readSetting(
  { name, wire, spelling }: AnySetting,
  body: Static<typeof WEBHOOK_CHANGE>,
  issues: Issue[],
): unknown {
  if (name === 'tls') return undefined
  if (name === 'tags') return orderTags(body.tags)
  if (name === 'responseRule') return readResponseRule(body.response_rule, issues)
  if (name === 'clearRequest') return toClearRequest(body.clear_request)
  const given = (body as Readonly<Record<string, unknown>>)[wire]
  return spelling && typeof given === 'string' ? parseWith(spelling.parse, wire, given, issues) : given
}

/** Reads the response rule; an unreadable one is not validated further. */
function readResponseRule(given: Static<typeof WEBHOOK_CHANGE>['response_rule'], issues: Issue[]): unknown {
  const own: Issue[] = []
  const rule = toResponseRule(given, own)
  issues.push(...own)
  return own.length > 0 ? undefined : rule
}

function parseWith<Value>(
  parse: (text: string) => Value,
  path: string,
  text: string,
  issues: Issue[],
): Value | undefined {
  try {
    return parse(text)
  } catch (error) {
    issues.push({ path, message: error instanceof Error ? error.message : 'is not valid' })
    return undefined
  }
}

/** Returns the edit of a body; hidden values sent back as shown mean the stored ones. */
export function toWebhookEdit(body: Static<typeof WEBHOOK_CHANGE>): WebhookEdit {
  return {
    ...toPlainFields(body),
    name: body.name,
    url: body.url,
    tls: toTlsEdit(body.tls),
    headers: body.http_headers && { list: body.http_headers.map(toListedHeader) },
    isMasked: true,
  }
}
