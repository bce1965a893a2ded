import type { StoreVerbs } from '../store.ts'
import { notYet } from './not-yet.ts'
import type { Parts } from './parts.ts'

export function upkeepVerbs(_parts: Parts): Pick<StoreVerbs, 'pruneHistory' | 'checkHealth' | 'backup'> {
  return { pruneHistory: notYet, checkHealth: notYet, backup: notYet }
}
