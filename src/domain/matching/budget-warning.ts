import { charactersMaxOf, costOf, type OwnedMatch } from './match-budget.ts'
import { PATTERN_VALUE_CHARACTERS_MAX } from './match.ts'

/** Returns on how many characters of a value the patterns of something that is stored decide. */
export type CharactersMaxOf = ReturnType<typeof charactersMaxOf>

/** Nothing is above the budget. */
export const ALL_CHARACTERS: CharactersMaxOf = () => PATTERN_VALUE_CHARACTERS_MAX

/**
 * Warns that the patterns of a webhook, silence or maintenance window do not decide on every value, because those of
 * its owner have been above the budget since an upgrade.
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
