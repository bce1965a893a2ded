import { type Issue, issueAt } from '../errors.ts'
import { measurePattern } from '../pattern/pattern.ts'
import {
  type PartCondition,
  RESPONSE_CONDITIONS_MAX,
  RESPONSE_MEMBER_CHARACTERS_MAX,
  RESPONSE_MEMBER_NAMES_MAX,
  RESPONSE_PATTERNS_INSTRUCTIONS_MAX,
  RESPONSE_TEXT_CHARACTERS_MAX,
  type ResponseCondition,
  type ResponseRule,
  type ResponseValue,
} from './response-rule.ts'

/** Finds every mistake in a rule; `path` is that of the rule in the request. */
export function findResponseRuleIssues(rule: ResponseRule, path: string): readonly Issue[] {
  if (rule.length === 0)
    return [{ path, message: 'must have a condition, or be null: every 2xx is accepted' }]
  if (rule.length > RESPONSE_CONDITIONS_MAX) {
    return [{ path, message: `must have at most ${RESPONSE_CONDITIONS_MAX} conditions` }]
  }
  const issues = rule.flatMap((condition, index) => findConditionIssues(condition, `${path}[${index}]`))
  return issues.length > 0 ? issues : issueAt(path, checkInstructions(rule) ?? findContradiction(rule))
}

/** Finds two conditions that no response meets together: every notification would be retried in vain. */
function findContradiction(rule: ResponseRule): string | undefined {
  for (const [index, condition] of rule.entries()) {
    const earlier = rule.slice(0, index).findIndex((other) => contradict(other, condition))
    if (earlier !== -1)
      return `has the conditions ${earlier + 1} and ${index + 1}, which no response meets together; for one of several values write matches, such as "matches": "200|202"`
  }
  return undefined
}

function contradict(one: ResponseCondition, other: ResponseCondition): boolean {
  if (one.kind === 'json' && other.kind === 'json')
    return one.member === other.member && one.equals !== other.equals
  if (one.kind !== 'part' || other.kind !== 'part' || one.part !== other.part) return false
  if (one.operator === 'equals' && other.operator === 'equals') return one.value !== other.value
  const isOpposite =
    (one.operator === 'equals' && other.operator === 'not_equals') ||
    (one.operator === 'not_equals' && other.operator === 'equals')
  return isOpposite && one.value === other.value
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
  return 'mistake' in measured ? measured.mistake : undefined
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

/** Names joined by dots; array entries are numbers. */
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
