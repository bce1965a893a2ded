import type { Issue } from '../errors.ts'
import { memberOf, readJson } from './json-response.ts'
import type { RecordedResponse } from './outcome.ts'
import { cutWords } from './receiver-words.ts'

/**
 * The conditions on the body of a 2xx response; all of them must hold for the delivery to count as accepted. For
 * receivers that say "failed" inside a 200. A webhook without a rule accepts any 2xx.
 */
export type ResponseRule = readonly ResponseCondition[]

export type ResponseCondition =
  /**
   * The body is JSON, and its member (`ok`, `result.code`, `errors.0.type`) has exactly this value. `null` holds for
   * a member that is null or not there.
   */
  | { readonly kind: 'json'; readonly member: string; readonly equals: ResponseValue }
  /** The body has this text somewhere, letter for letter. */
  | { readonly kind: 'contains'; readonly text: string }
  /** The body has this text nowhere. */
  | { readonly kind: 'lacks'; readonly text: string }

export type ResponseValue = string | number | boolean | null

/** Conditions of the rule for answers of one webhook. */
export const RESPONSE_CONDITIONS_MAX = 4
/** The name of a member of responses that a rule looks at. */
export const RESPONSE_MEMBER_CHARACTERS_MAX = 200
/** Names within each other by which a rule for answers finds a member. */
export const RESPONSE_MEMBER_NAMES_MAX = 8
/** A text that a rule looks for in answers. */
export const RESPONSE_TEXT_CHARACTERS_MAX = 500

/** Every mistake in a rule; `path` is where the rule stands in the caller's body. */
export function findResponseRuleIssues(rule: ResponseRule, path: string): readonly Issue[] {
  if (rule.length === 0)
    return [{ path, message: 'must have a condition, or be null: every 2xx is accepted' }]
  if (rule.length > RESPONSE_CONDITIONS_MAX) {
    return [{ path, message: `must have at most ${RESPONSE_CONDITIONS_MAX} conditions` }]
  }
  return rule.flatMap((condition, index) => findConditionIssues(condition, `${path}[${index}]`))
}

function findConditionIssues(condition: ResponseCondition, path: string): readonly Issue[] {
  if (condition.kind !== 'json') return issueAt(`${path}.${condition.kind}`, checkText(condition.text))
  const { member, equals } = condition
  return [...issueAt(`${path}.member`, checkMember(member)), ...issueAt(`${path}.equals`, checkValue(equals))]
}

function issueAt(path: string, message: string | undefined): readonly Issue[] {
  return message === undefined ? [] : [{ path, message }]
}

/** Names joined by dots; the entries of an array have numbers for names. */
function checkMember(member: string): string | undefined {
  if ([...member].length > RESPONSE_MEMBER_CHARACTERS_MAX) {
    return `must have at most ${RESPONSE_MEMBER_CHARACTERS_MAX} characters`
  }
  const names = member.split('.')
  if (names.length > RESPONSE_MEMBER_NAMES_MAX)
    return `must go at most ${RESPONSE_MEMBER_NAMES_MAX} levels deep`
  if (names.includes('') || /[\p{Cc}\p{Cs}]/u.test(member)) {
    return 'must name a member of the response, such as ok, or result.code for one inside another'
  }
  return undefined
}

function checkValue(value: ResponseValue): string | undefined {
  if (typeof value === 'number' && !Number.isFinite(value)) return 'must be a number that JSON can hold'
  return typeof value === 'string' ? checkStorable(value) : undefined
}

function checkText(text: string): string | undefined {
  return text === '' ? 'must not be empty' : checkStorable(text)
}

function checkStorable(text: string): string | undefined {
  if ([...text].length > RESPONSE_TEXT_CHARACTERS_MAX) {
    return `must have at most ${RESPONSE_TEXT_CHARACTERS_MAX} characters`
  }
  if (text.includes('\0')) return 'must not have the character U+0000'
  return text.isWellFormed() ? undefined : 'must be valid Unicode: it has half of a surrogate pair'
}

/**
 * Why the response breaks the rule, to follow "HTTP 200, but ": `ok is false`. Undefined: every condition holds. What
 * cannot be known, because the end of the body was cut off, does not hold.
 */
export function findResponseFault(rule: ResponseRule, response: RecordedResponse): string | undefined {
  for (const condition of rule) {
    const fault =
      condition.kind === 'json' ? findJsonFault(condition, response) : findTextFault(condition, response)
    if (fault !== undefined) return fault
  }
  return undefined
}

type JsonCondition = Extract<ResponseCondition, { readonly kind: 'json' }>
type TextCondition = Exclude<ResponseCondition, JsonCondition>

function findJsonFault({ member, equals }: JsonCondition, response: RecordedResponse): string | undefined {
  const json = readJson(response)
  if (json === undefined) {
    if (response.bodyTruncated) return 'the body is longer than what is kept, so it cannot be read as JSON'
    return response.body === '' ? 'the body is empty' : 'the body is not JSON'
  }
  const value = member.split('.').reduce(memberOf, json.value)
  if (equals === null ? value === null || value === undefined : value === equals) return undefined
  return `${member} is ${describeValue(value)}`
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
