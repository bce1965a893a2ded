import type { StoreVerbs } from '../store.ts'
import { notYet } from './not-yet.ts'
import type { Parts } from './parts.ts'

export function encryptionVerbs(_parts: Parts): Pick<StoreVerbs, 'describeEncryption' | 'rotateEncryption'> {
  return { describeEncryption: notYet, rotateEncryption: notYet }
}
