import type { Static, TSchema } from 'typebox'
import { Type } from '../../routes/schema-builder.ts'
import { DURATION_PATTERN, RATE_PATTERN, SCHEDULE_PATTERN, SIZE_PATTERN } from '../../../domain/spelling.ts'
import { SETTINGS, settingsOf, type AnySetting } from '../../../domain/definition/webhook-settings.ts'
import type { Issue } from '../../../domain/errors.ts'
import { formatInstant } from '../../../domain/instant.ts'
import { MISSED_ALERTS, MODES, PAYLOAD_TYPES, type Webhook } from '../../../domain/webhook/webhook.ts'
import {
  CONCURRENCY_MAX,
  DESCRIPTION_CHARACTERS_MAX,
  HEADERS_MAX,
  METHOD_CHARACTERS_MAX,
} from '../../../domain/webhook/webhook-limits.ts'
import { STORABLE_PATTERN, TOKEN_PATTERN } from '../../../domain/definition/webhook-rules.ts'
import type { WebhookDraft } from '../../../webhooks/create-webhook.ts'
import type { ListedHeader, WebhookEdit } from '../../../domain/webhook/webhook-edit.ts'
import { mergeTls } from '../../../domain/definition/merge-tls.ts'
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
import { documented } from '../../openapi/openapi-schema.ts'
import { RESPONSE_RULE, toResponseRule, toResponseRuleWire } from './response-rule-wire.ts'
import { END, CLEAR_REQUEST_CHANGE, toClearRequest, toClearRequestWire } from './clear-request-wire.ts'
import { idSchema, instantSchema, nullableText, warningsSchema } from '../shapes.ts'
import { TLS, TLS_CHANGE, toTlsEdit, toTlsWire } from './tls-wire.ts'

/** Room for a hundred attempts, spelt out. */
const SCHEDULE_TEXT_MAX = 2000

/** A text or null, as one type: a union would make two sentences of one mistake. */
const textOrNull = (maxLength: number, description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength, description })

const wholeOrNull = (limits: { readonly minimum: number; readonly maximum: number }, description: string) =>
  Type.Unsafe<number | null>({ type: ['integer', 'null'], ...limits, description })

