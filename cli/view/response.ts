import type { Instant } from '../../src/domain/instant.ts'
import { isObject, type JsonObject } from '../../src/domain/json-object.ts'
import { describeTime } from './human-units.ts'
import type { components, paths } from '../../openapi/v1.d.ts'

/**
 * Types of openapi/v1.json. Any member of a response may be missing, because the service may be older or
 * newer; but only the API's members can be named.
 */
export type DeepPartial<Value> = Value extends readonly (infer Item)[]
  ? readonly DeepPartial<Item>[]
  : Value extends object
    ? { readonly [Member in keyof Value]?: DeepPartial<Value[Member]> | undefined }
    : Value

export type Received<Name extends keyof components['schemas']> = DeepPartial<components['schemas'][Name]>

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
/** A path such as `/v1/webhooks/{id}`. */
export type ApiPath = keyof paths

type Operation<M extends Method, Path extends ApiPath> = paths[Path][Lowercase<M>]
type Success = 200 | 201 | 202
type JsonOf<Message> = Message extends { content: { 'application/json': infer Json } } ? Json : never

export type ResponseTo<M extends Method, Path extends ApiPath> =
  Operation<M, Path> extends { responses: infer Responses }
    ? DeepPartial<JsonOf<Responses[keyof Responses & Success]>>
    : never

export type ItemOf<Path extends ApiPath> =
  ResponseTo<'GET', Path> extends { readonly items?: readonly (infer Item)[] | undefined } ? Item : never

/** Query members, with values as in the address. */
export type QueryOf<M extends Method, Path extends ApiPath> =
  Operation<M, Path> extends { parameters: { query?: infer Query } }
    ? { readonly [Name in keyof NonNullable<Query>]?: string | readonly string[] | undefined }
    : never

/** A body; the service checks for required members. */
export type BodyOf<M extends Method, Path extends ApiPath> =
  Operation<M, Path> extends { requestBody?: infer Body } ? DeepPartial<JsonOf<NonNullable<Body>>> : never

/** Reads a response of an older or newer service: a missing member or one of another type reads as empty. */
export function asObject(value: unknown): JsonObject {
  return isObject(value) ? { ...value } : {}
}

export function asObjects<Item extends object>(value: readonly Item[] | null | undefined): readonly Item[]
export function asObjects(value: unknown): readonly JsonObject[]
export function asObjects(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.map(asObject) : []
}

/** Writes numbers and flags; null and missing become ''. */
export function asText(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

export function asTexts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(asText) : []
}

export function asNumber(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}

/** Deeper nesting would grow the indentation beyond measure. */
const DEPTH_MAX = 64

/**
 * Indents JSON; undefined if it is invalid or nested too deeply. Only white space changes: large numbers and
 * duplicate members stay as sent.
 */
export function indentJson(text: string): string | undefined {
  if (!isJson(text)) return undefined
  // Strings, punctuation, and runs of anything else.
  const tokens = text.match(/"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/g) ?? []
  const lines: string[] = []
  let depth = 0
  let line = ''
  const breakLine = () => {
    lines.push(line)
    line = '  '.repeat(depth)
  }
  for (const [index, token] of tokens.entries()) {
    const isEmptyPair = isOpening(tokens[index - 1]) && isClosing(token)
    if (isClosing(token) && !isEmptyPair) {
      depth -= 1
      breakLine()
    }
    line += token === ':' ? ': ' : token
    if (isOpening(token) && !isClosing(tokens[index + 1])) {
      depth += 1
      if (depth > DEPTH_MAX) return undefined
      breakLine()
    }
    if (token === ',') breakLine()
  }
  return [...lines, line].join('\n')
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function isOpening(token: string | undefined): boolean {
  return token === '{' || token === '['
}

function isClosing(token: string | undefined): boolean {
  return token === '}' || token === ']'
}

/**
 * Describes a member of an alert or event in a line: a time relative to now, an object by its members
 * (`name=pg-1, port=5432`) or its name alone. Undefined: null, empty, or only such members and zeros.
 */
export function describeMember(member: string, value: unknown, now: Instant): string | undefined {
  if (value === null || value === undefined || value === '') return undefined
  if (member === 'at' || member === 'since' || member.endsWith('_at')) return describeTime(value, now)
  if (typeof value !== 'object') return asText(value)
  const parts = Object.entries(value).filter(([, part]) => part !== null && part !== '' && part !== 0)
  if (parts.length === 0) return undefined
  if (Array.isArray(value)) return parts.map(([, part]) => describePart(part)).join(', ')
  const [name, part] = parts[0]!
  if (parts.length === 1 && name === 'name') return describePart(part)
  return parts.map(([key, inner]) => `${key}=${describePart(inner)}`).join(', ')
}

function describePart(part: unknown): string {
  return typeof part === 'object' ? JSON.stringify(part) : asText(part)
}
