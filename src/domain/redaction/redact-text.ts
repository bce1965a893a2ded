import { HIDDEN, isSecretParameter } from './redact.ts'
import { findMarkers } from '../template/segments.ts'

/**
 * Hides secrets in any text by the words before them: values with a secret name, user and password of an
 * address, credentials of an Authorization header. Hides rather too much, but never a lone marker. Takes
 * linear time.
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

// Every repetition is limited: templates are long, and may be malicious. The rare colon is matched before the scheme in
// front of it.
const ADDRESS_USER = /:\/\/(?<=[a-z][a-z0-9+.-]{0,20}:\/\/)[^/\s"'<>@]+@/gi
const CREDENTIALS = /\b(Basic|Bearer|Digest|GenieKey|Splunk)\s{1,20}[^\s"'<>,;\\]+/gi
const XML_ELEMENT = /(<([\w:.-]{1,100})(?:\s[^<>]{0,1000})?>)[^<]+/g
/** `"routing_key": `, `token=`, `api-key: `; the quotes may be escaped, for a payload inside a payload. */
const NAME = /(?<![\w.-])([\w.-]{1,100})\\{0,8}["']?\s{0,100}[:=]\s{0,100}/g
/**
 * A value up to its closing quote, escaped as the opening one, and beyond if no separator follows; without quotes up to
 * a blank, `&` or `<`. An apostrophe may stand in a form as it is.
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
    // The closing quote may be part of the match, or follow it.
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