const FIELDS = {
  ...WEBHOOK_FIELDS,
  method: Type.String({
    minLength: 1,
    maxLength: METHOD_CHARACTERS_MAX,
    description: 'Request method: any HTTP token but CONNECT and TRACE.',
  }),
  description: Type.String({ maxLength: DESCRIPTION_CHARACTERS_MAX, description: 'A note for people.' }),
  payload_type: Type.Enum([...PAYLOAD_TYPES], {
    description: 'The kind of events: alerts, or finished job runs.',
  }),
  mode: Type.Enum([...MODES], {
    description:
      '`every_change`: every change, in order. `current_state`: one notification per alert with its current state, and one when it clears; for alerts only.',
  }),
  missed_alerts: Type.Enum([...MISSED_ALERTS], {
    description:
      'Alerts that were raised and cleared before anything could be sent: `skip` sends nothing, `notify` sends them once. `notify` in mode `current_state` only.',
  }),
  timeout: textOrNull(
    20,
    'Longest time for one attempt, from 100ms to 5m, e.g. `15s`; null: the setting of the server.',
  ),
  retry_schedule: textOrNull(
    SCHEDULE_TEXT_MAX,
    'Delay before each attempt, the first included, e.g. `0s,5s,1m` or `0s,2h*11`; null: the setting of the server.',
  ),
  max_age: textOrNull(
    20,
    'Older notifications are not sent, up to 30d, e.g. `2h`; in mode `every_change` only. Null: no limit.',
  ),
  concurrency: wholeOrNull(
    { minimum: 1, maximum: CONCURRENCY_MAX },
    'How many attempts may be under way at once; null: the setting of the server.',
  ),
  rate_limit: textOrNull(
    20,
    'At most this many attempts start per period, e.g. `1/1s` or `20/1m`; the others are sent later. Null: no limit.',
  ),
  response_size_max: textOrNull(
    20,
    'How much of a response is read and kept, up to 1mb, e.g. `16kb`; null: the setting of the server.',
  ),
  response_rule: RESPONSE_RULE,
  fallback_webhook_id: wholeOrNull(
    { minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
    'The webhook that is notified when a delivery of this one ends as failed; null: none.',
  ),
  fallback_after: textOrNull(
    20,
    'If a delivery has not arrived after this time, the fallback is notified as well; up to 7d, e.g. `5m`; null: 15m.',
  ),
}

/** Members as they stand in request bodies, with their further rules. */
const WRITTEN = {
  ...FIELDS,
  ...WRITTEN_FIELDS,
  method: documented(FIELDS.method, { pattern: TOKEN_PATTERN }),
  description: documented(FIELDS.description, { pattern: STORABLE_PATTERN }),
  timeout: documented(FIELDS.timeout, { pattern: DURATION_PATTERN, examples: ['15s'] }),
  retry_schedule: documented(FIELDS.retry_schedule, {
    pattern: SCHEDULE_PATTERN,
    examples: ['0s,5s,1m', '0s,2h*11'],
  }),
  max_age: documented(FIELDS.max_age, { pattern: DURATION_PATTERN, examples: ['2h'] }),
  fallback_after: documented(FIELDS.fallback_after, { pattern: DURATION_PATTERN, examples: ['5m'] }),
  rate_limit: documented(FIELDS.rate_limit, { pattern: RATE_PATTERN, examples: ['20/1m'] }),
  response_size_max: documented(FIELDS.response_size_max, { pattern: SIZE_PATTERN, examples: ['16kb'] }),
}

const { name, url, ...OPTIONAL_FIELDS } = WRITTEN

export const READ_ONLY = {
  id: 'is given by the service; leave it out',
  signed: 'is changed through /v1/webhooks/{id}/signing; leave it out',
  disabled_reason: 'is set by the service; leave it out',
  revision: 'is counted by the service; leave it out, and use If-Match',
  created_at: 'is set by the service; leave it out',
  updated_at: 'is set by the service; leave it out',
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
  { title: 'NewWebhook', additionalProperties: false, 'x-unknown': READ_ONLY },
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
  { title: 'WebhookChange', additionalProperties: false, 'x-unknown': READ_ONLY },
)

const WEBHOOK_MEMBERS = {
  id: idSchema('The id of the webhook.'),
  ...FIELDS,
  clear_request: END,
  tls: TLS,
  signed: Type.Boolean({ description: 'Whether its requests are signed; see `/v1/webhooks/{id}/signing`.' }),
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

/** A duration or schedule that cannot be read is refused with the other mistakes. */
export function toDraft(body: Static<typeof NEW_WEBHOOK>): WebhookDraft {
  return {
    ...toPlainFields(body),
    tls: mergeTls(null, toTlsEdit(body.tls)),
    name: body.name,
    url: body.url,
    headers: body.http_headers?.map(toNewHeader),
  }
}

/** All of an edit but its headers and TLS settings. */
export function toFieldEdit(body: Static<typeof WEBHOOK_CHANGE>): WebhookEdit {
  return { ...toPlainFields(body), name: body.name, url: body.url }
}

export function toListedHeader({
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

/** Undefined: it is not given, cannot be read, or depends on what there is, as TLS settings do. */
function readSetting(
  { name, wire, spelling }: AnySetting,
  body: Static<typeof WEBHOOK_CHANGE>,
  issues: Issue[],
): unknown {
  if (name === 'tls') return undefined
  if (name === 'responseRule') return readResponseRule(body.response_rule, issues)
  if (name === 'clearRequest') return toClearRequest(body.clear_request)
  const given = (body as Readonly<Record<string, unknown>>)[wire]
  return spelling && typeof given === 'string' ? parseWith(spelling.parse, wire, given, issues) : given
}

/** Reads the response rule; the rest of one that cannot be read is not validated. */
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
