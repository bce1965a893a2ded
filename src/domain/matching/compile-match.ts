import { OTHERWISE, type Matcher, type MatchGroup } from './match.ts'
import { readerOf, type Matched } from './match-values.ts'
import { parseMatch } from './parse-match.ts'
import { compilePattern } from './pattern.ts'

type Condition = (event: Matched) => boolean

/** A `match` that is ready to be asked. */
export interface CompiledMatch {
  readonly isOtherwise: boolean
  readonly groups: readonly MatchGroup[]
  /** False: another release wrote what this one cannot compile. */
  readonly isReadable: boolean
  /** Tells whether an event matches; of `otherwise`, others decide, and this is true. */
  readonly matches: Condition
}

/** Compiled texts, so that a new list of webhooks costs nothing for those that stay the same. */
const compiled = new Map<string, CompiledMatch>()
/** Forgets all texts above this number: more than the webhooks that one service may have. */
const COMPILED_MAX = 20_000

/**
 * Compiles the text of a `match`, once for each text. What is stored is never judged by rules for what is saved; a text
 * that cannot be compiled, because another release wrote it, matches everything: a notification too many is better than
 * a lost one. So a silence must not ask it (`isReadable`).
 */
export function compileMatch(text: string): CompiledMatch {
  const known = compiled.get(text)
  if (known) return known
  const made = compile(text)
  if (compiled.size >= COMPILED_MAX) compiled.clear()
  compiled.set(text, made)
  return made
}

/** Tells whether the `match` of a webhook leaves the decision to others; null: it has none. */
export function isOtherwise(match: string | null): boolean {
  return match !== null && compileMatch(match).isOtherwise
}

/** Tells whether an event meets the `match` of a webhook, as far as other webhooks do not decide about it. */
export function meetsAlone(match: string | null, event: Matched): boolean {
  return match === null || compileMatch(match).matches(event)
}

function compile(text: string): CompiledMatch {
  try {
    const match = parseMatch(text)
    if (match === OTHERWISE) return { isOtherwise: true, groups: [], isReadable: true, matches: everything }
    return { isOtherwise: false, groups: match, isReadable: true, matches: anyOf(match.map(allOf)) }
  } catch {
    return { isOtherwise: false, groups: [], isReadable: false, matches: everything }
  }
}

const everything = () => true

function anyOf(conditions: readonly Condition[]): Condition {
  return (event) => conditions.some((condition) => condition(event))
}

function allOf(group: MatchGroup): Condition {
  const conditions = group.map(matcherCondition)
  return (event) => conditions.every((condition) => condition(event))
}

/**
 * A clear has no severity of its own, as it passes the flags of severities: it meets every condition on one. Otherwise
 * a receiver would never hear of the clear if the severity had changed in between.
 */
export function matcherCondition(matcher: Matcher): Condition {
  const condition = comparisonOf(matcher)
  if (matcher.field !== 'severity') return condition
  return (event) => (event.kind === 'alert' && event.newState === 'cleared') || condition(event)
}

/** Tells whether an event that has none of the compared fields meets the match: then it is met by nearly every one. */
export function meetsWithoutFields(match: string): boolean {
  return compileMatch(match).groups.some((group) => group.every(isMetByNothing))
}

function isMetByNothing({ operator, value }: Matcher): boolean {
  const isMet = operator.endsWith('~') ? compilePattern(value).matches('') : value === ''
  return isMet === operator.startsWith('=')
}

function comparisonOf({ field, operator, value }: Matcher): Condition {
  const read = readerOf(field)
  switch (operator) {
    case '=':
      return (event) => read(event) === value
    case '!=':
      return (event) => read(event) !== value
    case '=~': {
      const { matches } = compilePattern(value)
      return (event) => matches(read(event))
    }
    case '!~': {
      const { matches } = compilePattern(value)
      return (event) => !matches(read(event))
    }
  }
}
