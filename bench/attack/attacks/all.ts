import type { Attack } from './target.ts'
import { answerAttacks } from './answers.ts'
import { bodyAttacks } from './bodies.ts'
import { lookupAttacks } from './lookups.ts'
import { storingAttacks } from './storing.ts'

export const ATTACKS: readonly Attack[] = [
  ...answerAttacks,
  ...bodyAttacks,
  ...lookupAttacks,
  ...storingAttacks,
]
