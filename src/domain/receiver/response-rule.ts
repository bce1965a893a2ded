/**
 * The conditions on a 2xx response; all of them must hold for the delivery to count as accepted. For receivers that
 * say "failed" inside a 200, and for pages that come instead of them. A webhook without a rule accepts any 2xx.
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

/** Limits the conditions of the response rule of one webhook. */
export const RESPONSE_CONDITIONS_MAX = 4
/** The name of a member of responses that a rule compares. */
export const RESPONSE_MEMBER_CHARACTERS_MAX = 200
/** Names within each other by which a response rule finds a member. */
export const RESPONSE_MEMBER_NAMES_MAX = 8
/** A text that a rule looks for in responses, or a pattern. */
export const RESPONSE_TEXT_CHARACTERS_MAX = 500
/** Characters of a body or member that a pattern reads; a longer one does not match. */
export const RESPONSE_PATTERN_VALUE_CHARACTERS_MAX = 2_048
/** Instructions of all patterns of a rule together: so many steps for each character, at most. */
export const RESPONSE_PATTERNS_INSTRUCTIONS_MAX = 250

/** Tells whether a condition refuses `text/html`, and so every page for a browser, whatever its type. */
export function wantsNoWebPage(condition: ResponseCondition): boolean {
  return (
    condition.kind === 'part' &&
    condition.part === 'content_type' &&
    condition.operator === 'not_equals' &&
    condition.value === 'text/html'
  )
}

/** Says in a few words which 2xx count as accepted: `status 202, no web page`. */
export function describeResponseRule(rule: ResponseRule | null): string {
  return rule === null ? 'any 2xx' : rule.map(describeCondition).join(', ')
}

const PART_WORDS: Readonly<Record<ResponsePart, string>> = {
  status: 'status',
  content_type: 'content type',
  body: 'body',
}

const OPERATOR_WORDS: Readonly<Record<PartOperator, string>> = {
  equals: '',
  not_equals: 'other than ',
  matches: 'like ',
}

function describeCondition(condition: ResponseCondition): string {
  if (wantsNoWebPage(condition)) return 'no web page'
  switch (condition.kind) {
    case 'part': {
      const { part, operator, value } = condition
      const shown = part === 'body' || operator === 'matches' ? JSON.stringify(value) : value
      return `${PART_WORDS[part]} ${OPERATOR_WORDS[operator]}${shown}`
    }
    case 'json':
      return `JSON with ${condition.member} ${JSON.stringify(condition.equals)}`
    case 'json_matches':
      return `JSON with ${condition.member} like ${JSON.stringify(condition.pattern)}`
    case 'contains':
      return `body with ${JSON.stringify(condition.text)}`
    case 'lacks':
      return `body without ${JSON.stringify(condition.text)}`
  }
}
