import type { PayloadType } from '../webhook/webhook.ts'

/** The fields that a matcher compares, each with the payload types that have it. */
export const MATCH_FIELDS = {
  source: ['ALERT', 'JOB'],
  name: ['ALERT', 'JOB'],
  severity: ['ALERT'],
  server: ['ALERT', 'JOB'],
  object: ['ALERT'],
  object_type: ['ALERT'],
  database: ['ALERT', 'JOB'],
  schema: ['ALERT'],
  agent: ['ALERT', 'JOB'],
  job_status: ['JOB'],
} as const satisfies Readonly<Record<string, readonly PayloadType[]>>

export type NamedField = keyof typeof MATCH_FIELDS

/** The prefixes of fields that name a label or an annotation, and the payload types that have them. */
export const MATCH_PREFIXES = {
  'label.': ['ALERT', 'JOB'],
  'annotation.': ['ALERT'],
} as const satisfies Readonly<Record<string, readonly PayloadType[]>>

/** `=` and `!=` compare the whole value exactly; `=~` and `!~` match the whole value with a pattern. */
export const MATCH_OPERATORS = ['=', '!=', '=~', '!~'] as const
export type MatchOperator = (typeof MATCH_OPERATORS)[number]

/** A condition on a field. A missing field is the empty string. */
export interface Matcher {
  /** A `NamedField`, or a prefix with the name of a label or annotation. */
  readonly field: string
  readonly operator: MatchOperator
  readonly value: string
  /** The offset of the value in the text, in UTF-16 units. */
  readonly offset: number
}

/** Conditions that must all hold. */
export type MatchGroup = readonly Matcher[]

/** `otherwise`: no other enabled webhook takes the event. Else one of the groups must hold. */
export type Match = 'otherwise' | readonly MatchGroup[]

/** The one word that stands for everything that nobody else takes. */
export const OTHERWISE = 'otherwise'

/** The form of the text as a regular expression, for documents. */
export const MATCH_PATTERN = String.raw`^(?:\s*otherwise\s*|[^=!~]+(?:=~?|!=|!~)[\s\S]*)$`
/** The form of matchers that cannot be `otherwise`. */
export const OWN_MATCH_PATTERN = String.raw`^[^=!~]+(?:=~?|!=|!~)[\s\S]*$`

/** Groups of the matchers of a webhook. */
export const MATCH_GROUPS_MAX = 20
/** Matchers in one group. */
export const MATCHERS_OF_GROUP_MAX = 50
/** Characters of a value in a matcher, or of a pattern that is texts with bars between them. */
export const MATCH_VALUE_CHARACTERS_MAX = 4000
/** Texts that the patterns of one match are compared with, together. */
export const MATCH_TEXTS_MAX = 2000
/** Characters of all matchers of a webhook together. */
export const MATCH_CHARACTERS_MAX = 20_000
/** Instructions of all patterns of a webhook, silence or window together. */
export const PATTERNS_INSTRUCTIONS_MAX = 1000

/** Returns the payload types that have this field; undefined: there is no such field. */
export function payloadTypesOf(field: string): readonly PayloadType[] | undefined {
  if (Object.hasOwn(MATCH_FIELDS, field)) return MATCH_FIELDS[field as NamedField]
  const prefix = Object.entries(MATCH_PREFIXES).find(
    ([start]) => field.startsWith(start) && field.length > start.length,
  )
  return prefix?.[1]
}
