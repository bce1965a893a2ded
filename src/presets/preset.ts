import type { ResponseCondition, ResponseRule, ResponseValue } from '../domain/receiver/response-rule.ts'
import type { AlertFlags, NewHeader, PayloadType, RateLimit } from '../domain/webhook/webhook.ts'

/**
 * A kind of receiver that many teams have, as data: the values it asks for, and the webhook that suits it. In URL,
 * header values and templates `{{name}}` stands for the value of a field, and `{{user:password}}` for two values in the
 * form of HTTP Basic.
 */
export interface Preset {
  /** Words joined by hyphens, such as `slack-blocks`; a public promise. */
  readonly id: string
  readonly name: string
  /** Says in a sentence what arrives there. */
  readonly summary: string
  readonly kind: PresetKind
  readonly fields: readonly PresetField[]
  readonly method: 'POST' | 'PUT'
  readonly url: string
  /** The addresses that such receivers have, and no others; undefined: they may have any. */
  readonly address?: RegExp
  /** The headers. One whose field was not given is left out; the first of several with the same name counts. */
  readonly headers: readonly NewHeader[]
  /** The templates by payload type; ALERT is the default where there are two. */
  readonly templates: Readonly<Partial<Record<PayloadType, string>>>
  /** The clear request, if clears need another request than `templates` make. */
  readonly clearRequest?: PresetClearRequest
  /** The escape of `marker-filters.ts` that free text needs there; null: it is shown as it is. */
  readonly escape: 'slack' | 'html' | 'markdown' | 'jira' | null
  /** The alert flags that differ from the default. */
  readonly alertFlags?: Partial<AlertFlags>
  /** The rule by which a 2xx of the vendor means acceptance, and a login page does not. */
  readonly responseRule: ResponseRule
  readonly rateLimit: RateLimit | null
  /**
   * The timeout for a receiver that does not recognise a notification that it has already; undefined: the setting of
   * the service.
   */
  readonly timeoutMs?: number
  readonly retryScheduleMs?: readonly number[]
  /** The limits beyond which it refuses; the templates keep within them. */
  readonly limits: readonly PresetLimit[]
  /** Hints for setting up such a receiver, a sentence each. */
  readonly notes: readonly string[]
  /** The page of the vendor that says all this. */
  readonly documentation: string
  /** Where else its limits and rules are taken from, for the docs. */
  readonly sources?: readonly string[]
}

interface PresetClearRequest {
  readonly method: 'POST' | 'PUT'
  /** With placeholders as in `url`. */
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
  /** Where to find it, in a sentence. */
  readonly help: string
  /** A regular expression for the whole value, as in an HTML form. */
  readonly pattern: string
  /** Completes "<field> …" when the value does not match, e.g. `must be …`. */
  readonly wanted: string
  /** An example that matches and belongs to nobody. */
  readonly example: string
  /** The value alone is enough to write to the receiver. */
  readonly isSecret: boolean
  /** The value if none is given; null: it may be missing; undefined: it must be given. */
  readonly fallback?: string | null
  /** The value may be missing, but most people need it. */
  readonly isUsual?: boolean
}

export interface PresetLimit {
  /** The limited part, e.g. `text`, or `all` for the whole body. */
  readonly part: string
  readonly max: number
  readonly unit: 'characters' | 'bytes' | 'entries'
}

/** Conditions of the presets' response rules. */

export function status(code: number): ResponseCondition {
  return { kind: 'part', part: 'status', operator: 'equals', value: String(code) }
}

/** Refuses pages for logging in and those of expired domains, also where they state another type or none. */
export const NO_WEB_PAGE: ResponseCondition = {
  kind: 'part',
  part: 'content_type',
  operator: 'not_equals',
  value: 'text/html',
}

/** The whole body is this text. */
export function body(text: string): ResponseCondition {
  return { kind: 'part', part: 'body', operator: 'equals', value: text }
}

export function member(name: string, equals: ResponseValue): ResponseCondition {
  return { kind: 'json', member: name, equals }
}

/** The JSON in the body has this member, with a text that is not empty. */
export function someText(name: string): ResponseCondition {
  return { kind: 'json_matches', member: name, pattern: '.+' }
}

/** Fields that several presets ask for. */

/** An address whose form the receiver does not give away, because everybody runs one of their own. */
export const OWN_URL: PresetField = {
  name: 'url',
  label: 'URL',
  help: 'The address that the webhook calls. Markers such as %x.Key% may stand in path and query.',
  pattern: String.raw`https?://\S+`,
  wanted: 'must be an http or https address, such as https://hooks.example.com/alerts',
  example: 'https://hooks.example.com/alerts',
  isSecret: true,
}

/** The pattern for a receiver on this machine, to try a preset out. */
export const LOOPBACK_PATTERN = String.raw`https?://(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?(?:/\S*)?`

/** Sent as `Authorization: Bearer …`, if there is one. */
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
