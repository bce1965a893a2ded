import { documented } from '../../openapi/openapi-schema.ts'
import { Type } from '../../routes/schema-builder.ts'
import {
  RESPONSE_CONDITIONS_MAX,
  RESPONSE_MEMBER_CHARACTERS_MAX,
  RESPONSE_TEXT_CHARACTERS_MAX,
  type ResponseCondition,
  type ResponseRule,
  type ResponseValue,
} from '../../../domain/receiver/response-rule.ts'
import type { Issue } from '../../../domain/errors.ts'

/** A condition on the wire: `{"member": "ok", "equals": true}`, `{"contains": "done"}` or `{"lacks": "error"}`. */
export interface ResponseConditionWire {
  readonly member?: string
  readonly equals?: ResponseValue
  readonly contains?: string
  readonly lacks?: string
}

/** The three forms of a condition, each without members of the others. */
const FORMS = [['member', 'equals'], ['contains'], ['lacks']].map((required) => ({
  required,
  maxProperties: required.length,
}))

const CONDITION = {
  type: 'object',
  additionalProperties: false,
  properties: {
    member: {
      type: 'string',
      minLength: 1,
      maxLength: RESPONSE_MEMBER_CHARACTERS_MAX,
      description: 'A member of the JSON in the body; `result.code` for one inside another.',
    },
    equals: {
      type: ['string', 'number', 'boolean', 'null'],
      description: 'With `member`: its required value; null: the member is null or missing.',
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
    'What a 2xx must say in its body to be accepted, e.g. `[{"member": "ok", "equals": true}]`; each entry has either `member` and `equals`, or `contains`, or `lacks`, and all must hold. Null: every 2xx is accepted.',
})

/** The rule; mistakes that the schema cannot see are added to `issues`. Undefined stays so: a change without it. */
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
  'must have either member and equals, or contains, or lacks; write two entries for two conditions'

function toCondition(entry: ResponseConditionWire): ResponseCondition | undefined {
  const { member, equals, contains, lacks } = entry
  const forms = [member !== undefined || equals !== undefined, contains !== undefined, lacks !== undefined]
  if (forms.filter(Boolean).length !== 1) return undefined
  if (contains !== undefined) return { kind: 'contains', text: contains }
  if (lacks !== undefined) return { kind: 'lacks', text: lacks }
  if (member === undefined || equals === undefined) return undefined
  return { kind: 'json', member, equals }
}

export function toResponseRuleWire(rule: ResponseRule | null): readonly ResponseConditionWire[] | null {
  return rule === null ? null : rule.map(toConditionWire)
}

function toConditionWire(condition: ResponseCondition): ResponseConditionWire {
  switch (condition.kind) {
    case 'json':
      return { member: condition.member, equals: condition.equals }
    case 'contains':
      return { contains: condition.text }
    case 'lacks':
      return { lacks: condition.text }
  }
}
