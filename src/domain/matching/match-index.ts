import type { SilenceId, WebhookId } from '../ids.ts'
import { compileMatch, type CompiledMatch } from './compile-match.ts'
import { KeyTable, type MatchKey } from './match-keys.ts'
import { OTHERWISE } from './match.ts'
import { valuesOf, type Matched } from './match-values.ts'

interface Entry<Matching> {
  readonly one: Matching
  readonly verdict: CompiledMatch['verdict']
  readonly charactersMax: number
}

export interface Found<Matching> {
  readonly met: readonly Matching[]
  /** Cannot be decided: the owner is above the budget, so its patterns may not read the whole value. */
  readonly undecided: readonly Matching[]
}

/**
 * Finds the webhooks or silences whose `match` an event meets without asking each. Those whose groups all need certain
 * values, or beginnings, are found by the rarest of these; the others are always asked.
 */
export class MatchIndex<Matching extends WithMatch> {
  readonly #byField = new Map<string, KeyTable<Entry<Matching>>>()
  readonly #asked: Entry<Matching>[] = []

  /** `all` has no `otherwise`. `charactersMaxOf`: how much of a value the patterns of each read. */
  constructor(all: readonly Matching[], charactersMaxOf: (one: Matching) => number) {
    const keyed = all.map((one) => ({ one, keys: compiledOf(one).keys }))
    const counts = countKeys(keyed.flatMap(({ keys }) => keys.flat(2)))
    for (const { one, keys } of keyed) {
      const rarest = keys.map((lists) => findRarest(lists, counts))
      const entry = { one, verdict: compiledOf(one).verdict, charactersMax: charactersMaxOf(one) }
      if (rarest.length === 0 || rarest.includes(undefined)) this.#asked.push(entry)
      else for (const key of rarest.flatMap((list) => list ?? [])) this.#add(key, entry)
    }
  }

  /** Returns both lists in the order of ids. */
  find(event: Matched): Found<Matching> {
    // Several keys may lead to one `match`.
    const candidates = new Set(this.#asked)
    if (this.#byField.size > 0)
      for (const [field, value] of valuesOf(event))
        for (const entry of this.#byField.get(field)?.find(value) ?? []) candidates.add(entry)
    const found: { met: Matching[]; undecided: Matching[] } = { met: [], undecided: [] }
    for (const { one, verdict, charactersMax } of candidates) {
      const isMet = verdict(event, charactersMax)
      if (isMet === undefined) found.undecided.push(one)
      else if (isMet) found.met.push(one)
    }
    const byId = (one: Matching, other: Matching) => one.id - other.id
    return { met: found.met.toSorted(byId), undecided: found.undecided.toSorted(byId) }
  }

  #add(key: MatchKey, entry: Entry<Matching>): void {
    const table = this.#byField.get(key.field) ?? new KeyTable<Entry<Matching>>()
    this.#byField.set(key.field, table)
    table.add(key, entry)
  }
}

interface WithMatch {
  readonly id: WebhookId | SilenceId
  readonly match: string | null
}

function compiledOf({ match }: WithMatch): CompiledMatch {
  return compileMatch(match ?? OTHERWISE)
}

function countKeys(keys: readonly MatchKey[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(nameOf(key), (counts.get(nameOf(key)) ?? 0) + 1)
  return counts
}

function findRarest(
  lists: readonly (readonly MatchKey[])[],
  counts: ReadonlyMap<string, number>,
): readonly MatchKey[] | undefined {
  const countOf = (keys: readonly MatchKey[]) =>
    keys.reduce((sum, key) => sum + (counts.get(nameOf(key)) ?? 0), 0)
  return lists.toSorted((one, other) => countOf(one) - countOf(other))[0]
}

function nameOf({ field, text, isWhole }: MatchKey): string {
  return `${field}${isWhole ? '=' : '^'}${text}`
}
