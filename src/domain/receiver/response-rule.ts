/**
 * The conditions that a 2xx response must meet to count as accepted: some receivers say "failed" inside a 200, and some
 * proxies send a page instead. Without a rule every 2xx is accepted.
 */
export type ResponseRule = readonly ResponseCondition[]

export type ResponseCondition =
  /** Compares the whole status, media type or body. */
  | {
      readonly kind: 'part'
      readonly part: ResponsePart
      readonly operator: PartOperator
      readonly value: string
    }
  /**
   * The JSON member (`ok`, `result.code`, `errors.0.type`) has exactly this value. `null` also means that it is
   * missing.
   */
  | { readonly kind: 'json'; readonly member: string; readonly equals: ResponseValue }
  /** The JSON member is a text or number that matches the pattern as a whole. */
  | { readonly kind: 'json_matches'; readonly member: string; readonly pattern: string }
  /** Exactly this text, anywhere in the body. */
  | { readonly kind: 'contains'; readonly text: string }
  /** Exactly this text, nowhere in the body. */
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
/** A text or pattern of a rule. */
export const RESPONSE_TEXT_CHARACTERS_MAX = 500
/** Characters of a body or member that a pattern reads; a longer one does not match. */
export const RESPONSE_PATTERN_VALUE_CHARACTERS_MAX = 2_048
/** Instructions of all patterns of a rule together: the most steps per character. */
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

/** Says which 2xx are accepted: `status 202, no web page`. */
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
