import type { StoreVerbs } from '../store.ts'
import { notYet } from './not-yet.ts'
import type { Parts } from './parts.ts'

export function healthVerbs(_parts: Parts): Pick<StoreVerbs, 'countBacklog' | 'findHealth'> {
  return { countBacklog: notYet, findHealth: notYet }
}
