import { MATCH_STEPS_MAX } from '../../src/domain/matching/match-budget.ts'
import { PATTERN_VALUE_CHARACTERS_MAX } from '../../src/domain/matching/match.ts'
import { compilePattern } from '../../src/domain/matching/pattern.ts'

/** Patterns that take their steps in different ways, and values that resist them. */
const PATTERNS = ['(?:.*a){50}[x-z]', '(?:(?:.*a)*){40}[x-z]', '(?:.*a){10}[x-z]', '(?:.?){240}b']
const VALUES = Array.from({ length: 8 }, (_, index) => 'a'.repeat(PATTERN_VALUE_CHARACTERS_MAX - index))
const ROUNDS = 600
const LOOP_TURNS = 20_000

export interface StepsMeasured {
  /** Steps of the dearest pattern in 20 ms. */
  readonly in20Ms: number
  /** Milliseconds that all of the budget takes with the dearest pattern. */
  readonly budgetMs: number
  /** How much longer a step takes than a turn of a loop over the characters of a text. */
  readonly ratio: number
}

/** Measures how long the steps of patterns take. The quickest of many rounds counts: the others were disturbed. */
export function measureSteps(): StepsMeasured {
  const stepMs = Math.max(...PATTERNS.map(stepMsOf))
  return {
    in20Ms: 20 / stepMs,
    budgetMs: stepMs * MATCH_STEPS_MAX,
    ratio: stepMs / (quickest(bareLoop) / LOOP_TURNS),
  }
}

function stepMsOf(text: string): number {
  const { matches, instructions } = compilePattern(text)
  // A pattern remembers its last value, so none follows itself.
  const matchNext = (round: number) => Number(matches(VALUES[round % VALUES.length]!))
  return quickest(matchNext) / (instructions * PATTERN_VALUE_CHARACTERS_MAX)
}

function bareLoop(): number {
  const text = VALUES[0]!
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
