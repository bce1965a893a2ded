import { findDeadAlternatives } from './closed-words.ts'
import { compileMatch } from './compile-match.ts'
import { formatMatcher } from './describe-mismatch.ts'
import type { Matcher } from './match.ts'
import { findOutdated } from './match-rules.ts'

/** Has the matchers: a silence that cannot be read holds nothing, and such a webhook is notified. */
export type MatchOwner = 'webhook' | 'silence'

/** Warnings about the matchers of one webhook, silence or window. */
const WARNINGS_MAX = 10

/**
 * Finds what can be saved in matchers but is probably not meant, such as a list of values after `=`; and what was saved
 * by a release that had fewer rules, and would be refused now. It stays in force.
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

/** Marks that word processors and other languages put around a value. */
const QUOTATION_MARKS = `“”„‟«»‘’‚'\``
/** A star after something that only people who mean file names would repeat. */
const GLOB = /(?:^|[^\\])[A-Za-z0-9_-]\*(?:$|[A-Za-z0-9_-])/u
/** Without spaces: a comma in a sentence says nothing. */
const LIST = /^[^\s,]+(?:,[^\s,]+)+$/u
const ALTERNATIVES = /^[^\s|]+(?:\|[^\s|]+)+$/u
const TEXT_WITH_STAR = /^[^\s*]*\*\S*$/u

/** Finds values that people write in other languages than this one, each with what it means here. */
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
