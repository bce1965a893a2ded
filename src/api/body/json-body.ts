import { AppError } from '../../domain/errors.ts'
import { LONG_AHEAD, type Steps } from '../../domain/steps.ts'
import { findRepeatedMember } from '../../domain/template/json-syntax.ts'
import { writtenNumber, type WrittenNumber } from '../../domain/json-object.ts'
import { warnOfBody } from '../../intake/reading/body.ts'
import { systemChance } from '../../runtime/clock.ts'
import { refuseHugeJson } from './json-limits.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Programs on Windows write it and name no charset. Every sequence of bytes is a text in it. */
const USUAL_CHARSET = 'windows-1252'

interface DecodedText {
  readonly text: string
  /** The charset by which the bytes were read; undefined: they are UTF-8. */
  readonly charset: string | undefined
}

/** Reads bytes as UTF-8, or else by the named charset, or else as windows-1252. Never throws. */
export function decodeText(bytes: Uint8Array, named: string | undefined): DecodedText {
  const text = decodeUtf8(bytes)
  if (text !== undefined) return { text, charset: undefined }
  const decoder = decoderOf(named)
  return { text: decoder.decode(bytes), charset: decoder.encoding }
}

/** Returns undefined for bytes that are no UTF-8. */
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

const QUOTE = 0x22
const BACKSLASH = 0x5c
const MINUS = 0x2d
const PLUS = 0x2b
const DOT = 0x2e
const ZERO = 0x30
const NINE = 0x39

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
/** JavaScript writes every whole number of up to so many digits as it came. */
const SAFE_DIGITS = 15

/** Senders cannot know this prefix, so no text of theirs begins with it. */
const NUMBER_PREFIX = `written number ${systemChance.uuid()} `

/**
 * Reads a body as a JSON value, an empty one as undefined. Throws an AppError that says what is wrong with the body.
 */
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
  // Of two members with one name the parser keeps one: only if some are missing, it is worth the time to look for them.
  if (count !== names) yield* refuseRepeatedMembers(text)
  return value
}

const NOT_UTF8 =
  'The body is not valid UTF-8. Send it as UTF-8: Windows PowerShell does with `-Body ([Text.Encoding]::UTF8.GetBytes($json))`, and `iconv -f WINDOWS-1252 -t UTF-8` converts a file.'

/**
 * Reads the body of a monitor, which nobody can correct. The last of two members with one name wins, as with most
 * parsers; a forbidden member is left out, so that one alert does not cost the batch; numbers stay as they were
 * written; a body that is no UTF-8 is read by the named charset, or else as windows-1252, and gets a warning
 * (`bodyWarning`).
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
 * Counts the members of all objects, and reports each object with the member that is never accepted. It needs no
 * recursion: a deeply nested body must not exhaust the stack. To search the text first would take longer for some
 * texts.
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

/** Replaces prefixed numbers among the members of a list or an object. */
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

/** Refuses two members of one name, of which the parser would drop the first in silence (RFC 8259, section 4). */
function* refuseRepeatedMembers(json: string): Steps<void> {
  const name = yield* findRepeatedMember(json)
  if (name === undefined) return
  throw new AppError(
    'invalid_request',
    `The body has the member ${JSON.stringify(name.slice(0, 100))} twice in one object; leave out one of the two.`,
  )
}

/**
 * Makes each number that JavaScript would write in another way a prefixed string, from which `toWrittenNumber` makes
 * a number that stays as it was written. Returns the same bytes if no number needs it.
 */
function markWrittenNumbers(json: Buffer): Buffer {
  const pieces: Buffer[] = []
  let copied = 0
  for (let offset = 0; offset < json.length; offset += 1) {
    const byte = json[offset]!
    if (byte === QUOTE) offset = stringEnd(json, offset)
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

/** Returns undefined for a value that `markWrittenNumbers` did not make. */
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

/** Finds the quote that ends the string which begins at `start`. */
function stringEnd(json: Buffer, start: number): number {
  let offset = start + 1
  while (offset < json.length && json[offset] !== QUOTE) offset += json[offset] === BACKSLASH ? 2 : 1
  return offset
}
