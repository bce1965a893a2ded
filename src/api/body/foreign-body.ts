import { gunzip } from 'node:zlib'
import { promisify } from 'node:util'
import { AppError } from '../../domain/errors.ts'
import type { Steps } from '../../domain/steps.ts'
import { freeBuffer } from './body-memory.ts'
import { warnOfBody } from '../../intake/reading/dialect.ts'
import { charsetOf } from '../../domain/template/body-charset.ts'
import { decodeForeignJson, decodeText, encodingWarning } from './json-body.ts'

const unzip = promisify(gunzip)

/** Fields of one form; a monitor's macros are a few dozen. */
export const FORM_FIELDS_MAX = 1_000

/** Bytes of one form, after unpacking; a monitor's macros are a few kilobytes. */
export const FORM_BYTES_MAX = 256 * 1024

/** Above Node.js's default, because each piece is a round trip to a thread. */
const UNPACKED_PIECE_BYTES = 128 * 1024

export interface ForeignBody {
  readonly contentType: string | undefined
  readonly contentEncoding: string | undefined
  /** Bytes after unpacking. */
  readonly bytesMax: number
  /** Called with the size after unpacking; may throw. */
  readonly onUnpacked: (bytes: number) => void
}

/** Works on these bytes after earlier ones, usually at once. */
export type InTurn = (bytes: Buffer, steps: Steps<unknown>) => unknown

/**
 * Decodes the body of a foreign sender: JSON whatever its type says, a form as an object of texts, or
 * either in gzip. An empty body is undefined. Throws as `decodeJson` does.
 */
export function decodeForeign(body: Buffer, about: ForeignBody, inTurn: InTurn): unknown {
  return isGzip(about.contentEncoding)
    ? decodePacked(body, about, inTurn)
    : inTurn(body, decodePlain(body, about))
}

async function decodePacked(body: Buffer, about: ForeignBody, inTurn: InTurn): Promise<unknown> {
  const plain = await unpack(body, about)
  try {
    return await inTurn(plain, decodePlain(plain, about))
  } finally {
    freeBuffer(plain)
  }
}

function* decodePlain(plain: Buffer, { contentType }: ForeignBody): Steps<unknown> {
  const charset = charsetOf(contentType)
  return isForm(plain, contentType) ? decodeForm(plain, charset) : yield* decodeForeignJson(plain, charset)
}

export function isGzip(contentEncoding: string | undefined): boolean {
  return contentEncoding !== undefined && ['gzip', 'x-gzip'].includes(contentEncoding.trim().toLowerCase())
}

async function unpack(body: Buffer, { bytesMax, onUnpacked }: ForeignBody): Promise<Buffer> {
  const plain = await unzip(body, { maxOutputLength: bytesMax, chunkSize: UNPACKED_PIECE_BYTES }).catch(
    (error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
        throw new AppError(
          'payload_too_large',
          'The body is too large once it is unpacked; TOCSIN_BODY_SIZE_MAX sets the limit.',
          { cause: error },
        )
      }
      throw new AppError(
        'invalid_request',
        'The body is said to be packed by gzip, but cannot be unpacked.',
        {
          cause: error,
        },
      )
    },
  )
  onUnpacked(plain.length)
  return plain
}

function isForm(body: Buffer, contentType: string | undefined): boolean {
  if (!/^\s*application\/x-www-form-urlencoded\b/i.test(contentType ?? '')) return false
  return /^\s*[^\s[{]/.test(body.subarray(0, 100).toString('latin1'))
}

/**
 * Reads a form; the last of equal names wins, as in JSON. Plugins write any bytes, so each text is decoded by itself;
 * one that is not UTF-8 adds a warning (`bodyWarning`).
 */
function decodeForm(body: Buffer, charset: string | undefined): Readonly<Record<string, string>> {
  refuseLargeForm(body)
  let other: string | undefined
  const decode = (text: string) => {
    const decoded = decodeText(percentDecode(text), charset)
    other ??= decoded.charset
    return decoded.text
  }
  const pairs = body
    .toString('latin1')
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', ...value] = pair.split('=')
      return [decode(name), decode(value.join('='))] as const
    })
  const form = Object.fromEntries(pairs.filter(([name]) => name !== '__proto__'))
  if (other !== undefined) warnOfBody(form, encodingWarning(other))
  return form
}

/** Decodes one name or value (https://url.spec.whatwg.org/#urlencoded-parsing); each character of `text` is a byte. */
function percentDecode(text: string): Buffer {
  if (!/[%+]/.test(text)) return Buffer.from(text, 'latin1')
  const plain = text
    .replaceAll('+', ' ')
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(plain, 'latin1')
}

/** Checked before parsing: Node.js takes quadratic time for fields without `=` (10 s for a megabyte). */
function refuseLargeForm(body: Buffer): void {
  if (body.length > FORM_BYTES_MAX) {
    throw new AppError(
      'payload_too_large',
      `The form has ${body.length} bytes, but may have ${FORM_BYTES_MAX} at most (after unpacking); send it as JSON.`,
    )
  }
  if (hasMoreFieldsThan(body, FORM_FIELDS_MAX)) {
    throw new AppError(
      'payload_too_large',
      `The form has more than ${FORM_FIELDS_MAX} fields; send fewer, or send it as JSON.`,
    )
  }
}

function hasMoreFieldsThan(body: Buffer, max: number): boolean {
  let count = 1
  for (let at = body.indexOf('&'); at !== -1; at = body.indexOf('&', at + 1)) {
    count += 1
    if (count > max) return true
  }
  return false
}
