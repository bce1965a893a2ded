import { Type } from '../routes/route.ts'
import type { AlertFlags, NewHeader, WebhookHeader } from '../../domain/webhook/webhook.ts'
import {
  HEADER_KEY_CHARACTERS_MAX,
  HEADER_VALUE_BYTES_MAX,
  NAME_CHARACTERS_MAX,
  TEMPLATE_BYTES_MAX,
  URL_CHARACTERS_MAX,
} from '../../domain/webhook/webhook-limits.ts'
import {
  HEADER_VALUE_PATTERN,
  NAME_PATTERN,
  STORABLE_PATTERN,
  TOKEN_PATTERN,
  URL_PATTERN,
} from '../../domain/definition/webhook-rules.ts'
import type { HeaderId } from '../../domain/ids.ts'
import { documented } from '../openapi/openapi-schema.ts'

/** Other webhooks name it as their fallback, so it cannot be deleted or change its payload type. */
export const IS_FALLBACK = {
  description: 'Other webhooks name it as their fallback; the answer says which. Nothing was changed.',
}

/**
 * Fields that v1, v6 and v15 spell alike. Schemas hold types, members and sizes; `domain/definition/webhook-rules.ts`
 * holds all further rules.
 */
export const WEBHOOK_FIELDS = {
  name: Type.String({
    minLength: 1,
    maxLength: NAME_CHARACTERS_MAX,
    description: 'Webhook name. Names need not be unique.',
  }),
  url: Type.String({
    minLength: 1,
    maxLength: URL_CHARACTERS_MAX,
    description:
      'Target URL: absolute, http or https. Markers such as `%AlertID%` may stand in path and query; their values are percent-encoded.',
  }),
  enabled: Type.Boolean('Whether the webhook is called.'),
  payload_template: Type.String({
    maxLength: TEMPLATE_BYTES_MAX,
    description: `Payload template, up to ${TEMPLATE_BYTES_MAX / 1024} KiB; markers such as \`%AlertName%\` are replaced by values, escaped as the Content-Type header asks.`,
  }),
  low_alert: Type.Boolean('Whether low-severity alerts trigger the webhook.'),
  med_alert: Type.Boolean('Whether medium-severity alerts trigger the webhook.'),
  high_alert: Type.Boolean('Whether high-severity alerts trigger the webhook.'),
  cleared_alert: Type.Boolean('Whether cleared alerts trigger the webhook.'),
} as const

/** The fields in request bodies, with their further rules. */
export const WRITTEN_FIELDS = {
  ...WEBHOOK_FIELDS,
  name: documented(WEBHOOK_FIELDS.name, { pattern: NAME_PATTERN }),
  url: documented(WEBHOOK_FIELDS.url, {
    pattern: URL_PATTERN,
    examples: ['https://hooks.example.com/alerts/%AlertID%'],
  }),
  payload_template: documented(WEBHOOK_FIELDS.payload_template, { pattern: STORABLE_PATTERN }),
} as const

const HEADER_KEY = Type.String({
  minLength: 1,
  maxLength: HEADER_KEY_CHARACTERS_MAX,
  description:
    'Header name, a token of RFC 9110. Those that frame the request (Host, Content-Length, …) are refused.',
})
const HEADER_VALUE = Type.String({
  maxLength: HEADER_VALUE_BYTES_MAX,
  description: 'Header value, without control characters other than a tab.',
})
export const WRITTEN_KEY = documented(HEADER_KEY, { pattern: TOKEN_PATTERN })
export const WRITTEN_VALUE = documented(HEADER_VALUE, { pattern: HEADER_VALUE_PATTERN })
export const HEADER_ID = Type.Integer({
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'Identifier of the header entry; never used again after the entry is gone.',
})

export const HEADER = Type.Object(
  { http_header_id: HEADER_ID, http_header_key: HEADER_KEY, http_header_value: HEADER_VALUE },
  { title: 'WebhookHTTPHeader' },
)

export const NEW_HEADER = Type.Object(
  { http_header_key: WRITTEN_KEY, http_header_value: WRITTEN_VALUE },
  {
    additionalProperties: false,
    'x-unknown': { http_header_id: 'is given by the service; leave it out of a new entry' },
  },
)

export interface WireHeader {
  readonly http_header_id: HeaderId
  readonly http_header_key: string
  readonly http_header_value: string
}

export interface WireFlags {
  readonly low_alert: boolean
  readonly med_alert: boolean
  readonly high_alert: boolean
  readonly cleared_alert: boolean
}

export function toWireHeaders(headers: readonly WebhookHeader[]): WireHeader[] {
  return headers.map(({ id, key, value }) => ({
    http_header_id: id,
    http_header_key: key,
    http_header_value: value,
  }))
}

export function toNewHeader(header: Omit<WireHeader, 'http_header_id'>): NewHeader {
  return { key: header.http_header_key, value: header.http_header_value }
}

export function toWireFlags({ low, medium, high, cleared }: AlertFlags): WireFlags {
  return { low_alert: low, med_alert: medium, high_alert: high, cleared_alert: cleared }
}

/** An absent flag stays absent. */
export function toAlertFlags({
  low_alert,
  med_alert,
  high_alert,
  cleared_alert,
}: Partial<WireFlags>): Partial<AlertFlags> {
  return {
    ...(low_alert !== undefined && { low: low_alert }),
    ...(med_alert !== undefined && { medium: med_alert }),
    ...(high_alert !== undefined && { high: high_alert }),
    ...(cleared_alert !== undefined && { cleared: cleared_alert }),
  }
}
