import { AppError } from '../../domain/errors.ts'
import { warnOfBody } from '../../intake/reading/body-warnings.ts'
import { LONG_AHEAD, type Steps } from '../../domain/steps.ts'
import { findRepeatedMember } from '../../domain/template/json-syntax.ts'
import { decodeText, decodeUtf8, encodingWarning } from './charset.ts'
import { refuseHugeJson } from './json-limits.ts'
import { markWrittenNumbers, toWrittenNumber } from './written-numbers.ts'

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

/** Replaces marked numbers among the members of a list or an object. */
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
