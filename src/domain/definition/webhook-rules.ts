import { findMarkers } from '../template/segments.ts'
import {
  RESPONSE_BYTES_MAX,
  DESCRIPTION_CHARACTERS_MAX,
  FALLBACK_AFTER_MS_MAX,
  HEADER_KEY_CHARACTERS_MAX,
  HEADER_VALUE_BYTES_MAX,
  MAX_AGE_MS_MAX,
  METHOD_CHARACTERS_MAX,
  NAME_CHARACTERS_MAX,
  REMIND_MS_MAX,
  REMIND_MS_MIN,
  REMINDERS_MAX,
  TEMPLATE_BYTES_MAX,
  TIMEOUT_MS_MAX,
  TIMEOUT_MS_MIN,
  URL_CHARACTERS_MAX,
} from '../webhook/webhook-limits.ts'

/**
 * A verdict on a field of a definition, in any version of the interface: undefined, or a sentence that completes
 * "<field> …".
 */
type Verdict = string | undefined

/** RFC 9110, section 5.6.2: what methods and header names are made of. */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

/** The rules as regular expressions for documents: they refuse nothing good, and allow little that is bad. */
export const TOKEN_PATTERN = TOKEN.source
export const NAME_PATTERN = String.raw`^[^\S\u0000-\u001f\u007f-\u009f]*[^\s\u0000-\u001f\u007f-\u009f][^\u0000-\u001f\u007f-\u009f]*$`
export const URL_PATTERN = [
  '^[Hh][Tt][Tt][Pp][Ss]?://',
  String.raw`(?:(?:[^\s/?#\\@%\u0000-\u001f\u007f-\u009f]|%[0-9A-Fa-f]{2})*@)?`,
  String.raw`(?:\[[0-9A-Fa-f:.]+\]|(?:[^\s/?#\\@:<>\[\]^|%\u0000-\u001f\u007f-\u009f]|%[0-9A-Fa-f]{2})+)`,
  String.raw`(?::[0-9]*)?(?:[/?\\][^\s#\u0000-\u001f\u007f-\u009f]*)?$`,
].join('')
export const HEADER_VALUE_PATTERN = String.raw`^[^\u0000-\u0008\u000a-\u001f\u007f-\u009f]*$`
export const STORABLE_PATTERN = String.raw`^[^\u0000]*$`

/** 1 to 255 characters on one line, not all of them blank. Names need not be unique. */
export function checkName(name: string): Verdict {
  if (name.trim() === '') return 'must not be empty'
  return (
    tooManyCharacters(name, NAME_CHARACTERS_MAX) ??
    (/\p{Cc}/u.test(name) ? 'must be one line without control characters' : undefined) ??
    notStorable(name)
  )
}

export function checkDescription(description: string): Verdict {
  return tooManyCharacters(description, DESCRIPTION_CHARACTERS_MAX) ?? notStorable(description)
}

/**
 * Absolute http or https. Markers may stand in path and query only: a value of an alert must never decide the host,
 * port or credentials. Whether the target is allowed is checked elsewhere.
 */
