/**
 * What must be in the body of a 2xx answer for the delivery to count as accepted: every condition has to hold. For
 * receivers that say "failed" inside a 200. A webhook without a rule accepts any 2xx.
 */
export type AnswerRule = readonly AnswerCondition[]

export type AnswerCondition =
  /**
   * The body is JSON, and its member (`ok`, `result.code`, `errors.0.type`) has exactly this value. `null` holds for
   * a member that is null or not there.
   */
  | { readonly kind: 'json'; readonly member: string; readonly equals: AnswerValue }
  /** The body has this text somewhere, letter for letter. */
  | { readonly kind: 'contains'; readonly text: string }
  /** The body has this text nowhere. */
  | { readonly kind: 'lacks'; readonly text: string }

export type AnswerValue = string | number | boolean | null
