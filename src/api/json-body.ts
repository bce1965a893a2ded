import { AppError } from '../domain/errors.ts'
import { findRepeatedMember } from '../domain/json-syntax.ts'
import { refuseHugeJson } from './json-limits.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** A quick look whether the walk below is worth it: the name itself, or an escape that may hide it. */
const FORBIDDEN_MEMBERS = /__proto__|\\u/

/**
 * The body as a JSON value; an empty one as undefined. Throws an AppError that says what is wrong with it. A lenient
 * reading lets the last of two members with one name win, as most parsers do, and leaves out what is never accepted: it must
 * not take a whole batch of alerts with it.
 */
export function decodeJson(body: Buffer, isLenient = false): unknown {
  if (body.length === 0) return undefined
  refuseHugeJson(body)
  const text = decodeUtf8(body)
  const value = parse(text)
  if (FORBIDDEN_MEMBERS.test(text)) {
    eachWithForbiddenMember(value, isLenient ? leaveOutForbiddenMember : refuseForbiddenMember)
  }
  if (!isLenient) refuseRepeatedMembers(text)
  return value
}

function decodeUtf8(body: Buffer): string {
  try {
    return utf8.decode(body)
  } catch {
    throw new AppError('invalid_request', 'The body is not valid UTF-8.')
  }
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

/** Walks without recursion: a deeply nested body must not exhaust the stack. */
function eachWithForbiddenMember(value: unknown, act: (found: object) => void): void {
  const rest: unknown[] = [value]
  while (rest.length > 0) {
    const next = rest.pop()
    if (typeof next !== 'object' || next === null) continue
    if (Object.hasOwn(next, '__proto__')) act(next)
    for (const child of Object.values(next)) rest.push(child)
  }
}

function refuseForbiddenMember(): never {
  throw new AppError('invalid_request', 'The body has a member "__proto__", which is never accepted.')
}

function leaveOutForbiddenMember(found: object): void {
  Reflect.deleteProperty(found, '__proto__')
}

/** Of two members with one name the parser would drop the first in silence (RFC 8259, section 4). */
function refuseRepeatedMembers(json: string): void {
  const name = findRepeatedMember(json)
  if (name === undefined) return
  throw new AppError(
    'invalid_request',
    `The body has the member ${JSON.stringify(name.slice(0, 100))} twice in one object; leave out one of the two.`,
  )
}
