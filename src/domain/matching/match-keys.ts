import type { MatchGroup, Matcher } from './match.ts'
import { readPlainPattern } from '../pattern/plain-pattern.ts'

/** A value that an event must have to meet a group of matchers, or the beginning of one. */
export interface MatchKey {
  readonly field: string
  readonly text: string
  readonly isWhole: boolean
}

/** Keys that one matcher has; more are asked one after the other. */
const KEYS_MAX = 100
/** Characters of a beginning that are looked up: each length is looked up apart. */
export const BEGINNING_CHARACTERS_MAX = 64

/**
 * Returns a list of keys for each matcher that has some: an event that meets the group has one of each list. A clear
 * meets every condition on the severity, so that has none.
 */
export function keysOf(group: MatchGroup): readonly (readonly MatchKey[])[] {
  return group.map(keysOfMatcher).filter((keys) => keys.length > 0)
}

function keysOfMatcher({ field, operator, value }: Matcher): readonly MatchKey[] {
  if (field === 'severity') return []
  if (operator === '=') return value === '' ? [] : [{ field, text: value, isWhole: true }]
  if (operator !== '=~') return []
  const { beginnings } = readPlainPattern(value)
  // An event without the field has the empty value.
  if (beginnings.length > KEYS_MAX || beginnings.some(({ text }) => text === '')) return []
  return beginnings.map(({ text, rest }) =>
    rest === 'end'
      ? { field, text, isWhole: true }
      : { field, text: text.slice(0, BEGINNING_CHARACTERS_MAX), isWhole: false },
  )
}

/** Things by a text of one field, and by the beginning of one. */
export class KeyTable<Thing> {
  readonly #whole = new Map<string, Thing[]>()
  readonly #beginnings = new Map<string, Thing[]>()
  readonly #lengths = new Set<number>()

  add({ text, isWhole }: MatchKey, thing: Thing): void {
    const map = isWhole ? this.#whole : this.#beginnings
    if (!isWhole) this.#lengths.add(text.length)
    const things = map.get(text)
    if (things) things.push(thing)
    else map.set(text, [thing])
  }

  /** Returns what has a key that fits the value. */
  find(value: string): readonly Thing[] {
    const whole = this.#whole.get(value) ?? []
    if (this.#lengths.size === 0) return whole
    const found = [...whole]
    for (const length of this.#lengths)
      if (length <= value.length) found.push(...(this.#beginnings.get(value.slice(0, length)) ?? []))
    return found
  }

  /** Every text of a key. */
  get texts(): Iterable<string> {
    return new Set([...this.#whole.keys(), ...this.#beginnings.keys()])
  }
}
