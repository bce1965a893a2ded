import { AppError } from '../../domain/errors.ts'
import { LONG_AHEAD, type Steps } from '../../domain/steps.ts'
import { findRepeatedMember } from '../../domain/template/json-syntax.ts'
import { writtenNumber, type WrittenNumber } from '../../domain/json-object.ts'
import { warnOfBody } from '../../intake/reading/dialect.ts'
import { systemChance } from '../../runtime/clock.ts'
import { findStringEnd, QUOTE, refuseHugeJson } from './json-limits.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Common on Windows, where programs name no charset; decodes any bytes. */
const USUAL_CHARSET = 'windows-1252'

interface DecodedText {
  readonly text: string
  /** The charset used; undefined: UTF-8. */
  readonly charset: string | undefined
}

/** Decodes UTF-8, or else the named charset, or else windows-1252. Never throws. */
export function decodeText(bytes: Uint8Array, named: string | undefined): DecodedText {
  const text = decodeUtf8(bytes)
  if (text !== undefined) return { text, charset: undefined }
  const decoder = decoderOf(named)
  return { text: decoder.decode(bytes), charset: decoder.encoding }
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}

/** Warns the sender how its text was read; each alert of the body shows it. */
export function encodingWarning(charset: string): string {
  return `The report is not in UTF-8 and was read as ${charset}; let its sender write UTF-8, or name its charset in Content-Type.`
}

function decoderOf(named: string | undefined): InstanceType<typeof TextDecoder> {
  try {
    // A sender may name UTF-8 and send something else.
    const decoder = new TextDecoder(named ?? USUAL_CHARSET)
    return decoder.encoding === 'utf-8' ? new TextDecoder(USUAL_CHARSET) : decoder
  } catch {
    return new TextDecoder(USUAL_CHARSET)
  }
}

const MINUS = 0x2d
const PLUS = 0x2b
const DOT = 0x2e
const ZERO = 0x30
const NINE = 0x39

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
/** JavaScript keeps every whole number of up to this many digits. */
const SAFE_DIGITS = 15

/** Secret, so no text of a sender begins with it. */
const NUMBER_PREFIX = `written number ${systemChance.uuid()} `

/** Decodes a JSON value; undefined for an empty body. Throws an AppError that says what is wrong with it. */
export function* decodeJson(body: Buffer): Steps<unknown> {
  if (body.length === 0) return undefined
  const { names } = refuseHugeJson(body)
  yield
  const text = decodeUtf8(body)
  if (text === undefined) throw new AppError('invalid_request', NOT_UTF8)
  yield LONG_AHEAD
  const value = parse(text)
  yield
  const count = countMembers(value, refuseForbiddenMember)
  // The parser drops equal names, so only a missing count makes it worth searching for them.
  if (count !== names) yield* refuseRepeatedMembers(text)
  return value
}

const NOT_UTF8 =
  'The body is not valid UTF-8. Send it as UTF-8: Windows PowerShell does with `-Body ([Text.Encoding]::UTF8.GetBytes($json))`, and `iconv -f WINDOWS-1252 -t UTF-8` converts a file.'

/**
 * Decodes the body of a monitor, which nobody can correct: the last of equal names wins, a forbidden member
 * is left out, numbers keep their spelling; other bytes than UTF-8 are read by the named charset or as
 * windows-1252, with a warning (`bodyWarning`).
 */
export function* decodeForeignJson(body: Buffer, charset: string | undefined): Steps<unknown> {
  if (body.length === 0) return undefined
  refuseHugeJson(body)
  yield
  const marked = markWrittenNumbers(body)
  yield
  const { text, charset: other } = decodeText(marked, charset)
  yield LONG_AHEAD
  const value = parse(text)
  yield
  countMembers(value, leaveOutForbiddenMember, marked !== body)
  if (other !== undefined) warnOfBody(value, encodingWarning(other))
  return (marked !== body && toWrittenNumber(value)) || value
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new AppError('invalid_request', `The body is not valid JSON: ${(error as Error).message}.`, {
      cause: error,
    })
  }
}

