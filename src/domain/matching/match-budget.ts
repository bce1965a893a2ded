import type { Issue } from '../errors.ts'
import { formatCount } from '../spelling.ts'
import { compileMatch } from './compile-match.ts'
import { KeyTable, type MatchKey } from './match-keys.ts'
import { PATTERN_VALUE_CHARACTERS_MAX } from '../pattern/pattern.ts'

/**
 * Steps (instructions × characters) that the patterns of all webhooks may take per event, and those of all
 * silences and windows: below 20 ms on one of two busy cores (`npm run bench -- --only matchers`), 3 ms for
 * ones such as `(?:.?){240}b`.
 */
export const MATCH_STEPS_MAX = 800_000
/** Steps for the webhooks of one token or user, or for its silences and maintenance windows. */
export const OWNER_MATCH_STEPS_MAX = MATCH_STEPS_MAX / 4
/**
 * Instructions of the patterns of all webhooks, or of all silences and maintenance windows: they are kept in memory.
 */
export const STORED_INSTRUCTIONS_MAX = 40_000
/** Instructions of the patterns of one token or user. */
export const OWNER_STORED_INSTRUCTIONS_MAX = STORED_INSTRUCTIONS_MAX / 4

/** Matchers with whoever saved them. */
export interface OwnedMatch {
  readonly match: string | null
  /** The token or user, e.g. `token 5`; null: unknown. */
  readonly matchOwner: string | null
}

/** An upper limit of what some matchers take. */
interface MatchCost {
  /** Steps for the most expensive event. */
  readonly steps: number
  readonly instructions: number
}

/** Returns the most that one match can take. */
export function costOf(match: string | null): MatchCost {
  return sumCosts([match])
}

/**
 * Returns the most that some matchers take together for one event. Groups that need different values or beginnings in
 * one field never run for the same event, so only the most expensive value counts.
 */
export function sumCosts(matches: Iterable<string | null>): MatchCost {
  const byField = new Map<string, KeyTable<number>>()
  let [steps, instructions] = [0, 0]
  for (const match of matches) {
    if (match === null) continue
    const { keys, programs } = compileMatch(match)
    for (const [index, ofGroup] of programs.entries()) {
      if (ofGroup.length === 0) continue
      const groupSteps =
        PATTERN_VALUE_CHARACTERS_MAX * ofGroup.reduce((sum, program) => sum + program.steps, 0)
      instructions += ofGroup.reduce((sum, program) => sum + program.instructions, 0)
      const needed = fewestKeys(keys[index] ?? [])
      if (needed.length === 0) steps += groupSteps
      for (const key of needed) addTo(byField, key, groupSteps)
    }
  }
  return {
    steps: steps + [...byField.values()].reduce((sum, table) => sum + dearestOf(table), 0),
    instructions,
  }
}

/**
 * Returns how many characters of a value the patterns of each webhook or silence read. If an owner's
 * patterns exceed its share, all of them read fewer, whichever others are asked, and longer values are
 * undecided.
 */
export function charactersMaxOf(all: Iterable<OwnedMatch>): (one: OwnedMatch) => number {
  const max = new Map([...stepsByOwner(all)].map(([owner, steps]) => [owner, charactersFor(steps)]))
  return ({ matchOwner }) => max.get(matchOwner) ?? PATTERN_VALUE_CHARACTERS_MAX
}

/** Returns the most steps for one event, with each owner capped at its share. */
export function stepsAtMost(all: Iterable<OwnedMatch>): number {
  return [...stepsByOwner(all).values()].reduce(
    (sum, steps) => sum + Math.min(steps, OWNER_MATCH_STEPS_MAX),
    0,
  )
}

function stepsByOwner(all: Iterable<OwnedMatch>): ReadonlyMap<string | null, number> {
  const ofOwner = new Map<string | null, (string | null)[]>()
  for (const { match, matchOwner } of all) {
    if (match === null || compileMatch(match).programs.flat().length === 0) continue
    const matches = ofOwner.get(matchOwner) ?? []
    ofOwner.set(matchOwner, matches)
    matches.push(match)
  }
  return new Map([...ofOwner].map(([owner, matches]) => [owner, sumCosts(matches).steps]))
}

function charactersFor(steps: number): number {
  if (steps <= OWNER_MATCH_STEPS_MAX) return PATTERN_VALUE_CHARACTERS_MAX
  return Math.floor((PATTERN_VALUE_CHARACTERS_MAX * OWNER_MATCH_STEPS_MAX) / steps)
}

