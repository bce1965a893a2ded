import { compilePattern, type Pattern } from '../pattern/pattern.ts'
import { trimBody } from './response-rule-issues.ts'
import type { RecordedResponse } from './outcome.ts'
import { contentTypesOf, cutWords, isWebPage, memberOf, readJson } from './read-response.ts'
import type { PartCondition, ResponseCondition, ResponseRule } from './response-rule.ts'
import { RESPONSE_PATTERN_VALUE_CHARACTERS_MAX, wantsNoWebPage } from './response-rule.ts'

/**
 * Says how the response breaks the rule, to follow "HTTP 200, but ": `ok is false`. A condition on a body that was cut
 * off does not hold if the missing end matters.
 */
export function findResponseFault(rule: ResponseRule, response: RecordedResponse): string | undefined {
  for (const condition of rule) {
    const fault = findFault(condition, response)
    if (fault !== undefined) return fault
  }
  return undefined
}

const OK = 200

/** A page of proxies and identity providers for visitors who are not logged in; several of its words contain "ok". */
const LOGIN_PAGE: RecordedResponse = {
  status: OK,
  headers: [['Content-Type', 'text/html; charset=utf-8']],
  body: '<!doctype html><title>Sign in</title><form>Look: cookies and a token are needed. <input name="user"></form>',
  bodyTruncated: false,
}

/** Tells whether a webhook with this rule takes a login page for a delivery. */
export function acceptsLoginPage(rule: ResponseRule | null): boolean {
  return rule === null || findResponseFault(rule, LOGIN_PAGE) === undefined
}

function findFault(condition: ResponseCondition, response: RecordedResponse): string | undefined {
  switch (condition.kind) {
    case 'part':
      return findPartFault(condition, response)
    case 'json':
    case 'json_matches':
      return findJsonFault(condition, response)
    default:
      return findTextFault(condition, response)
  }
}

function findPartFault(condition: PartCondition, response: RecordedResponse): string | undefined {
  switch (condition.part) {
    case 'status':
      return holds(condition, String(response.status)) ? undefined : expectedBy(condition)
    case 'content_type': {
      const found = contentTypesOf(response).find((type) => !holds(condition, type))
      if (found === undefined) return wantsNoWebPage(condition) ? findPageFault(response) : undefined
      return `the content type is ${found === '' ? 'missing' : cutWords(found)}, ${expectedBy(condition)}`
    }
    case 'body':
      return findBodyFault(condition, response)
  }
}

/** Many servers give their pages no type, or a wrong one: a rule against `text/html` means all of them. */
function findPageFault(response: RecordedResponse): string | undefined {
  return isWebPage(response) ? 'it is a page for a browser' : undefined
}

function findBodyFault(
  condition: PartCondition,
  { body, bodyTruncated }: RecordedResponse,
): string | undefined {
  if (bodyTruncated) return 'the body is longer than what is kept, so it cannot be compared as a whole'
  const whole = trimBody(body)
  if (condition.operator === 'matches' && isTooLong(condition, whole)) return `the body ${TOO_LONG}`
  if (holds(condition, whole)) return undefined
  if (condition.operator === 'not_equals') return `the body is ${JSON.stringify(cutWords(whole))}`
  return whole === '' ? 'the body is empty' : `the body is ${wantedBy(condition)}`
}

/** Completes "the body is …". */
function wantedBy(condition: PartCondition): string {
  const quoted = JSON.stringify(cutWords(condition.value))
  if (condition.value === '') return 'not empty'
  return condition.operator === 'equals' ? `not ${quoted}` : `nothing that matches ${quoted}`
}

function expectedBy({ operator, value }: PartCondition): string {
  if (operator === 'not_equals') return 'expected another'
  return operator === 'equals' ? `expected ${value}` : expectedMatch(value)
}

function expectedMatch(pattern: string): string {
  return `expected one that matches ${JSON.stringify(cutWords(pattern))}`
}

function holds(condition: PartCondition, found: string): boolean {
  switch (condition.operator) {
    case 'equals':
      return found === condition.value
    case 'not_equals':
      return found !== condition.value
    case 'matches':
      return patternOf(condition, condition.value).matches(found)
  }
}

type JsonCondition = Extract<ResponseCondition, { readonly kind: 'json' | 'json_matches' }>
type TextCondition = Extract<ResponseCondition, { readonly text: string }>

function findJsonFault(condition: JsonCondition, response: RecordedResponse): string | undefined {
  const json = readJson(response)
  if (json === undefined) {
    if (response.bodyTruncated) return 'the body is longer than what is kept, so it cannot be read as JSON'
    return response.body === '' ? 'the body is empty' : 'the body is not JSON'
  }
  const { member } = condition
  const value = member.split('.').reduce(memberOf, json.value)
  if (condition.kind === 'json_matches') return findMemberFault(condition, value)
  const { equals } = condition
  if (equals === null ? value === null || value === undefined : value === equals) return undefined
  return `${member} is ${describeValue(value)}`
}

function findMemberFault(
  condition: Extract<JsonCondition, { readonly kind: 'json_matches' }>,
  value: unknown,
): string | undefined {
  const { member, pattern } = condition
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string') return `${member} is ${describeValue(value)}`
  if (isTooLong(condition, text)) return `${member} ${TOO_LONG}`
  if (patternOf(condition, pattern).matches(text)) return undefined
  return `${member} is ${describeValue(value)}, ${expectedMatch(pattern)}`
}

const TOO_LONG = `has more than ${RESPONSE_PATTERN_VALUE_CHARACTERS_MAX} characters, which a pattern does not look at`

/** Texts and beginnings are compared at any length; other patterns take time for each character. */
function isTooLong(condition: PartCondition | JsonCondition, value: string): boolean {
  if (value.length <= RESPONSE_PATTERN_VALUE_CHARACTERS_MAX) return false
  const text =
    condition.kind === 'json_matches' ? condition.pattern : condition.kind === 'part' ? condition.value : ''
  return patternOf(condition, text).instructions > 0
}

/** Compiled patterns, as long as the webhook's definition is in memory. */
const compiled = new WeakMap<ResponseCondition, Pattern>()

function patternOf(condition: ResponseCondition, text: string): Pattern {
  const known = compiled.get(condition)
  if (known !== undefined) return known
  const pattern = compilePattern(text, RESPONSE_PATTERN_VALUE_CHARACTERS_MAX)
  compiled.set(condition, pattern)
  return pattern
}

function findTextFault({ kind, text }: TextCondition, { body, bodyTruncated }: RecordedResponse) {
  const isThere = body.includes(text)
  const quoted = JSON.stringify(cutWords(text))
  if (kind === 'contains') {
    if (isThere) return undefined
    if (bodyTruncated) return `${quoted} is not in what is kept of the body`
    return body === '' ? 'the body is empty' : `the body lacks ${quoted}`
  }
  if (isThere) return `the body has ${quoted}`
  return bodyTruncated ? `the body is longer than what is kept, so it may have ${quoted}` : undefined
}

function describeValue(value: unknown): string {
  if (value === undefined) return 'not there'
  if (typeof value === 'string') return JSON.stringify(cutWords(value))
  if (typeof value !== 'object' || value === null) return String(value)
  return Array.isArray(value) ? 'an array' : 'an object'
}
