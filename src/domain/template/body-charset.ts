import { contentFamily } from './escaping.ts'

/** Letters of windows-1252 from 0x80 to 0x9f; blanks stand for the five bytes without a letter. */
const WINDOWS_1252 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'

/** Charsets by name, in lower case, with their last byte; null: UTF-8. */
const LAST_BYTE: ReadonlyMap<string, number | null> = new Map([
  ['utf-8', null],
  ['utf8', null],
  ['us-ascii', 0x7f],
  ['ascii', 0x7f],
  ['iso-8859-1', 0xff],
  ['iso8859-1', 0xff],
  ['latin1', 0xff],
  ['windows-1252', 0x9f],
  ['cp1252', 0x9f],
])

export type EncodeBody = (body: string) => Uint8Array

/** A charset with a marker in it is known only at rendering, and counts as missing. */
function writtenCharset(contentType: string): string | undefined {
  const charset = charsetOf(contentType)
  return charset?.includes('%') ? undefined : charset
}

/** Says why a charset cannot be sent, in words that complete "The header …". */
export function checkCharset(contentType: string): string | undefined {
  const charset = writtenCharset(contentType)
  return charset === undefined || LAST_BYTE.has(charset)
    ? undefined
    : `names the charset ${JSON.stringify(charset.slice(0, 40))}, in which bodies cannot be sent; take utf-8, iso-8859-1, windows-1252 or us-ascii, or leave it out`
}

/** Returns undefined if bodies are sent as UTF-8. */
export function bodyEncoder(contentType: string): EncodeBody | undefined {
  const lastByte = LAST_BYTE.get(writtenCharset(contentType) ?? 'utf-8') ?? null
  if (lastByte === null) return undefined
  const escape = ESCAPES[contentFamily(contentType)] ?? (() => '?')
  return (body) => {
    let text = ''
    for (const character of body) text += byteOf(character, lastByte) ?? escape(character)
    return Buffer.from(text, 'latin1')
  }
}

/** Returns undefined if the charset lacks the letter. */
function byteOf(character: string, lastByte: number): string | undefined {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x80) return character
  if (lastByte === 0x7f) return undefined
  if (lastByte === 0xff) return code <= 0xff ? character : undefined
  if (code >= 0xa0 && code <= 0xff) return character
  const index = character === ' ' ? -1 : WINDOWS_1252.indexOf(character)
  return index < 0 ? undefined : String.fromCharCode(0x80 + index)
}

const jsonEscape = (character: string) =>
  [...Array(character.length).keys()]
    .map((index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`)
    .join('')
const markupEscape = (character: string) => `&#${character.codePointAt(0)};`

/** Escapes of a format for letters that the charset lacks; other formats send a question mark. */
const ESCAPES: Readonly<Partial<Record<ReturnType<typeof contentFamily>, (character: string) => string>>> = {
  json: jsonEscape,
  'json-lines': jsonEscape,
  xml: markupEscape,
  html: markupEscape,
}

/** Reads the parameter `charset` of a Content-Type (RFC 9110, section 8.3.2), in lower case. */
export function charsetOf(contentType: string | undefined): string | undefined {
  return /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType ?? '')?.[1]?.toLowerCase()
}
