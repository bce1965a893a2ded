import type { StoreVerbs } from '../store.ts'
import { notYet } from './not-yet.ts'
import type { Parts } from './parts.ts'

export function operationVerbs(
  _parts: Parts,
): Pick<
  StoreVerbs,
  'startOperation' | 'stopOperation' | 'findOperation' | 'listOperations' | 'advanceOperations'
> {
  return {
    startOperation: notYet,
    stopOperation: notYet,
    findOperation: notYet,
    listOperations: notYet,
    advanceOperations: notYet,
  }
}
