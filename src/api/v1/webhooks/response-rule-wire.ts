import { documented } from '../../openapi/openapi-schema.ts'
import { Type } from '../../routes/route.ts'
import {
  PART_OPERATORS,
  RESPONSE_CONDITIONS_MAX,
  RESPONSE_MEMBER_CHARACTERS_MAX,
  RESPONSE_PARTS,
  RESPONSE_PATTERN_VALUE_CHARACTERS_MAX,
  RESPONSE_TEXT_CHARACTERS_MAX,
  type ResponseCondition,
  type ResponsePart,
  type ResponseRule,
  type ResponseValue,
} from '../../../domain/receiver/response-rule.ts'
import type { Issue } from '../../../domain/errors.ts'

/** A condition on the wire, such as `{"part": "status", "equals": 202}` or `{"member": "ok", "equals": true}`. */
export interface ResponseConditionWire {
  readonly part?: ResponsePart
  readonly member?: string
  readonly equals?: ResponseValue
  readonly not_equals?: string | number
  readonly matches?: string
  readonly contains?: string
  readonly lacks?: string
}

/** The forms of a condition; none may have members of another. */
const FORMS = [
  ['part', 'equals'],
  ['part', 'not_equals'],
  ['part', 'matches'],
  ['member', 'equals'],
  ['member', 'matches'],
  ['contains'],
  ['lacks'],
].map((required) => ({ required, maxProperties: required.length }))

const CONDITION = {
  type: 'object',
  additionalProperties: false,
  properties: {
    part: {
      type: 'string',
      enum: [...RESPONSE_PARTS],
      description:
        'A part of the response: its status, its content type (`application/json`, in lower case, without parameters; empty if it has none), or its whole body without white space around it.',
    },
    member: {
      type: 'string',
      minLength: 1,
      maxLength: RESPONSE_MEMBER_CHARACTERS_MAX,
      description: 'A member of the JSON in the body; `result.code` for one inside another.',
    },
    equals: {
      type: ['string', 'number', 'boolean', 'null'],
      description:
        'With `part`: what it must be. With `member`: its required value; null: the member is null or missing.',
    },
    not_equals: {
      type: ['string', 'number'],
      description:
        'With `part`: what it must not be. `text/html` stands for every web page: `application/xhtml+xml`, and a body that begins with `<!doctype html` or `<html`, whatever its type.',
    },
    matches: {
      type: 'string',
      minLength: 1,
      maxLength: RESPONSE_TEXT_CHARACTERS_MAX,
      description: `With \`part\` or \`member\`: a pattern in the syntax of RE2 that the whole of it must match, up to ${RESPONSE_PATTERN_VALUE_CHARACTERS_MAX} characters.`,
    },
    contains: {
      type: 'string',
      minLength: 1,
      maxLength: RESPONSE_TEXT_CHARACTERS_MAX,
      description: 'A text that the body must contain.',
    },
    lacks: {
      type: 'string',
      minLength: 1,
      maxLength: RESPONSE_TEXT_CHARACTERS_MAX,
      description: 'A text that the body must not contain.',
    },
  },
}

/** The rule as a member of a webhook; null: every 2xx is accepted. */
export const RESPONSE_RULE = Type.Unsafe<readonly ResponseConditionWire[] | null>({
  type: ['array', 'null'],
  minItems: 1,
  maxItems: RESPONSE_CONDITIONS_MAX,
  items: documented(CONDITION, { oneOf: FORMS }),
  description:
    'What a 2xx must be to be accepted, e.g. `[{"part": "status", "equals": 202}, {"member": "ok", "equals": true}]`; each entry has `part` or `member` with `equals`, `not_equals` or `matches`, or it has `contains` or `lacks`, and all must hold. Null: every 2xx is accepted.',
})

/** Reads the rule; adds mistakes that the schema cannot see to `issues`. Undefined: no change. */
export function toResponseRule(
  wire: readonly ResponseConditionWire[] | null | undefined,
  issues: Issue[],
): ResponseRule | null | undefined {
  if (wire === undefined || wire === null) return wire
  return wire.flatMap((entry, index) => {
    const condition = toCondition(entry)
    if (condition === undefined) issues.push({ path: `response_rule[${index}]`, message: ONE_FORM })
    return condition ?? []
  })
}

const ONE_FORM =
  'is no condition. Write one of {"part": "status", "equals": 202} (or not_equals, matches), {"member": "ok", "equals": true} (or matches), {"contains": "done"} and {"lacks": "error"}; two conditions are two entries'

function toCondition(entry: ResponseConditionWire): ResponseCondition | undefined {
  if (!FORMS.some(({ required }) => isOfForm(entry, required))) return undefined
  const { part, member = '', equals, matches, contains, lacks } = entry
  if (contains !== undefined) return { kind: 'contains', text: contains }
  if (lacks !== undefined) return { kind: 'lacks', text: lacks }
  if (part !== undefined) return toPartCondition(part, entry)
  if (matches !== undefined) return { kind: 'json_matches', member, pattern: matches }
  return equals === undefined ? undefined : { kind: 'json', member, equals }
}

function isOfForm(entry: ResponseConditionWire, required: readonly string[]): boolean {
  const given = Object.entries(entry).filter(([, value]) => value !== undefined)
  return given.length === required.length && given.every(([name]) => required.includes(name))
}

function toPartCondition(part: ResponsePart, entry: ResponseConditionWire): ResponseCondition | undefined {
  const operator = PART_OPERATORS.find((name) => entry[name] !== undefined)
  const value = operator && entry[operator]
  // A status may be a number, and a file may have `equals: true` for the text.
  if (operator === undefined || value === undefined || value === null) return undefined
  return { kind: 'part', part, operator, value: String(value) }
}

export function toResponseRuleWire(rule: ResponseRule | null): readonly ResponseConditionWire[] | null {
  return rule === null ? null : rule.map(toConditionWire)
}

function toConditionWire(condition: ResponseCondition): ResponseConditionWire {
  switch (condition.kind) {
    case 'part': {
      const { part, operator, value } = condition
      return { part, [operator]: part === 'status' && operator !== 'matches' ? Number(value) : value }
    }
    case 'json':
      return { member: condition.member, equals: condition.equals }
    case 'json_matches':
      return { member: condition.member, matches: condition.pattern }
    case 'contains':
      return { contains: condition.text }
    case 'lacks':
      return { lacks: condition.text }
  }
}
