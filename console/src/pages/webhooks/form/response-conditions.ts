import type { NewWebhook } from '../webhook-types.ts'

/** The kind of a condition. */
export type ConditionKind = 'member' | 'contains' | 'lacks'

/** A condition of a response rule, as typed. */
export interface ConditionEntry {
  readonly row: string
  readonly kind: ConditionKind
  /** The path of a `member`, such as `result.code`. */
  readonly member: string
  /** The value that it must have, or the text that must be there, or must not. */
  readonly text: string
}

type ResponseRule = NonNullable<NewWebhook['response_rule']>
type Value = string | number | boolean | null

export function toConditions(rule: ResponseRule | null): readonly ConditionEntry[] {
  return (rule ?? []).map((condition, index) => ({ row: `stored-${index}`, ...toCondition(condition) }))
}

function toCondition({ member, equals, contains, lacks }: ResponseRule[number]): Omit<ConditionEntry, 'row'> {
  if (contains !== undefined) return { kind: 'contains', member: '', text: contains }
  if (lacks !== undefined) return { kind: 'lacks', member: '', text: lacks }
  return { kind: 'member', member: member ?? '', text: showValue(equals ?? null) }
}

/** Null: every 2xx is accepted. */
export function toResponseRule(entries: readonly ConditionEntry[]): ResponseRule | null {
  if (entries.length === 0) return null
  return entries.map(({ kind, member, text }) => {
    switch (kind) {
      case 'member':
        return { member, equals: readValue(text) }
      case 'contains':
        return { contains: text }
      case 'lacks':
        return { lacks: text }
    }
  })
}

/** `true`, `5` and `null` are themselves, anything else is a text; quotes make a text of anything. */
export function readValue(text: string): Value {
  const trimmed = text.trim()
  try {
    const value: unknown = JSON.parse(trimmed)
    return isValue(value) ? value : text
  } catch {
    return text
  }
}

/** Read again, it gives the same value. */
export function showValue(value: Value): string {
  if (typeof value !== 'string') return JSON.stringify(value)
  return readValue(value) === value ? value : JSON.stringify(value)
}

function isValue(value: unknown): value is Value {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value)
}
