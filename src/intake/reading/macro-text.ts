import { LONG_TEXT_LENGTH_MAX, NAME_LENGTH_MAX } from '../../domain/alert/report-limits.ts'
import { isWrittenNumber } from '../../domain/written-number.ts'
import { sinceEpoch } from './epoch.ts'
import { cut } from './foreign-text.ts'

/**
 * Returns the text of a field of a monitor: texts and numbers, without the blanks around them;
 * anything else is empty.
 */
export function textOf(value: unknown): string {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  if (isWrittenNumber(value)) return value.rawJSON
  if (typeof value !== 'string') return ''
  return cut(value.trim(), LONG_TEXT_LENGTH_MAX)
}

/** A name of an alert; what is too long loses its end. */
export function nameOf(text: string): string {
  return cut(text, NAME_LENGTH_MAX)
}

/** Only the members that say something. */
export function withoutEmpty<Texts extends Readonly<Record<string, string>>>(texts: Texts): Partial<Texts> {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')) as Partial<Texts>
}

/**
 * Reads a text of digits as whole seconds, milli-, micro- or nanoseconds since 1970; undefined if the text is no
 * moment, or one long past or ahead.
 */
export function epochSeconds(text: string): number | undefined {
  return /^(?:\d{9,10}|\d{13}|\d{16}|\d{19})$/.test(text) ? sinceEpoch(Number(text)) : undefined
}
