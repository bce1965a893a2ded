import { MATCH_STEPS_MAX } from '../../src/domain/matching/match-budget.ts'
import { compilePattern, PATTERN_VALUE_CHARACTERS_MAX } from '../../src/domain/pattern/pattern.ts'

/** Patterns that take their steps in different ways, each with the letter of values that resist it. */
const PATTERNS = [
  ['(?:.?){190}b', 'a'],
  ['(?:.*a){50}[x-z]', 'a'],
  ['(?:(?:.*a)*){40}[x-z]', 'a'],
  ['(?:(?:a*)*){100}[x-z]', 'a'],
  ['(?:(?:a[^b]*)*){180}[0-9]', 'a'],
  [String.raw`(?:\S*){120}[0-9]`, 'é'],
  ['(?:[acegikmoqsuwy]*){120}[0-9]', 'a'],
  ['(?i)(?:s*){100}[0-9]', 'ſ'],
  [String.raw`(?:\pL*){100}[0-9]`, 'a'],
] as const
const ROUNDS = 100
const LOOP_TURNS = 20_000

export interface StepsMeasured {
  /** Steps of the dearest pattern in 20 ms. */
  readonly in20Ms: number
  /** Milliseconds that all of the budget takes with the dearest pattern. */
  readonly budgetMs: number
  /** How much longer a step takes than a pass of a loop over the characters of a text. */
  readonly ratio: number
}

/** Measures how long the steps of patterns take. The quickest of many rounds counts: the others were disturbed. */
export function measureSteps(): StepsMeasured {
  const stepMs = Math.max(...PATTERNS.map(([text, letter]) => stepMsOf(text, letter)))
  return {
    in20Ms: 20 / stepMs,
    budgetMs: stepMs * MATCH_STEPS_MAX,
    ratio: stepMs / (quickest(loopOverText) / LOOP_TURNS),
  }
}

function stepMsOf(text: string, letter: string): number {
  const { matches, steps } = compilePattern(text)
  // A pattern remembers its last value, so none follows itself.
  const valueOf = (round: number) => letter.repeat(PATTERN_VALUE_CHARACTERS_MAX - (round % 8))
  return quickest((round) => Number(matches(valueOf(round)))) / (steps * PATTERN_VALUE_CHARACTERS_MAX)
}

function loopOverText(): number {
  const text = 'a'.repeat(PATTERN_VALUE_CHARACTERS_MAX)
  let sum = 0
  for (let turn = 0; turn < LOOP_TURNS; turn += 1) sum += text.charCodeAt(turn % text.length)
  return sum
}

function quickest(work: (round: number) => number): number {
  let least = Infinity
  for (let round = 0; round < ROUNDS; round += 1) {
    const startedAt = performance.now()
    work(round)
    least = Math.min(least, performance.now() - startedAt)
  }
  return least
}
