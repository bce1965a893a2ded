import type { Webhook } from '../webhook/webhook.ts'
import { compileMatch } from './compile-match.ts'
import type { MatchGroup } from './match.ts'
import { valuesOf, type Matched } from './match-values.ts'

/**
 * Finds the webhooks whose `match` an event meets, without asking each of them. A webhook of which every group has a
 * matcher with `=` is found by one such value of each group, the rarest; the others are asked every time.
 */
export class MatchIndex<Matching extends WithMatch> {
  readonly #byValue = new Map<string, Map<string, Matching[]>>()
  readonly #asked: Matching[] = []

  /** The webhooks have a `match` that is not `otherwise`. */
  constructor(webhooks: readonly Matching[]) {
    const counts = countValues(webhooks)
    for (const webhook of webhooks) {
      const keys = groupsOf(webhook).map((group) => rarest(group, counts))
      if (keys.length === 0 || keys.includes(undefined)) this.#asked.push(webhook)
      else for (const key of keys) if (key) this.#add(key, webhook)
    }
  }

  /** Returns the webhooks whose `match` the event meets, by id. */
  find(event: Matched): readonly Matching[] {
    const found = new Set(this.#asked)
    if (this.#byValue.size > 0) {
      for (const [field, value] of valuesOf(event)) {
        for (const webhook of this.#byValue.get(field)?.get(value) ?? []) found.add(webhook)
      }
    }
    const met = [...found].filter(({ match }) => match === null || compileMatch(match).matches(event))
    return met.toSorted((one, other) => one.id - other.id)
  }

  #add({ field, value }: Key, webhook: Matching): void {
    const ofField = this.#byValue.get(field) ?? new Map<string, Matching[]>()
    this.#byValue.set(field, ofField)
    const ofValue = ofField.get(value) ?? []
    ofField.set(value, ofValue)
    ofValue.push(webhook)
  }
}

type WithMatch = Pick<Webhook, 'id' | 'match'>

interface Key {
  readonly field: string
  readonly value: string
}

type Counts = ReadonlyMap<string, number>

function groupsOf({ match }: WithMatch): readonly MatchGroup[] {
  return match === null ? [] : compileMatch(match).groups
}

function countValues(webhooks: readonly WithMatch[]): Counts {
  const counts = new Map<string, number>()
  for (const key of webhooks.flatMap((webhook) => groupsOf(webhook).flatMap(keysOf))) {
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
