import type { ResponseCondition, ResponseRule, ResponseValue } from '../domain/receiver/response-rule.ts'
import type { AlertFlags, NewHeader, PayloadType, RateLimit } from '../domain/webhook/webhook.ts'

/**
 * A kind of receiver as data: the values that it needs and a webhook that suits it. In URL, header values and
 * templates, `{{name}}` stands for a field's value, and `{{user:password}}` for two values as HTTP Basic.
 */
export interface Preset {
  /** Words joined by hyphens, such as `slack-blocks`. Public: it never changes. */
  readonly id: string
  readonly name: string
  /** Says in a sentence what arrives. */
  readonly summary: string
  readonly kind: PresetKind
  readonly fields: readonly PresetField[]
  readonly method: 'POST' | 'PUT'
  readonly url: string
  /** Matches such receivers' addresses and no others; undefined: they may have any. */
  readonly address?: RegExp
  /** A header whose field is missing is left out; the first of equal names counts. */
  readonly headers: readonly NewHeader[]
  /** Templates by payload type; ALERT is the default. */
  readonly templates: Readonly<Partial<Record<PayloadType, string>>>
  /** The clear request, if clearing needs another one. */
  readonly clearRequest?: PresetClearRequest
  /** The filter of `marker-filters.ts` that free text needs; null: none. */
  readonly escape: 'slack' | 'html' | 'markdown' | 'jira' | null
  /** The flags that differ from the default. */
  readonly alertFlags?: Partial<AlertFlags>
  /** Accepts what the vendor confirms, and no login page. */
  readonly responseRule: ResponseRule
  readonly rateLimit: RateLimit | null
  /** A long timeout, for a receiver that does not recognise duplicates; undefined: the service's setting. */
  readonly timeoutMs?: number
  readonly retryScheduleMs?: readonly number[]
  /** The receiver's limits, which the templates keep. */
  readonly limits: readonly PresetLimit[]
  /** Hints for the set-up, a sentence each. */
  readonly notes: readonly string[]
  /** The vendor's page. */
  readonly documentation: string
  /** Other sources of the limits and rules, for the docs. */
  readonly sources?: readonly string[]
}

interface PresetClearRequest {
  readonly method: 'POST' | 'PUT'
  /** Has placeholders like `url`. */
  readonly url: string
  readonly template: string
}

type PresetKind = 'chat' | 'incident' | 'push' | 'generic'
export const PRESET_KINDS = ['chat', 'incident', 'push', 'generic'] as const satisfies readonly PresetKind[]

/** A value that only the user knows. */
export interface PresetField {
  /** Lower case letters and underscores. */
  readonly name: string
  readonly label: string
  /** Says in a sentence where to find the value. */
  readonly help: string
  /** A regular expression for the whole value, as in an HTML form. */
  readonly pattern: string
  /** Completes "<field> …" for a wrong value, e.g. `must be …`. */
  readonly wanted: string
  /** Matches the pattern and belongs to nobody. */
  readonly example: string
  /** The value alone suffices to write to the receiver. */
  readonly isSecret: boolean
  /** The default; null: optional; undefined: required. */
  readonly fallback?: string | null
  /** Optional, but most people need it. */
  readonly isUsual?: boolean
}

export interface PresetLimit {
  /** `text`, for example, or `all` for the whole body. */
  readonly part: string
  readonly max: number
  readonly unit: 'characters' | 'bytes' | 'entries'
}

/** Conditions of the presets' response rules. */

export function status(code: number): ResponseCondition {
  return { kind: 'part', part: 'status', operator: 'equals', value: String(code) }
}

/** Refuses login pages and those of expired domains. */
export const NO_WEB_PAGE: ResponseCondition = {
  kind: 'part',
  part: 'content_type',
  operator: 'not_equals',
  value: 'text/html',
}

/** Requires this body. */
export function body(text: string): ResponseCondition {
  return { kind: 'part', part: 'body', operator: 'equals', value: text }
}

export function member(name: string, equals: ResponseValue): ResponseCondition {
  return { kind: 'json', member: name, equals }
}

/** Requires a JSON member with a text that is not empty. */
export function someText(name: string): ResponseCondition {
  return { kind: 'json_matches', member: name, pattern: '.+' }
}

/** Fields of several presets. */

/** The address of a receiver that its owner runs. */
export const OWN_URL: PresetField = {
  name: 'url',
  label: 'URL',
  help: 'The address that the webhook calls. Markers such as %x.Key% may stand in path and query.',
  pattern: String.raw`https?://\S+`,
  wanted: 'must be an http or https address, such as https://hooks.example.com/alerts',
  example: 'https://hooks.example.com/alerts',
  isSecret: true,
}

/** Allows a receiver on this machine, to try a preset. */
export const LOOPBACK_PATTERN = String.raw`https?://(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?(?:/\S*)?`

/** Sent as `Authorization: Bearer …` if given. */
export const BEARER_TOKEN: PresetField = {
  name: 'token',
  label: 'Access token',
  help: 'Sent as `Authorization: Bearer …`; leave it empty if the receiver asks for none.',
  pattern: '[A-Za-z0-9._~+/=-]+',
  wanted: 'must be a token without blanks: letters, digits and ._~+/=- only',
  example: 'tk_0123456789example',
  isSecret: true,
  fallback: null,
}

/** HTTP Basic; without a user, a bearer token; without both, nothing (`LOGIN_HEADERS`). */
export const LOGIN_FIELDS: readonly PresetField[] = [
  {
    name: 'user',
    label: 'User',
    help: 'For a server that asks for HTTP Basic; leave it empty if yours does not.',
    pattern: String.raw`[^\s:]{1,200}`,
    wanted: 'must be the name of a user, without blanks and colons',
    example: 'tocsin',
    isSecret: false,
    fallback: null,
  },
  {
    name: 'token',
    label: 'Password, or token',
    help: 'The password of the user; without a user, it is sent as `Authorization: Bearer …`. Leave it empty if the server asks for none.',
    pattern: String.raw`[\x20-\x7e]{1,2000}`,
    wanted: 'must be printable ASCII characters',
    example: 'EXAMPLE-password',
    isSecret: true,
    fallback: null,
  },
]

export const LOGIN_HEADERS: readonly NewHeader[] = [
  { key: 'Authorization', value: 'Basic {{user:token}}' },
  { key: 'Authorization', value: 'Bearer {{token}}' },
]
