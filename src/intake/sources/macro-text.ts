import { createHash } from 'node:crypto'
import { TEXT_LENGTH_MAX } from './label-alert.ts'

/** Of an identity, as the interfaces have it. */
const KEY_LENGTH_MAX = 500
/** Of a name. */
const NAME_LENGTH_MAX = 500

/** What a monitor writes in a field of text: texts and numbers, without the blanks around them; all else is empty. */
export function textOf(value: unknown): string {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  if (typeof value !== 'string') return ''
  return cut(value.trim().toWellFormed(), TEXT_LENGTH_MAX)
}

/** A name of an alert; what is too long loses its end. */
export function nameOf(text: string): string {
  return cut(text, NAME_LENGTH_MAX)
}

/** The identity of an alert; what is too long keeps its beginning and gets a hash, so that different ones stay different. */
export function keyOf(text: string): string {
  if (text.length <= KEY_LENGTH_MAX) return text
  const hash = createHash('sha256').update(text).digest('hex')
  return `${text.slice(0, KEY_LENGTH_MAX - hash.length - 1).toWellFormed()} ${hash}`
}

/** Only the members that say something. */
export function withoutEmpty<Texts extends Readonly<Record<string, string>>>(texts: Texts): Partial<Texts> {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')) as Partial<Texts>
}

/** A moment in whole seconds since 1970, as texts of ten digits have it; undefined if it is none, or long past or ahead. */
export function epochSeconds(text: string): number | undefined {
  return /^\d{9,10}$/.test(text) ? Number(text) * 1000 : undefined
}

function cut(text: string, lengthMax: number): string {
  return text.length <= lengthMax ? text : `${text.slice(0, lengthMax - 1).toWellFormed()}…`
}
