import { createRequire } from 'node:module'
import type stringWidth from 'string-width'

/**
 * Foreign text (a webhook's name, a response's body) must not move the cursor, change colours, reorder text
 * or imitate a line.
 */

// Controls, format characters (bidirectional, zero-width), line separators, halves of surrogate pairs.
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu
// These two join letters and emoji, and move nothing.
const JOINERS: ReadonlySet<string> = new Set(['\u200c', '\u200d'])
const SHORT_ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Returns one line; what could drive a terminal is spelled out: `\x1b`, `\u202e`. */
export function escapeForTerminal(text: string): string {
  return text.replace(UNSAFE, (character) =>
    JOINERS.has(character) ? character : (SHORT_ESCAPES[character] ?? spellOut(character)),
  )
}

/** Escapes unsafe characters in JSON strings as `\uXXXX`: the meaning stays. */
export function escapeJsonForTerminal(json: string): string {
  return json.replace(UNSAFE, (character) => {
    if (character === '\n' || character === '\r' || character === '\t') return character
    return character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join('')
  })
}

/** Keeps tabs (as blanks) and line ends, and escapes all else. */
export function linesForTerminal(text: string): readonly string[] {
  return text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line) => escapeForTerminal(line.replaceAll('\t', '  ')))
}

export function cutToWidth(text: string, width: number): string {
  if (columnsOf(text) <= width) return text
  let kept = ''
  let keptWidth = 0
  for (const { segment: grapheme } of new Intl.Segmenter().segment(text)) {
    keptWidth += columnsOf(grapheme)
    if (keptWidth > width - 1) break
    kept += grapheme
  }
  return `${kept}…`
}

function spellOut(character: string): string {
  const code = character.codePointAt(0) ?? 0
  if (code <= 0xff) return `\\x${code.toString(16).padStart(2, '0')}`
  if (code <= 0xffff) return `\\u${code.toString(16).padStart(4, '0')}`
  return `\\u{${code.toString(16)}}`
}

/** Characters of one column: ASCII, Latin-1 without its soft hyphen, and ours. */
const SIMPLE = /^[ -~\u00a1-\u00ac\u00ae-\u00ff…–→]*$/

let loaded: typeof stringWidth | undefined

/**
 * Counts terminal columns. Only other characters load the library: it compiles the pattern of all emoji, some
 * 50 ms, a fifth of a short command.
 */
export function columnsOf(text: string): number {
  if (SIMPLE.test(text)) return text.length
  loaded ??= (createRequire(import.meta.url)('string-width') as { readonly default: typeof stringWidth })
    .default
  return loaded(text)
}
