import { isDeepStrictEqual } from 'node:util'
import { SETTINGS, unsaidValue, type AnySetting } from '../../domain/definition/webhook-settings.ts'
import { isObject, type JsonObject } from '../../domain/json-object.ts'
import { asObject, asObjects, asText } from '../view/json-value.ts'

/**
 * A webhook as it is wanted, apart from any service: the members that `POST /v1/webhooks` takes, but for
 * `fallback`, a name, in the place of `fallback_webhook_id`, whose number means something on one service only. Its
 * name is what it is found by.
 */
export interface Definition {
  readonly name: string
  /** Without the name. What is absent stays as it is, and in a new webhook is what the service makes of it. */
  readonly members: JsonObject
  /**
   * Values that the other server hides: `url`, or headers by their names; the members lack them. In an existing
   * webhook they stay as they are; a new one cannot be created without them.
   */
  readonly hidden?: { readonly isUrl: boolean; readonly headers: readonly string[] }
  /** Set: the newest secret that requests are to be signed with. */
  readonly signingSecret?: string
}

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
}

/** An id means something on one service only. */
function memberOf({ wire }: AnySetting): string {
  return wire === 'fallback_webhook_id' ? 'fallback' : wire
}

/** A value as the service writes it: `90s` becomes `1m30s`. Other values stay. */
export function spellLikeService(member: string, value: unknown): unknown {
  if (member === 'tls') return spellTls(value)
  if (typeof value !== 'string') return value
  try {
    const spelling = SETTINGS.find(({ wire }) => wire === member)?.spelling
    return spelling ? spelling.format(spelling.parse(value)) : value
  } catch {
    // The service says what is wrong with it.
    return value
  }
}

/** All of its members; none of them set is the same as no settings at all. */
function spellTls(value: unknown): unknown {
  if (!isObject(value)) return value
  const none = { ca_certificates: null, client_certificate: null, client_key: null, insecure: false }
  const all = { ...none, ...asObject(value) }
  return isDeepStrictEqual(all, none) ? null : all
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
