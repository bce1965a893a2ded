import type { MatchGroup, Matcher } from './match.ts'
import { readPlainPattern } from '../pattern/plain-pattern.ts'

/** A value, or the beginning of one, that an event must have to meet a group. */
export interface MatchKey {
  readonly field: string
  readonly text: string
  readonly isWhole: boolean
}

/** Keys of one matcher; with more it is always asked. */
const KEYS_MAX = 100
/** Characters of a beginning that are looked up, each length by itself. */
export const BEGINNING_CHARACTERS_MAX = 64

/**
 * Returns the keys of each matcher that has some: an event that meets the group has one of each list. A clear meets
 * every condition on the severity, so that has none.
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

  find(value: string): readonly Thing[] {
    const whole = this.#whole.get(value) ?? []
    if (this.#lengths.size === 0) return whole
    const found = [...whole]
    for (const length of this.#lengths)
      if (length <= value.length) found.push(...(this.#beginnings.get(value.slice(0, length)) ?? []))
    return found
  }

  get texts(): Iterable<string> {
    return new Set([...this.#whole.keys(), ...this.#beginnings.keys()])
  }
}
