import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Instant } from '../instant.ts'
import { isObject } from '../json-object.ts'

/**
 * Grafana's signature (its alerting library, `http/hmac.go`): HMAC-SHA256 in hexadecimal over the body, or over
 * `<seconds since 1970>:<body>` if the time is sent.
 */
export interface BodySignature {
  readonly secret: string
  /** The names of headers, as they were given. */
  readonly header: string
  /** Null: the time is neither sent nor signed, so a request can be replayed. */
  readonly timestampHeader: string | null
}

export const SIGNATURE_HEADER_DEFAULT = 'X-Grafana-Alerting-Signature'

/** The largest difference of the clocks and the transport time together. */
const AGE_MS_MAX = 5 * 60_000
const SECRET_CHARACTERS_MAX = 1_000
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/
const MEMBERS = ['secret', 'header', 'timestamp_header']

export interface SignedRequest {
  /** The bytes as they came. */
  readonly body: Uint8Array
  /** Names in lower case. */
  readonly headers: { readonly [name: string]: string | readonly string[] | undefined }
}

/** Says why a request was not signed with this secret; undefined: it was. Compares in constant time. */
export function findSignatureFault(
  { secret, header, timestampHeader }: BodySignature,
  { body, headers }: SignedRequest,
  now: Instant,
): string | undefined {
  const given = headers[header.toLowerCase()]
  if (typeof given !== 'string') {
    return `The header ${header} is missing: requests to this source must be signed with its secret.`
  }
  const timestamp = timestampHeader === null ? undefined : headers[timestampHeader.toLowerCase()]
  if (timestampHeader !== null && (typeof timestamp !== 'string' || !/^\d{1,12}$/.test(timestamp))) {
    return `The header ${timestampHeader} must be there, with the time of the signature in seconds since 1970.`
  }
  const expected = createHmac('sha256', secret)
    .update(typeof timestamp === 'string' ? `${timestamp}:` : '')
    .update(body)
    .digest('hex')
  if (!isSameText(given.trim().toLowerCase(), expected)) {
    const signed = timestampHeader === null ? 'body' : `${timestampHeader} and body`
    return `The signature in ${header} does not fit ${signed}: the sender must have the secret of this source, and nothing on the way may change the request.`
  }
  if (typeof timestamp !== 'string' || Math.abs(now - Number(timestamp) * 1000) <= AGE_MS_MAX)
    return undefined
  return `The signature was made at another time (${timestampHeader}: ${timestamp}), more than ${AGE_MS_MAX / 60_000} minutes from now: are the clocks right?`
}

function isSameText(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given, 'latin1'), Buffer.from(expected, 'latin1')]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** Reads the member `signature` of a source; undefined: absent, or a mistake was added. */
export function readBodySignature(at: string, value: unknown, mistakes: string[]): BodySignature | undefined {
  if (value === undefined) return undefined
  if (!isObject(value)) {
    mistakes.push(`${at}: must have members, at least \`secret\``)
    return undefined
  }
  for (const member of Object.keys(value).filter((member) => !MEMBERS.includes(member))) {
    mistakes.push(`${at}.${member}: is not known; known are ${MEMBERS.join(', ')}`)
  }
  const { secret, header: givenHeader, timestamp_header: givenTimestampHeader } = value
  const header = readHeaderName(`${at}.header`, givenHeader, mistakes) ?? SIGNATURE_HEADER_DEFAULT
  const timestampHeader = readHeaderName(`${at}.timestamp_header`, givenTimestampHeader, mistakes) ?? null
  if (timestampHeader?.toLowerCase() === header.toLowerCase()) {
    mistakes.push(`${at}.timestamp_header: must be another one than that of the signature, ${header}`)
  }
  // The secret itself is in no message.
  if (typeof secret !== 'string' || secret === '' || secret.length > SECRET_CHARACTERS_MAX) {
    mistakes.push(
      `${at}.secret: must be a text of 1 to ${SECRET_CHARACTERS_MAX} characters, such as \${file:/run/secrets/grafana}; a number needs quotes`,
    )
    return undefined
  }
  return { secret, header, timestampHeader }
}

function readHeaderName(at: string, value: unknown, mistakes: string[]): string | undefined {
  if (value === undefined || (typeof value === 'string' && HEADER_NAME.test(value))) return value
  mistakes.push(`${at}: must be the name of a header, such as ${SIGNATURE_HEADER_DEFAULT}`)
  return undefined
}
