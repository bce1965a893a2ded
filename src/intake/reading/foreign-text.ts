import { isObject } from '../../domain/json-object.ts'
import { LABELS_MAX, LABEL_NAME_LENGTH_MAX, VALUE_LENGTH_MAX } from '../../domain/alert/report-limits.ts'

/**
 * A value as text: a number or a truth as it is written, a list or an object as JSON. Blank and null are undefined.
 * What is too long is cut: better a part of a text than no alert.
 */
export function toText(value: unknown, lengthMax = VALUE_LENGTH_MAX): string | undefined {
  const text = typeof value === 'object' && value !== null ? toJson(value) : spell(value)
  return isGiven(text) ? cut(text, lengthMax) : undefined
}

/** Reads a value for `joinKey`: as `toText` does, but keeps every difference between two texts. */
export function toIdentity(value: unknown, lengthMax: number): string | undefined {
  return typeof value === 'string' && isGiven(value) ? value.slice(0, lengthMax) : toText(value, lengthMax)
}

/**
 * Tells whether `toText` makes a text of it. A value that begins with more than `VALUE_LENGTH_MAX` blanks counts as
 * blank: thousands of entries may refer to one text of megabytes.
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

/** Caches the JSON of values that many entries of a body refer to. Null: the value cannot be written. */
const JSON_OF = new WeakMap<object, string | null>()

/** Returns undefined for a value that is nested too deep to be written. */
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

/** An object's members as texts, blank ones left out; undefined if it has no labels, or is no object. */
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