/**
 * Counts the members of all objects, and reports each object with a forbidden one. No recursion: nesting must not
 * exhaust the stack.
 */
function countMembers(
  value: unknown,
  onForbidden: (found: object) => void,
  hasWrittenNumbers = false,
): number {
  let count = 0
  const rest: object[] = []
  const add = (child: unknown) => {
    if (typeof child === 'object' && child !== null) rest.push(child)
  }
  add(value)
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (hasWrittenNumbers) putWrittenNumbers(next as Record<string, unknown>)
    if (Array.isArray(next)) next.forEach(add)
    else {
      if (Object.hasOwn(next, '__proto__')) onForbidden(next)
      const children = Object.values(next)
      count += children.length
      children.forEach(add)
    }
  }
  return count
}

function putWrittenNumbers(holder: Record<string, unknown>): void {
  for (const name of Object.keys(holder)) {
    const number = toWrittenNumber(holder[name])
    if (number && name !== '__proto__') holder[name] = number
  }
}

function refuseForbiddenMember(): never {
  throw new AppError('invalid_request', 'The body has a member "__proto__", which is never accepted.')
}

function leaveOutForbiddenMember(found: object): void {
  Reflect.deleteProperty(found, '__proto__')
}

/** Refuses equal names, of which the parser would silently drop the first (RFC 8259, section 4). */
function* refuseRepeatedMembers(json: string): Steps<void> {
  const name = yield* findRepeatedMember(json)
  if (name === undefined) return
  throw new AppError(
    'invalid_request',
    `The body has the member ${JSON.stringify(name.slice(0, 100))} twice in one object; leave out one of the two.`,
  )
}

/**
 * Replaces each number that JavaScript would spell differently by a prefixed string, which `toWrittenNumber` restores.
 * Returns the same bytes without such numbers.
 */
function markWrittenNumbers(json: Buffer): Buffer {
  const pieces: Buffer[] = []
  let copied = 0
  for (let offset = 0; offset < json.length; offset += 1) {
    const byte = json[offset]!
    if (byte === QUOTE) offset = findStringEnd(json, offset)
    else if (isDigit(byte) || byte === MINUS) {
      const end = numberEnd(json, offset)
      if (isWrittenOtherwise(json, offset, end)) {
        pieces.push(
          json.subarray(copied, offset),
          Buffer.from(`"${NUMBER_PREFIX}${json.toString('latin1', offset, end)}"`),
        )
        copied = end
      }
      offset = end - 1
    }
  }
  return pieces.length === 0 ? json : Buffer.concat([...pieces, json.subarray(copied)])
}

/** Returns undefined for what `markWrittenNumbers` did not make. */
function toWrittenNumber(value: unknown): WrittenNumber | undefined {
  return typeof value === 'string' && value.startsWith(NUMBER_PREFIX)
    ? writtenNumber(value.slice(NUMBER_PREFIX.length))
    : undefined
}

function isWrittenOtherwise(json: Buffer, start: number, end: number): boolean {
  let isPlain = end - start <= SAFE_DIGITS && json[start] !== MINUS
  for (let offset = start; isPlain && offset < end; offset += 1) isPlain = isDigit(json[offset]!)
  if (isPlain) return false
  const text = json.toString('latin1', start, end)
  return String(Number(text)) !== text && NUMBER.test(text)
}

function numberEnd(json: Buffer, start: number): number {
  let offset = start + 1
  while (offset < json.length && isOfNumber(json[offset]!)) offset += 1
  return offset
}

function isOfNumber(byte: number): boolean {
  return isDigit(byte) || byte === DOT || byte === MINUS || byte === PLUS || (byte | 0x20) === 0x65
}

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= NINE
}
