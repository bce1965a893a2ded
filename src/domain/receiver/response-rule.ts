import type { Issue } from '../errors.ts'
import { measurePattern } from '../matching/pattern.ts'

/**
 * The conditions on a 2xx response; all of them must hold for the delivery to count as accepted. For receivers that say
 * "failed" inside a 200, and for pages that answer in their place. A webhook without a rule accepts any 2xx.
 */
export type ResponseRule = readonly ResponseCondition[]

export type ResponseCondition =
  /** The status, the media type, or the whole body is this text, is not it, or matches a pattern as a whole. */
  | {
      readonly kind: 'part'
      readonly part: ResponsePart
      readonly operator: PartOperator
      readonly value: string
    }
  /**
   * The body is JSON, and its member (`ok`, `result.code`, `errors.0.type`) has exactly this value. `null` holds for
   * a member that is null or not there.
   */
  | { readonly kind: 'json'; readonly member: string; readonly equals: ResponseValue }
  /** The body is JSON, and its member is a text or a number that matches a pattern as a whole. */
  | { readonly kind: 'json_matches'; readonly member: string; readonly pattern: string }
  /** The body has this text somewhere, letter for letter. */
  | { readonly kind: 'contains'; readonly text: string }
  /** The body has this text nowhere. */
  | { readonly kind: 'lacks'; readonly text: string }

export const RESPONSE_PARTS = ['status', 'content_type', 'body'] as const
export type ResponsePart = (typeof RESPONSE_PARTS)[number]

export const PART_OPERATORS = ['equals', 'not_equals', 'matches'] as const
export type PartOperator = (typeof PART_OPERATORS)[number]

export type PartCondition = Extract<ResponseCondition, { readonly kind: 'part' }>

export type ResponseValue = string | number | boolean | null

/** Conditions of the rule for answers of one webhook. */
export const RESPONSE_CONDITIONS_MAX = 4
/** The name of a member of responses that a rule looks at. */
export const RESPONSE_MEMBER_CHARACTERS_MAX = 200
/** Names within each other by which a rule for answers finds a member. */
export const RESPONSE_MEMBER_NAMES_MAX = 8
/** A text that a rule looks for in answers, or a pattern. */
export const RESPONSE_TEXT_CHARACTERS_MAX = 500
/** Characters of a body or member that a pattern looks at; a longer one does not match. */
export const RESPONSE_PATTERN_VALUE_CHARACTERS_MAX = 2_048
/** Instructions of all patterns of a rule together: so many steps for each character, at most. */
export const RESPONSE_PATTERNS_INSTRUCTIONS_MAX = 250

/** Every mistake in a rule; `path` is where the rule stands in the caller's body. */
export function findResponseRuleIssues(rule: ResponseRule, path: string): readonly Issue[] {
  if (rule.length === 0)
    return [{ path, message: 'must have a condition, or be null: every 2xx is accepted' }]
  if (rule.length > RESPONSE_CONDITIONS_MAX) {
    return [{ path, message: `must have at most ${RESPONSE_CONDITIONS_MAX} conditions` }]
  }
  const issues = rule.flatMap((condition, index) => findConditionIssues(condition, `${path}[${index}]`))
  return issues.length > 0 ? issues : issueAt(path, checkInstructions(rule))
}

function findConditionIssues(condition: ResponseCondition, path: string): readonly Issue[] {
  switch (condition.kind) {
    case 'part':
      return issueAt(`${path}.${condition.operator}`, checkPart(condition))
    case 'json': {
      const { member, equals } = condition
      return [
        ...issueAt(`${path}.member`, checkMember(member)),
        ...issueAt(`${path}.equals`, checkValue(equals)),
      ]
    }
    case 'json_matches': {
      const { member, pattern } = condition
      return [
        ...issueAt(`${path}.member`, checkMember(member)),
        ...issueAt(`${path}.matches`, checkPattern(pattern)),
      ]
    }
    default:
      return issueAt(`${path}.${condition.kind}`, checkText(condition.text))
  }
}

function issueAt(path: string, message: string | undefined): readonly Issue[] {
  return message === undefined ? [] : [{ path, message }]
}

function checkPart({ part, operator, value }: PartCondition): string | undefined {
  if (operator === 'matches') return checkPattern(value)
  switch (part) {
    case 'status':
      return /^2\d\d$/.test(value)
        ? undefined
        : 'must be a status from 200 to 299, such as 202: the rule looks at no other response'
    case 'content_type':
      return /^[a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+-]+$/.test(value) &&
        value.length <= RESPONSE_TEXT_CHARACTERS_MAX
        ? undefined
        : 'must be a media type in lower case without parameters, such as application/json'
    case 'body':
      if (value !== trimBody(value))
        return 'must not begin or end with white space: none counts around a body'
      return checkStorable(value)
  }
}

/** Removes what servers add around a body: a byte order mark, blanks, line ends. */
export function trimBody(body: string): string {
  return body.replace(/^\ufeff/, '').trim()
}

function checkPattern(pattern: string): string | undefined {
  const mistake = checkText(pattern)
  if (mistake !== undefined) return mistake
  const measured = measurePattern(pattern)
  return 'mistake' in measured ? `must be a pattern: ${measured.mistake}` : undefined
}

function checkInstructions(rule: ResponseRule): string | undefined {
  const instructions = rule.flatMap(patternOf).reduce((sum, pattern) => {
    const measured = measurePattern(pattern)
    return 'mistake' in measured ? sum : sum + measured.size
  }, 0)
  if (instructions <= RESPONSE_PATTERNS_INSTRUCTIONS_MAX) return undefined
  return `has patterns of ${instructions} instructions, and ${RESPONSE_PATTERNS_INSTRUCTIONS_MAX} are allowed; use smaller repetitions, or texts with | between them`
}

function patternOf(condition: ResponseCondition): readonly string[] {
  if (condition.kind === 'json_matches') return [condition.pattern]
  return condition.kind === 'part' && condition.operator === 'matches' ? [condition.value] : []
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
