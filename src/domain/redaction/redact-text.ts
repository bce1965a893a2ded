import { HIDDEN, isSecretParameter } from './redact.ts'
import { findMarkers } from '../template/segments.ts'

/**
 * Hides secrets in a text of any kind (a template: JSON, a form, XML, plain words) that are recognised by the words
 * before them: the value of a member, parameter or element with a secret name, user and password of an address,
 * the credentials of an Authorization header. Rather one too many; but a marker alone is no secret: it stands for what
 * each event brings. Takes time in proportion to the text.
 */
export function redactText(text: string): string {
  const withoutCredentials = text
    .replace(ADDRESS_USER, `://${HIDDEN}@`)
    .replace(CREDENTIALS, `$1 ${HIDDEN}`)
    .replace(XML_ELEMENT, (whole, start: string, name: string) =>
      isSecretParameter(name) && !isMarker(whole.slice(start.length)) ? start + HIDDEN : whole,
    )
  return hideNamedValues(withoutCredentials)
}

// Each repetition has an end: templates are long, and their writers not always friendly.
// The colon comes first, and then the scheme before it: colons are few, letters that may begin a scheme are not.
const ADDRESS_USER = /:\/\/(?<=[a-z][a-z0-9+.-]{0,20}:\/\/)[^/\s"'<>@]+@/gi
const CREDENTIALS = /\b(Basic|Bearer|Digest|GenieKey|Splunk)\s{1,20}[^\s"'<>,;\\]+/gi
const XML_ELEMENT = /(<([\w:.-]{1,100})(?:\s[^<>]{0,1000})?>)[^<]+/g
/** `"routing_key": `, `token=`, `api-key: `; the quotes may themselves be escaped, for a payload inside a payload. */
const NAME = /(?<![\w.-])([\w.-]{1,100})\\{0,8}["']?\s{0,100}[:=]\s{0,100}/g
/**
 * Matches a value up to the quote that closes it, escaped as often as the one that opens it, and further if no
 * separator follows; without quotes up to the next blank, `&` or `<`. An apostrophe may stand in a form as it is.
 */
const VALUE =
  /(?:(\\{0,8})(["'])(?:(?!(?<!\\)\1\2).)*(?:\1\2(?=[^\s,;)\]}&<"\\])[^\s"&<\\]*)?|(?:[^\s"'&<\\]|\\(?![nrt"'\\]))(?:[^\s"&<\\]|\\(?![nrt"'\\]))*)/sy

function hideNamedValues(text: string): string {
  let shown = ''
  let at = 0
  NAME.lastIndex = 0
  for (let match = NAME.exec(text); match !== null; match = NAME.exec(text)) {
    const from = NAME.lastIndex
    if (!isSecretParameter(match[1] ?? '')) continue
    VALUE.lastIndex = from
    const value = VALUE.exec(text)
    if (value === null) continue
    const [whole, escapes = '', quote = ''] = value
    // The quote that closes it may be part of it or stand after it.
    const opening = escapes + quote
    if (
      isMarker(whole.slice(opening.length)) ||
      isMarker(whole.slice(opening.length, -opening.length || undefined))
    )
      continue
    shown += text.slice(at, from) + escapes + quote + HIDDEN
    at = from + whole.length
    NAME.lastIndex = at
  }
  return shown + text.slice(at)
}

function isMarker(value: string): boolean {
  if (!value.startsWith('%')) return false
  const [first] = findMarkers(value)
  return first?.start === 0 && first.end === value.length
}
