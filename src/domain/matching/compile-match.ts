import { keysOf, type MatchKey } from './match-keys.ts'
import { OTHERWISE, type Matcher, type MatchGroup } from './match.ts'
import { compilePattern, type Pattern, PATTERN_VALUE_CHARACTERS_MAX } from '../pattern/pattern.ts'
import { readerOf, type Matched } from './match-values.ts'
import { parseMatch } from './parse-match.ts'

/** `undefined`: undecided, because the value is too long for a pattern. */
export type Verdict = boolean | undefined

/** Values longer than `charactersMax` are undecided. */
type Condition = (event: Matched, charactersMax?: number) => Verdict

type Program = Pick<Pattern, 'instructions' | 'steps'>

/** A `match` that is ready to be asked. */
export interface CompiledMatch {
  readonly isOtherwise: boolean
  readonly groups: readonly MatchGroup[]
  /** False: another release wrote what this one cannot compile. */
  readonly isReadable: boolean
  /** The keys of each group, by which an index finds it. */
  readonly keys: readonly (readonly (readonly MatchKey[])[])[]
  /** The patterns of each group that are more than texts to look up. */
  readonly programs: readonly (readonly Program[])[]
  /** Tells whether an event matches; always true for `otherwise`, which other webhooks decide. */
  readonly verdict: Condition
  /** Tells whether an event matches if values may have their full length. */
  readonly matches: (event: Matched) => boolean
}

/** Compiled texts, so that a new list of webhooks costs nothing for unchanged ones. */
const compiled = new Map<string, CompiledMatch>()
/** Above so many texts all are forgotten; a service has fewer webhooks. */
const COMPILED_MAX = 20_000
/** Above so many instructions all texts are forgotten: previews compile texts that nobody stores. */
const COMPILED_INSTRUCTIONS_MAX = 120_000
let compiledInstructions = 0

/**
 * Compiles each text once. Rules for saving do not apply to what is stored. A text that cannot be compiled, because
 * another release wrote it, matches everything: better one notification too many than one lost. A silence must
 * therefore ask `isReadable` first.
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
 * Tells whether an event meets the `match` of a webhook, leaving `otherwise` aside. An undecided webhook is notified.
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

/** Asks the cheap matchers first: most events fail one, so that no pattern runs. */
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

export function matcherCondition(matcher: Matcher): (event: Matched) => boolean {
  const { condition } = compileMatcher(matcher)
  return (event) => condition(event) !== false
}

/**
 * Lets a clear meet every condition on the severity: a receiver would never get the clear if the severity had changed
 * in between.
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
