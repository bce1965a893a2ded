import { matcherCondition } from './compile-match.ts'
import { OTHERWISE, type Matcher } from './match.ts'
import { readerOf, type Matched } from './match-values.ts'
import { parseMatch } from './parse-match.ts'

const DESCRIBED_MAX = 3
const SHOWN_MAX = 80

/** Names a matcher of each group that fails, with the value of the event: `label.team="dba" is not met by "web"`. */
export function describeMismatch(text: string, event: Matched): string {
  const match = parseMatch(text)
  if (match === OTHERWISE) return OTHERWISE
  const failing = match.flatMap((group) => group.find((matcher) => !matcherCondition(matcher)(event)) ?? [])
  const described = failing.slice(0, DESCRIBED_MAX).map((matcher) => describe(matcher, event))
  const more = failing.length - described.length
  return `${described.join('; ')}${more > 0 ? `; and so with ${more} more groups` : ''}`
}

function describe(matcher: Matcher, event: Matched): string {
  const value = readerOf(matcher.field)(event)
  const has = value === '' ? 'an event without it' : quote(value)
  return `${formatMatcher(matcher)} is not met by ${has}`
}

/** Writes a matcher as `parseMatch` reads it. */
export function formatMatcher({ field, operator, value }: Matcher): string {
  const name = /^[^\s{}!=~,"'`\\]+$/u.test(field) ? field : quote(field)
  return `${name}${operator}${quote(value)}`
}

function quote(value: string): string {
  const shown = [...value].length > SHOWN_MAX ? `${[...value].slice(0, SHOWN_MAX - 1).join('')}…` : value
  return `"${shown
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('"', String.raw`\"`)
    .replaceAll('\n', String.raw`\n`)}"`
}
