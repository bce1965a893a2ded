import type { NewWebhook } from '../webhook-types.ts'

type ResponseRule = NonNullable<NewWebhook['response_rule']>
type Value = string | number | boolean | null
type Part = NonNullable<ResponseRule[number]['part']>

const OPERATORS = ['equals', 'not_equals', 'matches'] as const
type Operator = (typeof OPERATORS)[number]

/** A part of the response with an operator, a member of its JSON, or a text in its body. */
export type ConditionKind = `${Part} ${Operator}` | 'member equals' | 'member matches' | 'contains' | 'lacks'

/** The kinds in the order of the form. */
export const KINDS: readonly {
  readonly value: ConditionKind
  readonly label: string
  readonly example: string
}[] = [
  { value: 'member equals', label: 'JSON member is', example: 'true' },
  { value: 'member matches', label: 'JSON member matches', example: 'spaces/.+' },
  { value: 'status equals', label: 'Status is', example: '202' },
  { value: 'status not_equals', label: 'Status is not', example: '204' },
  { value: 'status matches', label: 'Status matches', example: '200|204' },
  { value: 'content_type equals', label: 'Content type is', example: 'application/json' },
  { value: 'content_type not_equals', label: 'Content type is not', example: 'text/html' },
  { value: 'content_type matches', label: 'Content type matches', example: 'application/.*json' },
  { value: 'body equals', label: 'Whole body is', example: 'ok' },
  { value: 'body not_equals', label: 'Whole body is not', example: 'invalid_token' },
  { value: 'body matches', label: 'Whole body matches', example: 'ok|accepted.*' },
  { value: 'contains', label: 'Body contains', example: 'a text' },
  { value: 'lacks', label: 'Body lacks', example: 'a text' },
]

/** A condition as typed. */
export interface ConditionEntry {
  readonly row: string
  readonly kind: ConditionKind
  /** The path of a member, such as `result.code`. */
  readonly member: string
  /** The value, the pattern, or the text that must (or must not) be there. */
  readonly text: string
}

export function hasMember(kind: ConditionKind): boolean {
  return kind === 'member equals' || kind === 'member matches'
}

export function toConditions(rule: ResponseRule | null): readonly ConditionEntry[] {
  return (rule ?? []).map((condition, index) => ({ row: `stored-${index}`, ...toCondition(condition) }))
}

function toCondition(condition: ResponseRule[number]): Omit<ConditionEntry, 'row'> {
  const { part, member = '', equals, matches, contains, lacks } = condition
  if (contains !== undefined) return { kind: 'contains', member: '', text: contains }
  if (lacks !== undefined) return { kind: 'lacks', member: '', text: lacks }
  if (part !== undefined) {
    const operator = OPERATORS.find((name) => condition[name] !== undefined) ?? 'equals'
    return { kind: `${part} ${operator}`, member: '', text: String(condition[operator] ?? '') }
  }
  if (matches !== undefined) return { kind: 'member matches', member, text: matches }
  return { kind: 'member equals', member, text: showValue(equals ?? null) }
}

/** Null: every 2xx is accepted. */
export function toResponseRule(entries: readonly ConditionEntry[]): ResponseRule | null {
  return entries.length === 0 ? null : entries.map(toWire)
}

function toWire({ kind, member, text }: ConditionEntry): ResponseRule[number] {
  if (kind === 'contains') return { contains: text }
  if (kind === 'lacks') return { lacks: text }
  if (kind === 'member equals') return { member, equals: readValue(text) }
  if (kind === 'member matches') return { member, matches: text }
  const [part, operator] = kind.split(' ') as [Part, Operator]
  const isNumber = part === 'status' && operator !== 'matches' && /^\d+$/.test(text)
  return { part, [operator]: isNumber ? Number(text) : text }
}

/** `Status is 202` */
export function describeCondition(condition: ResponseRule[number]): string {
  const { kind, member, text } = toCondition(condition)
  const label = KINDS.find(({ value }) => value === kind)?.label ?? kind
  if (hasMember(kind)) return `${label.replace('member', `member ${member}`)} ${text}`
  return `${label} ${kind.startsWith('status') ? text : JSON.stringify(text)}`
}

/** `true`, `5` and `null` are themselves, all else is text; quotes make anything text. */
export function readValue(text: string): Value {
  const trimmed = text.trim()
  try {
    const value: unknown = JSON.parse(trimmed)
    return isValue(value) ? value : text
  } catch {
    return text
  }
}

/** Writes a value so that `readValue` returns it. */
export function showValue(value: Value): string {
  if (typeof value !== 'string') return JSON.stringify(value)
  return readValue(value) === value ? value : JSON.stringify(value)
}

function isValue(value: unknown): value is Value {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value)
}
