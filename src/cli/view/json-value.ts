import type { Instant } from '../../domain/instant.ts'
import { isObject, type JsonObject } from '../../domain/json-object.ts'
import { describeTime } from './human-units.ts'

/**
 * Reads the response of a service, which may be a little older or newer than this tool: a member that is missing or
 * of another type reads as empty instead of ending the command.
 */
export function asObject(value: unknown): JsonObject {
  return isObject(value) ? { ...value } : {}
}

/** Returns a list of objects; a typed list of another release may be no list. */
export function asObjects<Item extends object>(value: readonly Item[] | null | undefined): readonly Item[]
export function asObjects(value: unknown): readonly JsonObject[]
export function asObjects(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.map(asObject) : []
}

/** Numbers and flags as they are written; null and missing as ''. */
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

/** Deeper than this the indentation alone would grow beyond measure. */
const DEPTH_MAX = 64

/**
 * Indents JSON; undefined if the text is not JSON or is nested too deeply to be read. Only white space changes:
 * numbers beyond what JavaScript can hold and members named twice are shown as they were sent.
 */
export function indentJson(text: string): string | undefined {
  if (!isJson(text)) return undefined
  const tokens = tokensOf(text)
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

/** Returns the tokens of valid JSON: strings, punctuation, and runs of anything else (numbers, true, false, null). */
function tokensOf(text: string): readonly string[] {
  return text.match(/"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/g) ?? []
}

function isOpening(token: string | undefined): boolean {
  return token === '{' || token === '['
}

function isClosing(token: string | undefined): boolean {
  return token === '}' || token === ']'
}

/**
 * Describes one member of an alert or an event in a line: a time by how long ago it was, an object by its members, such
 * as `name=pg-1, port=5432`, or by its name alone. Returns undefined for what says nothing: null, an empty text, an
 * object with nothing but such members and zeros.
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
