import { contentFamily } from './escaping.ts'

/** The letters of windows-1252 from 0x80 to 0x9f; the five bytes that mean none there are blanks here. */
const WINDOWS_1252 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'

/** Charsets in which a body can be sent, by the names that receivers give them, in lower case; null: UTF-8, as it is. */
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

/** The parameter of a Content-Type (RFC 9110, section 8.3.2), in lower case; undefined: it has none, or one with a marker. */
function charsetOf(contentType: string): string | undefined {
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1]?.toLowerCase()
  return charset?.includes('%') ? undefined : charset
}

/** A sentence that completes "The header …", or undefined if bodies can be sent so. */
export function checkCharset(contentType: string): string | undefined {
  const charset = charsetOf(contentType)
  return charset === undefined || LAST_BYTE.has(charset)
    ? undefined
    : `names the charset ${JSON.stringify(charset.slice(0, 40))}, in which bodies cannot be sent; take utf-8, iso-8859-1, windows-1252 or us-ascii, or leave it out`
}

/** How bodies are put into the charset that their Content-Type names; undefined: they are sent as UTF-8. */
export function bodyEncoder(contentType: string): EncodeBody | undefined {
  const lastByte = LAST_BYTE.get(charsetOf(contentType) ?? 'utf-8') ?? null
  if (lastByte === null) return undefined
  const escape = ESCAPES[contentFamily(contentType)] ?? (() => '?')
  return (body) => {
    let text = ''
    for (const character of body) text += byteOf(character, lastByte) ?? escape(character)
    return Buffer.from(text, 'latin1')
  }
}

/** As a character of this number; undefined: the charset does not have it. */
function byteOf(character: string, lastByte: number): string | undefined {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x80) return character
  if (lastByte === 0x7f) return undefined
  if (lastByte === 0xff) return code <= 0xff ? character : undefined
  if (code >= 0xa0 && code <= 0xff) return character
  const place = character === ' ' ? -1 : WINDOWS_1252.indexOf(character)
  return place < 0 ? undefined : String.fromCharCode(0x80 + place)
}

const jsonEscape = (character: string) =>
  [...Array(character.length).keys()]
    .map((place) => `\\u${character.charCodeAt(place).toString(16).padStart(4, '0')}`)
    .join('')
const markupEscape = (character: string) => `&#${character.codePointAt(0)};`

/** What a format has for a letter that its charset has not; elsewhere it is a question mark. */
const ESCAPES: Readonly<Partial<Record<ReturnType<typeof contentFamily>, (character: string) => string>>> = {
  json: jsonEscape,
  'json-lines': jsonEscape,
  xml: markupEscape,
  html: markupEscape,
}
