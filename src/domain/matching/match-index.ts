import type { SilenceId, WebhookId } from '../ids.ts'
import { compileMatch, type CompiledMatch } from './compile-match.ts'
import { OTHERWISE, type MatchGroup } from './match.ts'
import { valuesOf, type Matched } from './match-values.ts'

interface Entry<Matching> {
  readonly one: Matching
  readonly matches: (event: Matched) => boolean
}

/**
 * Finds the webhooks or silences whose `match` an event meets, without asking each of them. If every group of a `match`
 * has a matcher with `=`, the rarest such value of each group finds it; the others are asked every time.
 */
export class MatchIndex<Matching extends WithMatch> {
  readonly #byValue = new Map<string, Map<string, Entry<Matching>[]>>()
  readonly #asked: Entry<Matching>[] = []

  /** No given `match` is `otherwise`. */
  constructor(all: readonly Matching[]) {
    const counts = countValues(all)
    for (const one of all) {
      const { groups, matches } = compiledOf(one)
      const keys = groups.map((group) => rarest(group, counts))
      const entry = { one, matches }
      if (keys.length === 0 || keys.includes(undefined)) this.#asked.push(entry)
      else for (const key of keys) if (key) this.#add(key, entry)
    }
  }

  /** Returns those whose `match` the event meets, by id. */
  find(event: Matched): readonly Matching[] {
    const found = new Set(this.#asked.filter(({ matches }) => matches(event)))
    if (this.#byValue.size > 0) {
      for (const [field, value] of valuesOf(event)) {
        for (const entry of this.#byValue.get(field)?.get(value) ?? []) {
          // Two groups of one `match` may have led here.
          if (!found.has(entry) && entry.matches(event)) found.add(entry)
        }
      }
    }
    return Array.from(found, (entry) => entry.one).toSorted((one, other) => one.id - other.id)
  }

  #add({ field, value }: Key, entry: Entry<Matching>): void {
    const ofField = this.#byValue.get(field) ?? new Map<string, Entry<Matching>[]>()
    this.#byValue.set(field, ofField)
    const ofValue = ofField.get(value) ?? []
    ofField.set(value, ofValue)
    ofValue.push(entry)
  }
}

/** A webhook or a silence. */
interface WithMatch {
  readonly id: WebhookId | SilenceId
  readonly match: string | null
}

interface Key {
  readonly field: string
  readonly value: string
}

type Counts = ReadonlyMap<string, number>

function compiledOf({ match }: WithMatch): CompiledMatch {
  return compileMatch(match ?? OTHERWISE)
}

function countValues(all: readonly WithMatch[]): Counts {
  const counts = new Map<string, number>()
  for (const key of all.flatMap((one) => compiledOf(one).groups.flatMap(keysOf))) {
    const name = nameOf(key)
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return counts
}

/** Returns the values that an event must have to meet the group. A clear meets every condition on the severity. */
function keysOf(group: MatchGroup): readonly Key[] {
  return group.filter(
    ({ field, operator, value }) => operator === '=' && value !== '' && field !== 'severity',
  )
}

function rarest(group: MatchGroup, counts: Counts): Key | undefined {
  const countOf = (key: Key) => counts.get(nameOf(key)) ?? 0
  return keysOf(group).toSorted((one, other) => countOf(one) - countOf(other))[0]
}

function nameOf({ field, value }: Key): string {
  return `${field}=${value}`
}
