import { defaultMode } from '../domain/definition/mode-rules.ts'
import { invalidRequest, type Issue } from '../domain/errors.ts'
import { acceptsLoginPage } from '../domain/receiver/response-fault.ts'
import type { ResponseRule } from '../domain/receiver/response-rule.ts'
import { jsonText } from '../domain/template/escaping.ts'
import { trimEndOf } from '../domain/trim-end.ts'
import {
  type AlertFlags,
  type ClearRequest,
  type Mode,
  type NewHeader,
  type NewWebhook,
  PAYLOAD_TYPES,
  type PayloadType,
  type Webhook,
} from '../domain/webhook/webhook.ts'
import type { Preset, PresetField } from './preset.ts'
import { PRESETS } from './presets.ts'

/** The part of a webhook that a preset decides. */
export type FilledPreset = Pick<
  NewWebhook,
  | 'name'
  | 'url'
  | 'method'
  | 'payloadType'
  | 'payloadTemplate'
  | 'mode'
  | 'clearRequest'
  | 'rateLimit'
  | 'responseRule'
  | 'timeoutMs'
  | 'retryScheduleMs'
> & { readonly headers: readonly NewHeader[]; readonly alertFlags: AlertFlags }

export interface Filling {
  readonly fields: Readonly<Record<string, string>>
  /** Undefined: the preset's first one. */
  readonly payloadType?: PayloadType | undefined
  /** Undefined: the preset's name. */
  readonly name?: string | undefined
}

/** Limits what is filled into one field. */
export const FIELD_CHARACTERS_MAX = 8_192
const UNKNOWN_MAX = 10

/** Returns the preset's payload types; the first is the default. */
export function payloadTypesOf({ templates }: Preset): readonly PayloadType[] {
  return PAYLOAD_TYPES.filter((type) => templates[type] !== undefined)
}

/** Returns the mode of a new webhook of this preset. */
export function modeOf({ alertFlags }: Preset, payloadType: PayloadType): Mode {
  return defaultMode({ payloadType, alertFlags })
}

/** Returns the field whose value is in the URL; undefined: none. */
export function urlFieldOf({ url }: Preset): string | undefined {
  return PLACE.exec(url)?.[1]
}

/**
 * Makes the webhook of a preset. Values are trimmed; an empty one counts as missing. Throws `invalid_request`
 * for a missing, unknown or invalid field, and for a payload type without a template. Other rules for
 * webhooks are checked elsewhere.
 */
export function fillPreset(preset: Preset, { fields, payloadType, name }: Filling): FilledPreset {
  const given = new Map(Object.entries(fields).map(([field, value]) => [field, value.trim()]))
  const type = payloadType ?? payloadTypesOf(preset)[0]
  const template = type && preset.templates[type]
  const issues = [...findFieldIssues(preset, given), ...findTypeIssues(preset, type)]
  if (issues.length > 0 || type === undefined || template === undefined) throw invalidRequest(issues)

  const values = new Map(preset.fields.map((field) => [field.name, given.get(field.name) || field.fallback]))
  const mode = modeOf(preset, type)
  return {
    name: name ?? preset.name,
    url: put(preset.url, values, inUrl),
    method: preset.method,
    headers: fillHeaders(preset, values),
    payloadType: type,
    payloadTemplate: put(template, values, inTemplate),
    mode,
    clearRequest: mode === 'current_state' ? fillClearRequest(preset, values) : null,
    alertFlags: { low: true, medium: true, high: true, cleared: true, ...preset.alertFlags },
    rateLimit: preset.rateLimit,
    responseRule: preset.responseRule,
    timeoutMs: preset.timeoutMs ?? null,
    retryScheduleMs: preset.retryScheduleMs ?? null,
  }
}

/** Groups: a field, and a second one if they are user and password. */
const PLACE = /\{\{([a-z_]+)(?::([a-z_]+))?\}\}/

type Values = ReadonlyMap<string, string | null | undefined>

/** `textAfter` follows the placeholder. */
type Write = (value: string, textAfter: string) => string

function put(text: string, values: Values, write: Write): string {
  return text.replace(
    new RegExp(PLACE, 'g'),
    (placeholder: string, name: string, second: string | undefined, at: number) => {
      const value = values.get(name) ?? ''
      // RFC 7617, section 2, in UTF-8.
      if (second !== undefined) return Buffer.from(`${value}:${values.get(second) ?? ''}`).toString('base64')
      return write(value, text.slice(at + placeholder.length))
    },
  )
}

