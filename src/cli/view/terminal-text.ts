/**
 * Text from elsewhere (a webhook's name, a response's body) on its way to a terminal. It must not move the cursor,
 * change colours, reorder what is read, or pretend to be another line.
 */

// Controls, format characters (bidirectional overrides, zero-width ones), line separators, halves of surrogate pairs.
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu
// These two join letters and emoji; they move nothing.
const JOINERS: ReadonlySet<string> = new Set(['\u200c', '\u200d'])
const SHORT_ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** The text on one line, with everything that could drive a terminal spelled out: `\x1b`, `\u202e`. */
export function escapeForTerminal(text: string): string {
  return text.replace(UNSAFE, (character) =>
    JOINERS.has(character) ? character : (SHORT_ESCAPES[character] ?? spellOut(character)),
  )
}

/** JSON with the same meaning that a terminal may safely be given: unsafe characters in strings as `\uXXXX`. */
export function escapeJsonForTerminal(json: string): string {
  return json.replace(UNSAFE, (character) => {
    if (character === '\n' || character === '\r' || character === '\t') return character
    return character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join('')
  })
}

/** Lines of text that may hold tabs and line ends; all else is escaped. */
export function linesForTerminal(text: string): readonly string[] {
  return text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line) => escapeForTerminal(line.replaceAll('\t', '  ')))
}

/** Columns that the text takes: 2 for East Asian wide letters and emoji, 0 for combining marks. */
export function displayWidth(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length
  return graphemes(text).reduce((sum, grapheme) => sum + graphemeWidth(grapheme), 0)
}

/** Cuts to at most `width` columns; `…` marks the cut. */
export function cutToWidth(text: string, width: number): string {
  if (displayWidth(text) <= width) return text
  let kept = ''
  let keptWidth = 0
  for (const grapheme of graphemes(text)) {
    keptWidth += graphemeWidth(grapheme)
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

function graphemes(text: string): readonly string[] {
  return [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)].map(
    ({ segment }) => segment,
  )
}

const WIDE =
  /^(?:\p{Emoji_Presentation}|.\ufe0f|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}])/u

function graphemeWidth(grapheme: string): number {
  if (WIDE.test(grapheme)) return 2
  return /^\p{M}/u.test(grapheme) ? 0 : 1
}
