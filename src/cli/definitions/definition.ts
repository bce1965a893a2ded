import { defaultMode } from '../../domain/definition/mode-rules.ts'
import { SETTINGS, unsaidValue, type AnySetting } from '../../domain/definition/webhook-settings.ts'
import type { JsonObject } from '../../domain/json-object.ts'
import { asObjects, asText } from '../view/json-value.ts'

/** A webhook as the service has it. */
export interface StoredWebhook {
  readonly id: number
  readonly name: string
  readonly revision: number
  /** The members as a definition has them; secrets may be hidden. */
  readonly members: JsonObject
  readonly isSigned: boolean
  /** Why the service itself disabled it; '' unless it did. */
  readonly disabledReason: string
}

/** The members in the order in which they are written. */
export const DEFINITION_MEMBERS: readonly string[] = [
  'name',
  'description',
  'url',
  'enabled',
  'method',
  'http_headers',
  'payload_type',
  'payload_template',
  'low_alert',
  'med_alert',
  'high_alert',
  'cleared_alert',
  ...SETTINGS.map(memberOf),
  'signing_secret',
]

/**
 * The values that the service gives to absent members; `payload_template` depends on the service and
 * the payload type.
 */
export const MEMBER_DEFAULTS: JsonObject = {
  description: '',
  enabled: true,
  method: 'POST',
  http_headers: [],
  payload_type: 'ALERT',
  low_alert: true,
  med_alert: true,
  high_alert: true,
  cleared_alert: true,
  ...Object.fromEntries(SETTINGS.map((setting) => [memberOf(setting), unsaidValue(setting)])),
  mode: defaultMode({}),
}

/** An id means something on one service only. */
function memberOf({ wire }: AnySetting): string {
  return wire === 'fallback_webhook_id' ? 'fallback' : wire
}

export interface Header {
  readonly id: number | undefined
  readonly key: string
  readonly value: string
}

export function headersOf(value: unknown): readonly Header[] {
  return asObjects(value).map((header) => ({
    id: typeof header['http_header_id'] === 'number' ? header['http_header_id'] : undefined,
    key: asText(header['http_header_key']),
    value: asText(header['http_header_value']),
  }))
}

export function toHeaderMember({ id, key, value }: Header): JsonObject {
  return {
    ...(id !== undefined && { http_header_id: id }),
    http_header_key: key,
    http_header_value: value,
  }
}