function fewestKeys(lists: readonly (readonly MatchKey[])[]): readonly MatchKey[] {
  return lists.toSorted((one, other) => one.length - other.length)[0] ?? []
}

function addTo(byField: Map<string, KeyTable<number>>, key: MatchKey, steps: number): void {
  const table = byField.get(key.field) ?? new KeyTable<number>()
  byField.set(key.field, table)
  table.add(key, steps)
}

function dearestOf(table: KeyTable<number>): number {
  let dearest = 0
  for (const text of table.texts)
    dearest = Math.max(
      dearest,
      table.find(text).reduce((sum, one) => sum + one, 0),
    )
  return dearest
}

/** Matchers with a name, such as `silence 3`. */
export interface NamedMatch extends OwnedMatch {
  readonly name: string
}

const NAMED_MAX = 5

/**
 * Finds that the patterns of a `match` to be saved exceed, with the stored ones, the share of its owner or the whole
 * budget.
 */
export function findBudgetIssue(given: OwnedMatch, others: readonly NamedMatch[]): Issue | undefined {
  // An owner above the budget since an upgrade can still save what costs nothing.
  if (costOf(given.match).instructions === 0) return undefined
  const own = others.filter(({ matchOwner }) => matchOwner === given.matchOwner)
  return (
    findExcess(
      given,
      own,
      'what one token or user has saved',
      OWNER_MATCH_STEPS_MAX,
      OWNER_STORED_INSTRUCTIONS_MAX,
    ) ?? findExcess(given, others, 'everything that is saved', MATCH_STEPS_MAX, STORED_INSTRUCTIONS_MAX)
  )
}

function findExcess(
  given: OwnedMatch,
  others: readonly NamedMatch[],
  whose: string,
  stepsMax: number,
  instructionsMax: number,
): Issue | undefined {
  const { steps, instructions } = sumCosts([given, ...others].map(({ match }) => match))
  if (steps <= stepsMax && instructions <= instructionsMax) return undefined
  const taken =
    steps > stepsMax
      ? `take up to ${formatCount(steps)} steps for an event, and ${formatCount(stepsMax)} are allowed`
      : `have ${formatCount(instructions)} instructions, and ${formatCount(instructionsMax)} are allowed`
  return {
    path: 'match',
    message: `is too much: with it, the patterns of ${whose} would ${taken}. ${nameDearest(given, others)} Simplify or remove one of these: texts, texts with | between them and prod-.* take nothing, and a pattern beside = takes little.`,
  }
}

function nameDearest(given: OwnedMatch, others: readonly NamedMatch[]): string {
  const dearest = [{ name: 'this one', match: given.match }, ...others]
    .map(({ name, match }) => ({ name, steps: costOf(match).steps }))
    .filter(({ steps }) => steps > 0)
    .toSorted((one, other) => other.steps - one.steps)
    .slice(0, NAMED_MAX)
  return `Most is taken by ${dearest.map(({ name, steps }) => `${name} (${formatCount(steps)})`).join(', ')}.`
}

/** Returns on how many characters of a value the patterns of something that is stored decide. */
export type CharactersMaxOf = ReturnType<typeof charactersMaxOf>

/** Nothing is above the budget. */
export const ALL_CHARACTERS: CharactersMaxOf = () => PATTERN_VALUE_CHARACTERS_MAX

/**
 * Warns that patterns do not decide on long values, because those of their owner have been above the budget since an
 * upgrade.
 */
export function findBudgetWarnings(
  one: OwnedMatch,
  noun: 'webhook' | 'silence',
  limitOf: CharactersMaxOf,
): readonly string[] {
  const limit = limitOf(one)
  if (limit >= PATTERN_VALUE_CHARACTERS_MAX || costOf(one.match).instructions === 0) return []
  const [all, effect] =
    noun === 'webhook'
      ? ['webhooks', 'it is notified of an event with a longer one, undecided']
      : ['silences and maintenance windows', 'it does not hold an event with a longer one, undecided']
  return [
    `match has patterns that decide on values up to ${limit} characters, and ${effect}: the patterns of all ${all} of ${one.matchOwner ?? 'an unknown author'} are above the budget. Write texts or beginnings such as prod-.* instead, or = beside them.`,
  ]
}
