import type { Attack } from './target.ts'
import { responseAttacks } from './responses.ts'
import { bodyAttacks } from './bodies.ts'
import { lookupAttacks } from './lookups.ts'
import { matchingAttacks } from './matching.ts'
import { storingAttacks } from './storing.ts'

export const ATTACKS: readonly Attack[] = [
  ...responseAttacks,
  ...bodyAttacks,
  ...lookupAttacks,
  ...storingAttacks,
  ...matchingAttacks,
]
