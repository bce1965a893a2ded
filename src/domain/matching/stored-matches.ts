import { compileMatch } from './compile-match.ts'
import { formatCount } from '../format-count.ts'
import { charactersMaxOf, OWNER_MATCH_STEPS_MAX, sumCosts, type OwnedMatch } from './match-budget.ts'
import { findOutdated } from './match-rules.ts'
import { PATTERN_VALUE_CHARACTERS_MAX } from './match.ts'

/** The matchers of something that is stored. */
export interface StoredMatch extends OwnedMatch {
  readonly noun: 'webhook' | 'silence' | 'maintenance window'
  readonly id: number
}

/** Names that one sentence has. */
const NAMED_MAX = 5

/** Says what is wrong with stored matchers. Undefined: nothing. */
export function describeStoredMatches(stored: readonly StoredMatch[]): string | undefined {
  const problems = [describeOutdated(stored), describeOverBudget(stored)].filter((one) => one !== undefined)
  return problems.length === 0 ? undefined : problems.join('; ')
}

/** Says which stored matchers would be refused now: a release with fewer rules saved them. Undefined: none. */
export function describeOutdated(stored: readonly StoredMatch[]): string | undefined {
  const outdated = stored.filter(({ match }) => match !== null && findOutdated(match).length > 0)
  const [inForce = [], unreadable = []] = [true, false].map((isReadable) =>
    outdated.filter(({ match }) => compileMatch(match ?? '').isReadable === isReadable),
  )
  const sentences = [
    ...(unreadable.length === 0
      ? []
      : [
          `this release cannot read stored matchers, so such a webhook is notified of every event, and such a silence or window holds nothing: ${nameSome(unreadable)}`,
        ]),
    ...(inForce.length === 0
      ? []
      : [`an earlier release saved matchers that are refused now, and stay in force: ${nameSome(inForce)}`]),
  ]
  if (sentences.length === 0) return undefined
  return `${sentences.join('; ')}; the warnings of each say what to write instead`
}

/** Says whose patterns are above the budget, since a release without one, and what follows. Undefined: nobody's. */
export function describeOverBudget(stored: readonly StoredMatch[]): string | undefined {
  const webhooks = stored.filter(({ noun }) => noun === 'webhook')
  const silences = stored.filter(({ noun }) => noun !== 'webhook')
  const sentences = [
    ...describeKind(webhooks, 'webhooks', 'a longer one notifies them undecided'),
    ...describeKind(silences, 'silences and maintenance windows', 'a longer one they do not hold, undecided'),
  ]
  return sentences.length === 0 ? undefined : sentences.join('; ')
}

function describeKind(stored: readonly StoredMatch[], nouns: string, effect: string): readonly string[] {
  const limitOf = charactersMaxOf(stored)
  const over = stored.filter((one) => limitOf(one) < PATTERN_VALUE_CHARACTERS_MAX && hasPatterns(one))
  return [...new Set(over.map(({ matchOwner }) => matchOwner))].map((owner) => {
    const own = over.filter(({ matchOwner }) => matchOwner === owner)
    const { steps } = sumCosts(own.map(({ match }) => match))
    return `the patterns of the ${nouns} of ${owner ?? 'an unknown author'} take ${formatCount(steps)} steps of ${formatCount(OWNER_MATCH_STEPS_MAX)} for one event, so they decide on values up to ${limitOf(own[0]!)} characters, and ${effect}: ${nameSome(own)}`
  })
}

function hasPatterns({ match }: OwnedMatch): boolean {
  return sumCosts([match]).instructions > 0
}

function nameSome(stored: readonly StoredMatch[]): string {
  const names = stored.slice(0, NAMED_MAX).map(({ noun, id }) => `${noun} ${id}`)
  const more = stored.length > NAMED_MAX ? [`${stored.length - NAMED_MAX} more`] : []
  return [...names, ...more].join(', ')
}
