import type { StoreVerbs } from '../store.ts'
import { notYet } from './not-yet.ts'
import type { Parts } from './parts.ts'

export function finishVerbs(
  _parts: Parts,
): Pick<StoreVerbs, 'finishAttempts' | 'rescueExpired' | 'endOverdue'> {
  return { finishAttempts: notYet, rescueExpired: notYet, endOverdue: notYet }
}
