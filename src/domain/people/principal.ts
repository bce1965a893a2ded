import { AppError } from '../errors.ts'
import type { SessionId, TokenId, UserId } from '../ids.ts'
import type { Instant } from '../instant.ts'
import { csrfTokenOf, endOf, type FoundSession } from './session.ts'
import { allows, type Scope, type Token } from './token.ts'
import { type Role, SCOPES_OF } from './user.ts'

export interface Principal {
  readonly kind: 'user' | 'token'
  readonly name: string
  readonly scopes: readonly Scope[]
  /** Null for tokens. */
  readonly role: Role | null
  readonly userId: UserId | null
  readonly tokenId: TokenId | null
  /** Null: the token itself was presented. */
  readonly sessionId: SessionId | null
  /** Required for changes by cookie; null: not needed. */
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

/** Returns who has the open session. `secret`: of a browser's session. */
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

/** The key for limits per principal, the same for all sessions of a user or token. */
export function principalKey({ userId, tokenId }: Pick<Principal, 'userId' | 'tokenId'>): string {
  return userId === null ? `token ${tokenId}` : `user ${userId}`
}

/** Throws `forbidden` without the scope. `remedy` replaces the list of scopes in the message. */
export function requireScope(principal: Principal, scope: Scope, remedy?: string): void {
  if (allows(principal, scope)) return
  const who = principal.role === null ? `The token "${principal.name}"` : `The role ${principal.role}`
  throw new AppError(
    'forbidden',
    `${who} lacks the scope ${scope}${remedy ?? `; it has ${principal.scopes.join(', ')}`}.`,
  )
}

/** Returns whose budget saved matchers count against; null: the service itself, or unknown. */
export function matchOwnerOf(by: Pick<Principal, 'tokenId' | 'userId'> | undefined): string | null {
  if (by === undefined || (by.tokenId === null && by.userId === null)) return null
  return principalKey(by)
}
