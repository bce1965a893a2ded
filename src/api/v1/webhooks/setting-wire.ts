import type { Static, TSchema } from 'typebox'
import { STORABLE_PATTERN, TOKEN_PATTERN } from '../../../domain/definition/webhook-rules.ts'
import { type AnySetting, SETTINGS } from '../../../domain/definition/webhook-settings.ts'
import { HIDDEN } from '../../../domain/redaction/redact.ts'
import type { TlsEdit } from '../../../domain/webhook/webhook-edit.ts'
import {
  METHOD_CHARACTERS_MAX,
  TAG_NAME_CHARACTERS_MAX,
  TAG_VALUE_CHARACTERS_MAX,
  TAGS_MAX,
  TAG_NAME_PATTERN,
  TAG_VALUE_PATTERN,
} from '../../../domain/webhook/webhook-limits.ts'
import type { WebhookTls } from '../../../domain/webhook/webhook-tls.ts'
import type { ClearRequest, WebhookTags } from '../../../domain/webhook/webhook.ts'
import { documented } from '../../openapi/openapi-schema.ts'
import { Type } from '../../routes/route.ts'
import { WEBHOOK_FIELDS, WRITTEN_FIELDS } from '../../webhooks/webhook-shapes.ts'

/** Makes the schemas of one-value settings from the table of settings. */
export function settingSchemas(use: 'shown' | 'written'): Readonly<Record<string, TSchema>> {
  const described = SETTINGS.filter(({ about }) => about !== undefined)
  return Object.fromEntries(described.map((setting) => [setting.wire, schemaOf(setting, use)]))
}

/** Makes text or null a single type: a union would report one mistake twice. */
function schemaOf(setting: AnySetting, use: 'shown' | 'written'): TSchema {
  const { description = '', examples, former } = setting.about ?? {}
  if (setting.stored === 'word')
    return Type.Enum([...setting.words], { description, ...(former !== undefined && { 'x-former': former }) })
  if (setting.stored === 'flag') return Type.Boolean({ description })
  const text = setting.stored === 'text' ? setting : setting.spelling
  if (text) {
    const { charactersMax, pattern } = text
    const schema = Type.Unsafe({ type: ['string', 'null'], maxLength: charactersMax, description })
    return use === 'shown'
      ? schema
      : documented(schema, {
          ...(pattern !== undefined && { pattern }),
          ...(examples && { examples: [...examples] }),
        })
  }
  const [minimum, maximum] = setting.option?.between ?? [0, Number.MAX_SAFE_INTEGER]
  return Type.Unsafe({ type: ['integer', 'null'], minimum, maximum, description })
}

export const TAGS = Type.Unsafe<WebhookTags | null>({
  type: ['object', 'null'],
  maxProperties: TAGS_MAX,
  propertyNames: {
    maxLength: TAG_NAME_CHARACTERS_MAX,
    pattern: TAG_NAME_PATTERN,
    'x-hint': 'must begin with a letter or _, and have letters, digits and _ . / - only',
  },
  additionalProperties: {
    type: 'string',
    maxLength: TAG_VALUE_CHARACTERS_MAX,
    pattern: TAG_VALUE_PATTERN,
    'x-hint':
      'must be one line without commas and quotation marks, and must not be empty or begin or end with a blank',
  },
  description:
    'Tags by which people find and group webhooks, e.g. `{"team": "dba"}`; a change replaces all of them. Null: none. They do not change what is sent.',
})

const METHOD = Type.String({
  minLength: 1,
  maxLength: METHOD_CHARACTERS_MAX,
  description: 'Request method: any HTTP token but CONNECT and TRACE.',
})

const ABOUT_CLEAR_REQUEST =
  'The request that is sent when an alert clears, with the headers of the webhook. In mode `current_state` only. Null: the clear is sent like every other state.'

export const CLEAR_REQUEST = Type.Unsafe<object | null>({
  ...Type.Object({
    method: METHOD,
    url: WEBHOOK_FIELDS.url,
    payload_template: WEBHOOK_FIELDS.payload_template,
  }),
  type: ['object', 'null'],
  description: ABOUT_CLEAR_REQUEST,
})

const WRITTEN_REQUEST = Type.Object({
  method: documented(METHOD, { pattern: TOKEN_PATTERN }),
  url: WRITTEN_FIELDS.url,
  payload_template: documented(WRITTEN_FIELDS.payload_template, { pattern: STORABLE_PATTERN }),
})

/** A clear request in a request body: whole, or null. */
export const CLEAR_REQUEST_CHANGE = Type.Unsafe<Static<typeof WRITTEN_REQUEST> | null>({
  ...WRITTEN_REQUEST,
  type: ['object', 'null'],
  additionalProperties: false,
  description: ABOUT_CLEAR_REQUEST,
})

export function toClearRequestWire(
  clear_request: ClearRequest | null,
): Static<typeof WRITTEN_REQUEST> | null {
  return (
    clear_request && {
      method: clear_request.method,
      url: clear_request.url,
      payload_template: clear_request.payloadTemplate,
    }
  )
}

/** Reads a clear request; undefined: no change. */
export function toClearRequest(
  given: Static<typeof CLEAR_REQUEST_CHANGE> | undefined,
): ClearRequest | null | undefined {
  return given && { method: given.method, url: given.url, payloadTemplate: given.payload_template }
}

/** A certificate, key or bundle in a request; more than any chain needs. */
export const PEM_CHARACTERS_MAX = 64 * 1024

const pemOrNull = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: PEM_CHARACTERS_MAX, description })

const TLS_MEMBERS = {
  ca_certificates: pemOrNull(
    'PEM with one or more certificates: only certificates that these issued are trusted. Null: those that the system trusts.',
  ),
  client_certificate: pemOrNull('PEM: the certificate to present to a receiver that asks for one.'),
  client_key: pemOrNull(
    `PEM: the private key of the client certificate. Shown as \`${HIDDEN}\`, sent back it keeps the stored key.`,
  ),
  insecure: Type.Boolean(
    'True: any certificate is accepted. Anybody on the way to the receiver can read and change everything.',
  ),
}

const ABOUT_TLS =
  'How connections to the receiver are secured; null: certificates are checked against the authorities that the system trusts.'

export const TLS = Type.Unsafe<object | null>({
  ...Type.Object(TLS_MEMBERS),
  type: ['object', 'null'],
  description: ABOUT_TLS,
})

const TLS_PARTIAL = Type.Partial(Type.Object(TLS_MEMBERS))

/** TLS settings in a request body: absent members stay; in a new webhook they are null and false. */
export const TLS_CHANGE = Type.Unsafe<Static<typeof TLS_PARTIAL> | null>({
  ...TLS_PARTIAL,
  type: ['object', 'null'],
  additionalProperties: false,
  description: ABOUT_TLS,
})

export function toTlsWire(tls: WebhookTls | null): object | null {
  return (
    tls && {
      ca_certificates: tls.ca,
      client_certificate: tls.certificate,
      client_key: tls.key === null ? null : HIDDEN,
      insecure: tls.insecure,
    }
  )
}

/** Reads TLS settings; undefined: no change. */
export function toTlsEdit(change: Static<typeof TLS_CHANGE> | undefined): TlsEdit | null | undefined {
  return (
    change && {
      ca: change.ca_certificates,
      certificate: change.client_certificate,
      key: change.client_key,
      insecure: change.insecure,
    }
  )
}
