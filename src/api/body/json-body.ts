import { AppError } from '../../domain/errors.ts'
import { LONG_AHEAD, type Steps } from '../../domain/steps.ts'
import { findRepeatedMember } from '../../domain/template/json-syntax.ts'
import { refuseHugeJson } from './json-limits.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * The body as a JSON value; an empty one as undefined. Throws an AppError that says what is wrong with it. A lenient
 * reading lets the last of two members with one name win, as most parsers do, and leaves out what is never accepted: it must
 * not take a whole batch of alerts with it.
 */
export function* decodeJson(body: Buffer, isLenient = false): Steps<unknown> {
  if (body.length === 0) return undefined
  const { names } = refuseHugeJson(body)
  yield
  const text = decodeUtf8(body)
  yield LONG_AHEAD
  const value = parse(text)
  yield
  const count = countMembers(value, isLenient ? leaveOutForbiddenMember : refuseForbiddenMember)
  // Of two members with one name the parser keeps one: only if some are missing, it is worth the time to look for them.
  if (!isLenient && count !== names) yield* refuseRepeatedMembers(text)
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

/**
 * Of all objects in it; each that has the member which is never accepted is told. Walks without recursion: a deeply nested
 * body must not exhaust the stack. A look into the text whether it is worth the walk would take longer for some texts.
 */
function countMembers(value: unknown, onForbidden: (found: object) => void): number {
  let count = 0
  const rest: object[] = []
  const add = (child: unknown) => {
    if (typeof child === 'object' && child !== null) rest.push(child)
  }
  add(value)
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
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

function refuseForbiddenMember(): never {
  throw new AppError('invalid_request', 'The body has a member "__proto__", which is never accepted.')
}

function leaveOutForbiddenMember(found: object): void {
  Reflect.deleteProperty(found, '__proto__')
}

/** Of two members with one name the parser would drop the first in silence (RFC 8259, section 4). */
function* refuseRepeatedMembers(json: string): Steps<void> {
  const name = yield* findRepeatedMember(json)
  if (name === undefined) return
  throw new AppError(
    'invalid_request',
    `The body has the member ${JSON.stringify(name.slice(0, 100))} twice in one object; leave out one of the two.`,
  )
}
