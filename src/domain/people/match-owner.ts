import { principalKey, type Principal } from './principal.ts'

/** Returns whose budget the matchers are charged to that an author saves; null: the service itself, or nobody known. */
export function matchOwnerOf(by: Pick<Principal, 'tokenId' | 'userId'> | undefined): string | null {
  if (by === undefined || (by.tokenId === null && by.userId === null)) return null
  return principalKey(by)
}
