import type { StoreVerbs } from '../store.ts'
import { notYet } from './not-yet.ts'
import type { Parts } from './parts.ts'

export function claimVerbs(_parts: Parts): Pick<StoreVerbs, 'claimDue' | 'releaseClaims'> {
  return { claimDue: notYet, releaseClaims: notYet }
}