function fillClearRequest({ clearRequest }: Preset, values: Values): ClearRequest | null {
  if (clearRequest === undefined) return null
  const { method, url, template } = clearRequest
  return { method, url: put(url, values, inUrl), payloadTemplate: put(template, values, inTemplate) }
}

function fillHeaders({ headers }: Preset, values: Values): readonly NewHeader[] {
  const given = headers.filter(({ value }) =>
    [...value.matchAll(new RegExp(PLACE, 'g'))].every(([, ...names]) =>
      names.every((name) => name === undefined || typeof values.get(name) === 'string'),
    ),
  )
  return given
    .filter(({ key }, index) => given.findIndex((other) => other.key === key) === index)
    .map(({ key, value }) => ({ key, value: put(value, values, (text) => text) }))
}

/** Removes a final slash if one follows. */
function inUrl(value: string, textAfter: string): string {
  return textAfter.startsWith('/') ? trimEndOf(value, '/') : value
}

/** Templates have placeholders only in JSON strings. User input must not become a marker. */
function inTemplate(value: string): string {
  return jsonText(value).replaceAll('%', String.raw`\u0025`)
}

function findTypeIssues(preset: Preset, type: PayloadType | undefined): readonly Issue[] {
  if (type !== undefined && preset.templates[type] !== undefined) return []
  const known = payloadTypesOf(preset).join(' or ')
  return [{ path: 'payload_type', message: `must be ${known}: ${preset.id} has no template for ${type}` }]
}

function findFieldIssues(preset: Preset, given: ReadonlyMap<string, string>): readonly Issue[] {
  const known = preset.fields.map(({ name }) => name)
  const unknown = [...given.keys()]
    .filter((name) => !known.includes(name))
    .slice(0, UNKNOWN_MAX)
    .map((name) => ({
      path: `fields.${name.slice(0, 100)}`,
      message: `is no field of ${preset.id}; known are ${known.join(', ')}`,
    }))
  const userOf = usersByPassword(preset)
  const wrong = preset.fields.flatMap((field) => {
    const value = given.get(field.name) ?? ''
    const user = value === '' ? userOf.get(field.name) : undefined
    const message =
      findFault(field, value) ?? (user && given.get(user) ? `is required if ${user} is given` : undefined)
    return message === undefined ? [] : [{ path: `fields.${field.name}`, message }]
  })
  return [...unknown, ...wrong]
}

/** Returns the field of the user by the field of the password: a user alone would not be sent. */
function usersByPassword({ headers }: Preset): ReadonlyMap<string | undefined, string> {
  return new Map(
    headers.map(({ value }) => PLACE.exec(value) ?? []).map(([, user = '', password]) => [password, user]),
  )
}

function findFault(
  { label, help, pattern, wanted, fallback }: PresetField,
  value: string,
): string | undefined {
  if (value === '') return fallback === undefined ? `is required (${label}). ${help}` : undefined
  if (value.length > FIELD_CHARACTERS_MAX) return `must have at most ${FIELD_CHARACTERS_MAX} characters`
  return new RegExp(`^(?:${pattern})$`, 'u').test(value) ? undefined : wanted
}

/** The response rule of the preset that fits a webhook's address. */
export interface PresetRule {
  readonly preset: string
  readonly responseRule: ResponseRule
  /** The webhook counts a login page as delivered; this rule would not. */
  readonly isProposed: boolean
}

type Addressed = Pick<Webhook, 'url' | 'responseRule'>

const known = new WeakMap<Addressed, PresetRule | null>()

/**
 * Finds the preset by address: webhooks do not store their preset, and a handwritten one may have the same
 * receiver. Undefined: no known receiver.
 */
export function presetRuleOf(webhook: Addressed): PresetRule | undefined {
  const found = known.get(webhook) ?? find(webhook)
  known.set(webhook, found)
  return found ?? undefined
}

function find({ url, responseRule }: Addressed): PresetRule | null {
  const preset = PRESETS.find(({ address }) => address?.test(url))
  if (preset === undefined) return null
  return {
    preset: preset.id,
    responseRule: preset.responseRule,
    isProposed: acceptsLoginPage(responseRule),
  }
}
