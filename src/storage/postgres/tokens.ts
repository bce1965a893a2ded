import type { StoreVerbs } from '../store.ts'
import { notYet } from './not-yet.ts'
import type { Parts } from './parts.ts'

export function tokenVerbs(
  _parts: Parts,
): Pick<StoreVerbs, 'createToken' | 'listTokens' | 'revokeToken' | 'touchTokens'> {
  return { createToken: notYet, listTokens: notYet, revokeToken: notYet, touchTokens: notYet }
}
