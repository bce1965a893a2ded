import type { Static } from 'typebox'
import { Type } from '../../routes/schema-builder.ts'
import { STORABLE_PATTERN, TOKEN_PATTERN } from '../../../domain/definition/webhook-rules.ts'
import type { ClearRequest } from '../../../domain/webhook/webhook.ts'
import { METHOD_CHARACTERS_MAX } from '../../../domain/webhook/webhook-limits.ts'
import { WEBHOOK_FIELDS, WRITTEN_FIELDS } from '../../webhooks/webhook-shapes.ts'
import { documented } from '../../openapi/openapi-schema.ts'

const METHOD = Type.String({
  minLength: 1,
  maxLength: METHOD_CHARACTERS_MAX,
  description: 'Request method: any HTTP token but CONNECT and TRACE.',
})

const DESCRIPTION =
  'The request that is sent when an alert clears, with the headers of the webhook. In mode `current_state` only. Null: the clear is sent like every other state.'

/** A clear request in responses. */
export const CLEAR_REQUEST = Type.Unsafe<object | null>({
  ...Type.Object({
    method: METHOD,
    url: WEBHOOK_FIELDS.url,
    payload_template: WEBHOOK_FIELDS.payload_template,
  }),
  type: ['object', 'null'],
  description: DESCRIPTION,
})

const WRITTEN = Type.Object({
  method: documented(METHOD, { pattern: TOKEN_PATTERN }),
  url: WRITTEN_FIELDS.url,
  payload_template: documented(WRITTEN_FIELDS.payload_template, { pattern: STORABLE_PATTERN }),
})

/** A clear request in requests: whole, or null. */
export const CLEAR_REQUEST_CHANGE = Type.Unsafe<Static<typeof WRITTEN> | null>({
  ...WRITTEN,
  type: ['object', 'null'],
  additionalProperties: false,
  description: DESCRIPTION,
})

export function toClearRequestWire(clear_request: ClearRequest | null): Static<typeof WRITTEN> | null {
  return (
    clear_request && {
      method: clear_request.method,
      url: clear_request.url,
      payload_template: clear_request.payloadTemplate,
    }
  )
}

/** Undefined: it stays as it is. */
export function toClearRequest(
  given: Static<typeof CLEAR_REQUEST_CHANGE> | undefined,
): ClearRequest | null | undefined {
  return given && { method: given.method, url: given.url, payloadTemplate: given.payload_template }
}
