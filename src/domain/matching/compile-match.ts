import { keysOf, type MatchKey } from './match-keys.ts'
import { OTHERWISE, type Matcher, type MatchGroup } from './match.ts'
import { compilePattern, type Pattern, PATTERN_VALUE_CHARACTERS_MAX } from '../pattern/pattern.ts'
import { readerOf, type Matched } from './match-values.ts'
import { parseMatch } from './parse-match.ts'

/** Undefined: undecided, because a pattern may not read so long a value. */
export type Verdict = boolean | undefined

/** Patterns decide on values of so many characters; longer ones are undecided, unless this is what they see at most. */
type Condition = (event: Matched, charactersMax?: number) => Verdict

type Program = Pick<Pattern, 'instructions' | 'steps'>

/** A `match` that is ready to be asked. */
export interface CompiledMatch {
  readonly isOtherwise: boolean
  readonly groups: readonly MatchGroup[]
  /** False: another release wrote what this one cannot compile. */
  readonly isReadable: boolean
  /** Keys of each group, by which an index finds it. */
  readonly keys: readonly (readonly (readonly MatchKey[])[])[]
  /** The patterns of each group that are more than texts to look up. */
  readonly programs: readonly (readonly Program[])[]
  /** Tells whether an event matches; of `otherwise`, others decide, and this is true. */
  readonly verdict: Condition
  /** Tells whether an event matches if patterns see all that they can see of a value. */
  readonly matches: (event: Matched) => boolean
}

/** Compiled texts, so that a new list of webhooks costs nothing for those that stay the same. */
const compiled = new Map<string, CompiledMatch>()
/** Forgets all texts above this number: more than the webhooks that one service may have. */
const COMPILED_MAX = 20_000
/** Forgets all texts above so many instructions together: previews compile texts that nobody stores. */
const COMPILED_INSTRUCTIONS_MAX = 120_000
let compiledInstructions = 0

/**
 * Compiles the text of a `match`, once for each text. Rules for what is saved never apply to what is stored; a text
 * that cannot be compiled, because another release wrote it, matches everything: a notification too many is better
 * than a lost one. So a silence must not ask it (`isReadable`).
 */
export function compileMatch(text: string): CompiledMatch {
  const known = compiled.get(text)
  if (known) return known
  const made = compile(text)
  compiledInstructions += instructionsOf(made)
  if (compiled.size >= COMPILED_MAX || compiledInstructions > COMPILED_INSTRUCTIONS_MAX) {
    compiled.clear()
    compiledInstructions = instructionsOf(made)
  }
  compiled.set(text, made)
  return made
}

/** Tells whether the `match` of a webhook leaves the decision to others; null: it has none. */
export function isOtherwise(match: string | null): boolean {
  return match !== null && compileMatch(match).isOtherwise
}

/**
 * Tells whether an event meets the `match` of a webhook, as far as other webhooks do not decide about it. An undecided
 * webhook is notified.
 */
export function meetsAlone(match: string | null, event: Matched, charactersMax?: number): boolean {
  return match === null || compileMatch(match).verdict(event, charactersMax) !== false
}

function compile(text: string): CompiledMatch {
  try {
    const match = parseMatch(text)
    if (match === OTHERWISE) return { ...MEETS_EVERYTHING, isOtherwise: true }
    const groups = match.map(compileGroup)
    const verdict = anyOf(groups.map(({ condition }) => condition))
    return {
      isOtherwise: false,
      groups: match,
      isReadable: true,
      keys: match.map(keysOf),
      programs: groups.map(({ programs }) => programs),
      verdict,
      matches: (event) => verdict(event) !== false,
    }
  } catch {
    return { ...MEETS_EVERYTHING, isReadable: false }
  }
}

const MEETS_EVERYTHING: CompiledMatch = {
  isOtherwise: false,
  groups: [],
  isReadable: true,
  keys: [],
  programs: [],
  verdict: () => true,
  matches: () => true,
}

function anyOf(conditions: readonly Condition[]): Condition {
  return (event, charactersMax) => {
    let found: Verdict = false
    for (const condition of conditions) {
      const isMet = condition(event, charactersMax)
      if (isMet === true) return true
      if (isMet === undefined) found = undefined
    }
    return found
  }
}

interface CompiledMatcher extends Program {
  readonly condition: Condition
}

/** Asks the cheap matchers first: most events do not meet one of them, and then no pattern has to run. */
function compileGroup(group: MatchGroup) {
  const compiledOnes = group.map(compileMatcher).toSorted((one, other) => one.steps - other.steps)
  const conditions = compiledOnes.map(({ condition }) => condition)
  const condition: Condition = (event, charactersMax) => {
    let found: Verdict = true
    for (const one of conditions) {
      const isMet = one(event, charactersMax)
      if (isMet === false) return false
      if (isMet === undefined) found = undefined
    }
    return found
  }
  const programs = compiledOnes.filter(({ instructions }) => instructions > 0)
  return { condition, programs }
}

/** Tells whether an event meets one matcher. */
export function matcherCondition(matcher: Matcher): (event: Matched) => boolean {
  const { condition } = compileMatcher(matcher)
  return (event) => condition(event) !== false
}

/**
 * A clear has no severity of its own, as it passes the flags of severities: it meets every condition on one.
 * Otherwise a receiver would never get the clear if the severity had changed in between.
 */
function compileMatcher(matcher: Matcher): CompiledMatcher {
  const compiledOne = compileComparison(matcher)
  if (matcher.field !== 'severity') return compiledOne
  const { condition } = compiledOne
  return {
    ...compiledOne,
    condition: (event, charactersMax) =>
      (event.kind === 'alert' && event.newState === 'cleared') || condition(event, charactersMax),
  }
}

const NO_PROGRAM: Program = { instructions: 0, steps: 0 }

function compileComparison({ field, operator, value }: Matcher): CompiledMatcher {
  const read = readerOf(field)
  if (operator === '=') return { condition: (event) => read(event) === value, ...NO_PROGRAM }
  if (operator === '!=') return { condition: (event) => read(event) !== value, ...NO_PROGRAM }
  const pattern = compilePattern(value)
  const isNegated = operator === '!~'
  return {
    condition: (event, charactersMax) => {
      const isMet = ask(pattern, read(event), charactersMax)
      return isMet === undefined ? undefined : isMet !== isNegated
    },
    instructions: pattern.instructions,
    steps: pattern.steps,
  }
}

function ask(pattern: Pattern, value: string, charactersMax = PATTERN_VALUE_CHARACTERS_MAX): Verdict {
  const isTooLong = value.length > charactersMax && charactersMax < PATTERN_VALUE_CHARACTERS_MAX
  if (pattern.instructions === 0 || !isTooLong) return pattern.matches(value)
  return pattern.canBegin(value) ? undefined : false
}

function instructionsOf({ programs }: CompiledMatch): number {
  return programs.flat().reduce((sum, { instructions }) => sum + instructions, 0)
}
