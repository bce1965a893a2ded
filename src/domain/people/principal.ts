import { AppError } from '../errors.ts'
import type { SessionId, TokenId, UserId } from '../ids.ts'
import type { Instant } from '../instant.ts'
import { csrfTokenOf, endOf, type FoundSession } from './session.ts'
import { allows, type Scope, type Token } from './token.ts'
import { type Role, SCOPES_OF } from './user.ts'

/** The author of a request: a person, or a token that a program uses. */
export interface Principal {
  readonly kind: 'user' | 'token'
  readonly name: string
  readonly scopes: readonly Scope[]
  /** Null for tokens. */
  readonly role: Role | null
  readonly userId: UserId | null
  readonly tokenId: TokenId | null
  /** The session that was used; null: the token itself was presented. */
  readonly sessionId: SessionId | null
  /** The token that changes through a cookie must carry; null: none is needed. */
  readonly csrfToken: string | null
  /** Null: it does not expire. */
  readonly expiresAt: Instant | null
}

export function principalByToken({ id, name, scopes, expiresAt }: Token): Principal {
  return {
    kind: 'token',
    name,
    scopes,
    role: null,
    userId: null,
    tokenId: id,
    sessionId: null,
    csrfToken: null,
    expiresAt,
  }
}

/** Returns the principal of an open session. `secret` is given if it is a browser's. */
export function principalBySession(
  { session, user, token }: FoundSession,
  { secret, idleMs }: { readonly secret?: string; readonly idleMs: number },
): Principal {
  const own = {
    sessionId: session.id,
    csrfToken: secret === undefined ? null : csrfTokenOf(secret),
    expiresAt: endOf(session, idleMs),
  }
  if (user) {
    const { id, name, role } = user
    return { kind: 'user', name, scopes: SCOPES_OF[role], role, userId: id, tokenId: null, ...own }
  }
  if (token) return { ...principalByToken(token), ...own }
  throw new AppError('unauthorized', 'The user of this session no longer exists; sign in again.')
}

/**
 * Returns one key for everything that a user or a token does, however many sessions they have: for limits per
 * principal.
 */
export function principalKey({ userId, tokenId }: Pick<Principal, 'userId' | 'tokenId'>): string {
  return userId === null ? `token ${tokenId}` : `user ${userId}`
}

/** Throws `forbidden` unless the principal has the scope. `remedy`: instead of what they have, what they can do. */
export function requireScope(principal: Principal, scope: Scope, remedy?: string): void {
  if (allows(principal, scope)) return
  const who = principal.role === null ? `The token "${principal.name}"` : `The role ${principal.role}`
  throw new AppError(
    'forbidden',
    `${who} lacks the scope ${scope}${remedy ?? `; it has ${principal.scopes.join(', ')}`}.`,
  )
}

/** Returns whose budget the matchers are charged to that an author saves; null: the service itself, or nobody known. */
export function matchOwnerOf(by: Pick<Principal, 'tokenId' | 'userId'> | undefined): string | null {
  if (by === undefined || (by.tokenId === null && by.userId === null)) return null
  return principalKey(by)
}
