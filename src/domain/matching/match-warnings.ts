import { formatCount } from '../spelling.ts'
import { compileMatch } from './compile-match.ts'
import { formatMatcher } from './describe-mismatch.ts'
import { charactersMaxOf, type OwnedMatch, OWNER_MATCH_STEPS_MAX, sumCosts } from './match-budget.ts'
import { findDeadAlternatives, findOutdated } from './match-rules.ts'
import type { Matcher } from './match.ts'
import { PATTERN_VALUE_CHARACTERS_MAX } from '../pattern/pattern.ts'

/** An unreadable silence holds nothing; an unreadable webhook is notified of everything. */
type MatchOwner = 'webhook' | 'silence'

/** Warnings about the matchers of one webhook, silence or window. */
const WARNINGS_MAX = 10

/**
 * Finds what may be saved but is probably not meant, such as a list of values after `=`, and what would be refused now
 * but was saved by an earlier release and stays in force.
 */
export function findMatchWarnings(text: string, owner: MatchOwner): readonly string[] {
  const { isReadable, groups } = compileMatch(text)
  const effect = owner === 'webhook' ? 'it is notified of every event' : 'it holds nothing'
  const outdated = findOutdated(text).map(({ message }) =>
    isReadable
      ? `match ${message} It was saved before this was refused, and stays in force as it is.`
      : `match ${message} This release cannot read it, so ${effect}.`,
  )
  const doubts = groups
    .flat()
    .flatMap((matcher) => [...findDeadAlternatives(matcher), ...findDoubts(matcher)])
  return [...new Set([...outdated, ...doubts])].slice(0, WARNINGS_MAX)
}

/** Quotation marks of word processors and other languages. */
const QUOTATION_MARKS = `“”„‟«»‘’‚'\``
/** A star as in file names, not as in patterns. */
const GLOB = /(?:^|[^\\])[A-Za-z0-9_-]\*(?:$|[A-Za-z0-9_-])/u
/** Without spaces: sentences have commas, too. */
const LIST = /^[^\s,]+(?:,[^\s,]+)+$/u
const ALTERNATIVES = /^[^\s|]+(?:\|[^\s|]+)+$/u
const TEXT_WITH_STAR = /^[^\s*]*\*\S*$/u

/** Finds values in the syntax of other languages, with what they mean here. */
function findDoubts(matcher: Matcher): readonly string[] {
  const { operator, value } = matcher
  const written = formatMatcher(matcher)
  const unquoted = withoutMarks(value)
  if (unquoted !== value)
    return [`${written} compares the quotation marks, too; write ${rewritten(matcher, operator, unquoted)}.`]
  if (operator.endsWith('~')) {
    if (!GLOB.test(value)) return []
    const pattern = value.replaceAll(/([A-Za-z0-9_-])\*/gu, '$1.*')
    return [
      `${written} is a pattern, in which * repeats the character before it; for any text write ${rewritten(matcher, operator, pattern)}.`,
    ]
  }
  const pattern = patternMeantBy(value)
  if (pattern === undefined) return []
  return [
    `${written} compares the whole value with this text, letter for letter; for one of several values or for any text write ${rewritten(matcher, operator === '=' ? '=~' : '!~', pattern)}.`,
  ]
}

function patternMeantBy(value: string): string | undefined {
  if (LIST.test(value)) return value.split(',').map(escaped).join('|')
  if (ALTERNATIVES.test(value)) return value.split('|').map(escaped).join('|')
  return TEXT_WITH_STAR.test(value) ? value.split('*').map(escaped).join('.*') : undefined
}

function withoutMarks(value: string): string {
  let [start, end] = [0, value.length]
  while (start < end && QUOTATION_MARKS.includes(value[start]!)) start += 1
  while (end > start && QUOTATION_MARKS.includes(value[end - 1]!)) end -= 1
  return value.slice(start, end)
}

function rewritten({ field }: Matcher, operator: Matcher['operator'], value: string): string {
  return formatMatcher({ field, operator, value, offset: 0 })
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.[\]{}()|*+?]/gu, String.raw`\$&`)
}

export interface StoredMatch extends OwnedMatch {
  readonly noun: 'webhook' | 'silence' | 'maintenance window'
  readonly id: number
}

const NAMED_MAX = 5

/** Says what is wrong with stored matchers; undefined: nothing. */
export function describeStoredMatches(stored: readonly StoredMatch[]): string | undefined {
  const problems = [describeOutdated(stored), describeOverBudget(stored)].filter((one) => one !== undefined)
  return problems.length === 0 ? undefined : problems.join('; ')
}

/** Names stored matchers that would be refused now; undefined: there are no such matchers. */
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

/**
 * Names owners whose patterns have been above the budget since an upgrade, and the effect; undefined: there are no such
 * owners.
 */
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
