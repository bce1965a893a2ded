import { RE2JS } from 're2js'
import { type Beginning, readPlainPattern } from './plain-pattern.ts'
import { rememberLast } from '../remember-last.ts'

/** Characters of any other pattern. */
export const PATTERN_CHARACTERS_MAX = 1000

/** Instructions of a compiled pattern: the most steps per character. */
export const PATTERN_INSTRUCTIONS_MAX = 1000

/** Characters of a value that a pattern reads: intake waits for each comparison. */
export const PATTERN_VALUE_CHARACTERS_MAX = 512

const CHARACTER = /\\([!-/:-@[-`{-~])|([^\\^$.[\]{}()|*+?])/uy
const QUANTIFIERS = '*+?{'

/** Searching so many characters of text costs one instruction. */
const CHARACTERS_PER_INSTRUCTION = 8

export interface Pattern {
  /** Matches the whole value. */
  readonly matches: (value: string) => boolean
  /** False: the beginning already says that the value does not match. */
  readonly canBegin: (value: string) => boolean
  /** The ways in which matched values begin. */
  readonly beginnings: readonly Beginning[]
  /** Instructions of its program; 0: its texts are looked up. */
  readonly instructions: number
  /** The most steps per character of a value. */
  readonly steps: number
}

/** Larger programs run more slowly: an instruction counts as four steps. */
const QUICK_INSTRUCTIONS_MAX = 500
const SLOW_FACTOR = 4
/** Case-insensitive flags and Unicode classes search long tables for each character. */
const USES_TABLES = /\\[pP]|\(\?[A-Za-z-]*i/u
const TABLES_FACTOR = 2
/** Texts between `.*` are found ten times faster. */
const GLOB_FACTOR = 1 / 4

/**
 * Compiles a pattern in the syntax of RE2: it matches the whole value, and a dot every character. Texts,
 * alternatives and beginnings (`prod-.*`) are compared directly; other patterns read the first
 * `charactersMax` characters. Throws an Error with the reason.
 */
export function compilePattern(text: string, charactersMax = PATTERN_VALUE_CHARACTERS_MAX): Pattern {
  const { beginnings } = readPlainPattern(text)
  if (beginnings.every(({ rest }) => rest !== 'unknown'))
    return { ...compareTexts(beginnings), beginnings, instructions: 0, steps: 0 }
  const canBegin = beginsWithOneOf(beginnings)
  const glob = text.length <= PATTERN_CHARACTERS_MAX ? readGlobPattern(text) : undefined
  if (glob) {
    const matches = (value: string) => glob.matches(value.slice(0, charactersMax))
    return {
      matches,
      canBegin,
      beginnings,
      instructions: glob.instructions,
      steps: GLOB_FACTOR * glob.instructions,
    }
  }
  const compiled = compileRe2(text)
  return {
    // `Matcher` runs the program; `testExact` would build an automaton of megabytes for some patterns.
    matches: rememberLast(
      (value: string) => canBegin(value) && compiled.matcher(value.slice(0, charactersMax)).matches(),
    ),
    canBegin,
    beginnings,
    instructions: compiled.programSize(),
    steps: stepsOf(text, compiled.programSize()),
  }
}

/** Weighs instructions by their time, measured by `npm run bench -- --only matchers`. */
function stepsOf(text: string, instructions: number): number {
  const sized = instructions <= QUICK_INSTRUCTIONS_MAX ? instructions : SLOW_FACTOR * instructions
  return USES_TABLES.test(text) ? TABLES_FACTOR * sized : sized
}

function compareTexts(beginnings: readonly Beginning[]): Pick<Pattern, 'matches' | 'canBegin'> {
  const texts = new Set(beginnings.flatMap(({ text, rest }) => (rest === 'end' ? text : [])))
  const canBegin = beginsWithOneOf(beginnings.filter(({ rest }) => rest === 'anything'))
  const matches = (value: string) => texts.has(value) || canBegin(value)
  return { matches, canBegin: matches }
}

function beginsWithOneOf(beginnings: readonly Beginning[]): (value: string) => boolean {
  const texts = beginnings.map(({ text }) => text)
  if (texts.includes('')) return () => true
  return (value) => texts.some((text) => value.startsWith(text))
}

/** Counts the instructions, 0 if its texts are looked up, or explains the mistake with its remedy. */
export function measurePattern(
  text: string,
): { readonly size: number; readonly texts: number } | { readonly mistake: string } {
  try {
    const { instructions, beginnings } = compilePattern(text)
    return { size: instructions, texts: beginnings.length }
  } catch (error) {
    const reason = (error as Error).message.replace(/^error parsing regexp: /u, '').replace('`(?s)', '`')
    return {
      mistake: `the pattern cannot be used: ${reason}. Patterns have the syntax of RE2, without look-around and back references.`,
    }
  }
}

function compileRe2(text: string): RE2JS {
  if (text.length > PATTERN_CHARACTERS_MAX)
    throw new Error(
      `it has ${text.length} characters, and ${PATTERN_CHARACTERS_MAX} are allowed for what is more than texts with | between them`,
    )
  const compiled = RE2JS.compile(text, RE2JS.DOTALL)
  const size = compiled.programSize()
  if (size > PATTERN_INSTRUCTIONS_MAX)
    throw new Error(
      `it compiles to ${size} instructions, and ${PATTERN_INSTRUCTIONS_MAX} are allowed; use smaller repetitions`,
    )
  return compiled
}

/** Texts with `.*` between them, such as `.*lag.*`, which need no program. */
interface GlobPattern {
  readonly matches: (value: string) => boolean
  readonly instructions: number
}

function readGlobPattern(pattern: string): GlobPattern | undefined {
  const texts = readTexts(pattern)
  if (texts === undefined || texts.length < 2) return undefined
  const characters = texts.reduce((sum, text) => sum + text.length, 0)
  return {
    matches: (value) => containsInOrder(value, texts),
    instructions: texts.length - 1 + Math.floor(characters / CHARACTERS_PER_INSTRUCTION),
  }
}

function readTexts(pattern: string): readonly string[] | undefined {
  const texts = ['']
  let offset = 0
  while (offset < pattern.length) {
    const isAnything = pattern.startsWith('.*', offset)
    CHARACTER.lastIndex = offset
    const found = isAnything ? null : CHARACTER.exec(pattern)
    if (!isAnything && !found) return undefined
    offset += found?.[0].length ?? 2
    if (QUANTIFIERS.includes(pattern[offset] ?? ' ')) return undefined
    if (found) texts[texts.length - 1] += found[1] ?? found[2] ?? ''
    else texts.push('')
  }
  return texts
}

function containsInOrder(value: string, texts: readonly string[]): boolean {
  const [first = '', last = ''] = [texts[0], texts.at(-1)]
  const end = value.length - last.length
  let from = first.length
  if (from > end || !value.startsWith(first) || !value.endsWith(last)) return false
  for (const text of texts.slice(1, -1)) {
    const at = value.indexOf(text, from)
    if (at === -1 || at + text.length > end) return false
    from = at + text.length
  }
  return true
}
