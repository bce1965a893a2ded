import { invalidRequest, type Issue } from '../domain/errors.ts'
import { jsonText } from '../domain/escaping.ts'
import {
  PAYLOAD_TYPES,
  type AlertFlags,
  type NewHeader,
  type NewWebhook,
  type PayloadType,
} from '../domain/webhook.ts'
import type { Receiver, ReceiverField } from './receiver.ts'

/** The part of a webhook that a receiver decides. */
export type FilledReceiver = Pick<
  NewWebhook,
  'name' | 'url' | 'method' | 'payloadType' | 'payloadTemplate' | 'rateLimit' | 'answerRule'
> & { readonly headers: readonly NewHeader[]; readonly alertFlags: AlertFlags }

export interface Filling {
  readonly fields: Readonly<Record<string, string>>
  /** Undefined: the first one that the receiver can be told about. */
  readonly payloadType?: PayloadType | undefined
  /** Undefined: that of the receiver. */
  readonly name?: string | undefined
}

export const FIELD_CHARACTERS_MAX = 8_192
/** More unknown fields are not named. */
const UNKNOWN_MAX = 10

/** Those that it can be told about; the first one is meant where none is named. */
export function payloadTypesOf({ templates }: Receiver): readonly PayloadType[] {
  return PAYLOAD_TYPES.filter((type) => templates[type] !== undefined)
}

/** The field whose value is in the URL; undefined: the URL has none. */
export function urlFieldOf({ url }: Receiver): string | undefined {
  return PLACE.exec(url)?.[1]
}

/**
 * The webhook for this receiver with these values. Blanks around a value do not count, and an empty one counts as none.
 * Throws `invalid_request` for a field that is missing, unknown or not as it must be, and for a payload type that the
 * receiver cannot be told about. What else a webhook must be is not judged here.
 */
export function fillReceiver(receiver: Receiver, { fields, payloadType, name }: Filling): FilledReceiver {
  const given = new Map(Object.entries(fields).map(([field, value]) => [field, value.trim()]))
  const type = payloadType ?? payloadTypesOf(receiver)[0]
  const template = type && receiver.templates[type]
  const issues = [...findFieldIssues(receiver, given), ...findTypeIssues(receiver, type)]
  if (issues.length > 0 || type === undefined || template === undefined) throw invalidRequest(issues)

  const values = new Map(
    receiver.fields.map((field) => [field.name, given.get(field.name) || field.fallback]),
  )
  const isGiven = (text: string) => namesIn(text).every((field) => typeof values.get(field) === 'string')
  return {
    name: name ?? receiver.name,
    url: put(receiver.url, values, (value) => value),
    method: receiver.method,
    headers: receiver.headers
      .filter(({ value }) => isGiven(value))
      .map(({ key, value }) => ({ key, value: put(value, values, (text) => text) })),
    payloadType: type,
    payloadTemplate: put(template, values, inTemplate),
    alertFlags: { low: true, medium: true, high: true, cleared: true, ...receiver.alertFlags },
    rateLimit: receiver.rateLimit,
    answerRule: receiver.answerRule,
  }
}

const PLACE = /\{\{([a-z_]+)\}\}/

function namesIn(text: string): readonly string[] {
  return [...text.matchAll(new RegExp(PLACE, 'g'))].map(([, name = '']) => name)
}

type Values = ReadonlyMap<string, string | null | undefined>

function put(text: string, values: Values, write: (value: string) => string): string {
  return text.replace(new RegExp(PLACE, 'g'), (_place, name: string) => write(values.get(name) ?? ''))
}

/** All places in templates are within JSON strings. What the user gives is no marker there. */
function inTemplate(value: string): string {
  return jsonText(value).replaceAll('%', String.raw`\u0025`)
}

function findTypeIssues(receiver: Receiver, type: PayloadType | undefined): readonly Issue[] {
  if (type !== undefined && receiver.templates[type] !== undefined) return []
  const known = payloadTypesOf(receiver).join(' or ')
  return [{ path: 'payload_type', message: `must be ${known}: ${receiver.id} has no template for ${type}` }]
}

function findFieldIssues(receiver: Receiver, given: ReadonlyMap<string, string>): readonly Issue[] {
  const known = receiver.fields.map(({ name }) => name)
  const unknown = [...given.keys()]
    .filter((name) => !known.includes(name))
    .slice(0, UNKNOWN_MAX)
    .map((name) => ({
      path: `fields.${name.slice(0, 100)}`,
      message: `is no field of ${receiver.id}; known are ${known.join(', ')}`,
    }))
  const wrong = receiver.fields.flatMap((field) => {
    const message = findFault(field, given.get(field.name) ?? '')
    return message === undefined ? [] : [{ path: `fields.${field.name}`, message }]
  })
  return [...unknown, ...wrong]
}

function findFault(
  { label, help, pattern, wanted, fallback }: ReceiverField,
  value: string,
): string | undefined {
  if (value === '') return fallback === undefined ? `is required (${label}). ${help}` : undefined
  if (value.length > FIELD_CHARACTERS_MAX) return `must have at most ${FIELD_CHARACTERS_MAX} characters`
  return new RegExp(`^(?:${pattern})$`, 'u').test(value) ? undefined : wanted
}
