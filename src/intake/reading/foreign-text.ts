import { hash } from 'node:crypto'
import {
  KEY_LENGTH_MAX,
  LABEL_NAME_LENGTH_MAX,
  LABELS_MAX,
  LONG_TEXT_LENGTH_MAX,
  NAME_LENGTH_MAX,
  VALUE_LENGTH_MAX,
} from '../../domain/alert/report-limits.ts'
import type { Instant } from '../../domain/instant.ts'
import { isObject, isWrittenNumber } from '../../domain/json-object.ts'
import { keyText } from '../../domain/storable.ts'

/**
 * Returns a value as text: numbers and booleans as written, lists and objects as JSON; undefined for blank and null.
 * Long texts are cut: part of a text is better than no alert.
 */
export function toText(value: unknown, lengthMax = VALUE_LENGTH_MAX): string | undefined {
  const text = typeof value === 'object' && value !== null ? toJson(value) : spell(value)
  return isGiven(text) ? cut(text, lengthMax) : undefined
}

/** Reads a value for `joinKey` like `toText`, but keeps every difference between two texts. */
export function toIdentity(value: unknown, lengthMax: number): string | undefined {
  return typeof value === 'string' && isGiven(value) ? value.slice(0, lengthMax) : toText(value, lengthMax)
}

const DIGEST_LENGTH = 64

/**
 * Makes the key of an alert identified by several texts, e.g. server and rule: `pg-1|Too many connections`. Different
 * texts never share a key: bars within one are escaped, and a long key ends with a digest of the whole.
 */
export function joinKey(...parts: readonly string[]): string {
  const key = parts.map((part) => keyText(part).replaceAll('\\', '\\\\').replaceAll('|', '\\|')).join('|')
  return shortenKey(key, KEY_LENGTH_MAX)
}

/** Different keys stay different: exactly `lengthMax` characters always means shortened. */
export function shortenKey(key: string, lengthMax: number): string {
  if (key.length < lengthMax) return key
  const beginning = key.slice(0, lengthMax - DIGEST_LENGTH - 1).toWellFormed()
  return `${beginning}~${hash('sha256', key)}`
}

/**
 * Tells whether `toText` makes a text of it. More than `VALUE_LENGTH_MAX` leading blanks count as blank, because
 * thousands of entries may refer to one text of megabytes.
 */
export function isGiven<Value>(value: Value): value is NonNullable<Value> {
  if (typeof value === 'string') return /\S/.test(value.slice(0, VALUE_LENGTH_MAX))
  return typeof value === 'object' && value !== null
    ? toJson(value) !== undefined
    : spell(value) !== undefined
}

function spell(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

/** Caches the JSON of values that many entries share. Null: it cannot be written. */
const JSON_OF = new WeakMap<object, string | null>()

/** Returns undefined if it is nested too deep. */
function toJson(value: object): string | undefined {
  const known = JSON_OF.get(value)
  if (known !== undefined) return known ?? undefined
  const text = writeJson(value)
  JSON_OF.set(value, text)
  return text ?? undefined
}

function writeJson(value: object): string | null {
  try {
    return JSON.stringify(value)
  } catch {
    return null
  }
}

export function cut(text: string, lengthMax: number): string {
  return (text.length <= lengthMax ? text : `${text.slice(0, lengthMax - 1)}…`).toWellFormed()
}

export type Labels = Readonly<Record<string, string>>

const LABELS_OF = new WeakMap<object, Labels>()

/** Returns the members as texts, without blank ones; undefined if nothing is left, or for other values. */
export function toLabels(value: unknown): Labels | undefined {
  if (!isObject(value)) return undefined
  const labels = LABELS_OF.get(value) ?? readLabels(value)
  LABELS_OF.set(value, labels)
  return Object.keys(labels).length === 0 ? undefined : labels
}

function readLabels(value: object): Labels {
  const labels: [string, string][] = []
  for (const [name, given] of Object.entries(value)) {
    if (labels.length === LABELS_MAX) break
    const text = toText(given)
    if (text !== undefined && name !== '' && name !== '__proto__') {
      labels.push([cut(name, LABEL_NAME_LENGTH_MAX), text])
    }
  }
  return Object.fromEntries(labels)
}

/**
 * The largest count of each unit. 1e11 seconds are in the year 5138, 1e11 milliseconds in 1973, so units are
 * unambiguous.
 */
const SECONDS_MAX = 1e11
const MILLISECONDS_MAX = 1e14
const MICROSECONDS_MAX = 1e17
const YEAR_2200 = Date.UTC(2200, 0)

/** Converts seconds, milli-, micro- or nanoseconds since 1970, distinguished by size; undefined after 2200. */
export function sinceEpoch(count: number): Instant | undefined {
  if (count < SECONDS_MAX) return Math.floor(count * 1_000)
  if (count < MILLISECONDS_MAX) return Math.floor(count)
  const at = Math.floor(count < MICROSECONDS_MAX ? count / 1_000 : count / 1_000_000)
  return at < YEAR_2200 ? at : undefined
}

/** Returns trimmed texts, and numbers; anything else is empty. */
export function textOf(value: unknown): string {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  if (isWrittenNumber(value)) return value.rawJSON
  if (typeof value !== 'string') return ''
  return cut(value.trim(), LONG_TEXT_LENGTH_MAX)
}

/** Cuts the name of an alert. */
export function nameOf(text: string): string {
  return cut(text, NAME_LENGTH_MAX)
}

/** Leaves out empty members. */
export function withoutEmpty<Texts extends Readonly<Record<string, string>>>(texts: Texts): Partial<Texts> {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')) as Partial<Texts>
}

/** Reads digits as seconds, milli-, micro- or nanoseconds since 1970; undefined for other text, or a moment far off. */
export function epochSeconds(text: string): number | undefined {
  return /^(?:\d{9,10}|\d{13}|\d{16}|\d{19})$/.test(text) ? sinceEpoch(Number(text)) : undefined
}