export function checkUrl(url: string): Verdict {
  const verdict = tooManyCharacters(url, URL_CHARACTERS_MAX) ?? notStorable(url)
  if (verdict !== undefined) return verdict
  if (/[\p{Cc}\s]/u.test(url)) return 'must not have spaces or control characters; write a space as %20'
  // The parser forgives a missing or an additional slash; a definition must not.
  const authority = /^https?:\/\/([^/?#\\]*)/i.exec(url)?.[1]
  if (authority === undefined)
    return 'must be an absolute http or https address, such as https://hooks.example.com/alerts'
  if (hasMarker(authority)) {
    return 'may have markers in its path and query only: a value must not decide to which host or port, or with which credentials, it is sent'
  }
  if (authority === '' || authority.endsWith('@')) return 'must name a host after //'
  if (!URL.canParse(url)) return 'has a host or port that is not valid'
  if (url.includes('#')) return 'must not have a fragment (#…): it would never be sent; write a # as %23'
  return undefined
}

/** Any HTTP token, in its own case, except two that cannot be sent as an ordinary request. */
export function checkMethod(method: string): Verdict {
  if (method === '') return 'must not be empty'
  const verdict = tooManyCharacters(method, METHOD_CHARACTERS_MAX)
  if (verdict !== undefined) return verdict
  if (!TOKEN.test(method)) {
    return "must be an HTTP method such as POST: letters, digits and !#$%&'*+-.^_`|~ only (RFC 9110)"
  }
  return UNSENDABLE_METHODS.has(method.toUpperCase())
    ? `must not be ${method.toUpperCase()}, which cannot carry a payload to a receiver; use POST or PUT`
    : undefined
}

const UNSENDABLE_METHODS: ReadonlySet<string> = new Set(['CONNECT', 'TRACE'])

/** Refuses headers that the service sets itself. */
export function checkHeaderKey(key: string): Verdict {
  if (key === '') return 'must not be empty'
  const verdict = tooManyCharacters(key, HEADER_KEY_CHARACTERS_MAX)
  if (verdict !== undefined) return verdict
  if (!TOKEN.test(key)) {
    return "must be a header name such as Authorization: letters, digits and !#$%&'*+-.^_`|~ only (RFC 9110)"
  }
  if (FRAMING_HEADERS.has(key.toLowerCase())) {
    return `must not be ${key}: the service sets it itself from the address and the payload`
  }
  return OWN_HEADERS.has(key.toLowerCase())
    ? `must not be ${key}: the service sets it itself for every delivery`
    : undefined
}

const FRAMING_HEADERS: ReadonlySet<string> = new Set([
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'upgrade',
  'te',
  'trailer',
  'proxy-connection',
  'expect',
])

/** Standard Webhooks: receivers recognise repeated deliveries and the sender by them. */
const OWN_HEADERS: ReadonlySet<string> = new Set(['webhook-id', 'webhook-timestamp', 'webhook-signature'])

/** May be empty; a tab is the one control character that HTTP allows. */
export function checkHeaderValue(value: string): Verdict {
  const verdict = tooManyBytes(value, HEADER_VALUE_BYTES_MAX)
  if (verdict !== undefined) return verdict
  return /[^\P{Cc}\t]/u.test(value)
    ? 'must not have line breaks or other control characters'
    : notStorable(value)
}

/** Any text: it need not be JSON, and may be empty. */
export function checkPayloadTemplate(template: string): Verdict {
  return tooManyBytes(template, TEMPLATE_BYTES_MAX) ?? notStorable(template)
}

export function checkTimeoutMs(timeoutMs: number | null): Verdict {
  if (timeoutMs === null || (timeoutMs >= TIMEOUT_MS_MIN && timeoutMs <= TIMEOUT_MS_MAX)) return undefined
  return 'must be from 100ms to 5m, or null for the setting of the server'
}

export function checkRemindMs(remindMs: readonly number[]): Verdict {
  if (remindMs.length > REMINDERS_MAX)
    return `has ${remindMs.length} distances, but may have ${REMINDERS_MAX} at most: the last one repeats`
  const isOutside = remindMs.some((ms) => ms < REMIND_MS_MIN || ms > REMIND_MS_MAX)
  return isOutside
    ? 'must have distances from 1m to 30d, such as 1h,4h,1d, or be null for no reminders'
    : undefined
}

/** Whether the age fits the schedule is checked in `mode-rules.ts`. */
export function checkMaxAgeMs(maxAgeMs: number): Verdict {
  return maxAgeMs >= 1 && maxAgeMs <= MAX_AGE_MS_MAX
    ? undefined
    : 'must be more than 0 and at most 30d, or null for no limit'
}

export function checkFallbackAfterMs(fallbackAfterMs: number): Verdict {
  return fallbackAfterMs >= 1 && fallbackAfterMs <= FALLBACK_AFTER_MS_MAX
    ? undefined
    : 'must be more than 0 and at most 7d, or null for 15m'
}

export function checkResponseBytesMax(bytes: number | null): Verdict {
  return bytes === null || bytes <= RESPONSE_BYTES_MAX
    ? undefined
    : 'must be from 0 to 1mb, or null for the setting of the server'
}

function tooManyCharacters(text: string, max: number): Verdict {
  // A code point is one or two units long: most texts need no counting.
  if (text.length <= max || [...text].length <= max) return undefined
  return `must have at most ${max} characters`
}

function tooManyBytes(text: string, max: number): Verdict {
  const bytes = Buffer.byteLength(text)
  return bytes <= max
    ? undefined
    : `must have at most ${max / 1024} KiB (${max} bytes of UTF-8); it has ${bytes} bytes`
}

function notStorable(text: string): Verdict {
  if (text.includes('\0')) return 'must not have the character U+0000'
  return text.isWellFormed() ? undefined : 'must be valid Unicode: it has half of a surrogate pair'
}

/** Finds a known marker, or a percent sign without an encoded byte: a misspelt marker. */
function hasMarker(authority: string): boolean {
  return findMarkers(authority).length > 0 || authority.replace(/%[0-9A-Fa-f]{2}/g, '').includes('%')
}
