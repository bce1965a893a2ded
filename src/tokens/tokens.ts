import type { Chance, Clock } from '../runtime/clock.ts'
import type { Author } from '../domain/audit/audit.ts'
import { AppError, invalidRequest } from '../domain/errors.ts'
import type { Scope, Token } from '../domain/people/token.ts'
import { formatToken, hashToken, isLive, tokenPrefix } from '../domain/people/token.ts'
import { findInvisible } from '../domain/people/visible-text.ts'
import type { TokenId } from '../domain/ids.ts'
import type { Store } from '../storage/store.ts'

/** Tokens that are valid: each request looks them up in memory. */
export const LIVE_TOKENS_MAX = 1000

const SECRET_BYTES = 32

export interface TokenDeps {
  readonly store: Pick<Store, 'createToken' | 'listTokens' | 'revokeToken'>
  readonly clock: Clock
  readonly chance: Chance
  /** Called after each change, so that it counts from the next request on. */
  readonly onTokensChanged: () => void
}

export interface TokenRequest {
  readonly name: string
  readonly scopes: readonly Scope[]
  /** Null: it does not expire. */
  readonly expiresInMs: number | null
  readonly by: Author
}

/**
 * Returns the secret, of which only the hash is stored. `invalid_request` for an invisible name; `conflict`
 * if there are too many live tokens.
 */
export async function createToken(
  { name, scopes, expiresInMs, by }: TokenRequest,
  { store, clock, chance, onTokensChanged }: TokenDeps,
): Promise<{ readonly token: Token; readonly secret: string }> {
  const issue = name.trim() === '' ? 'must not be empty' : findInvisible(name)
  if (issue !== undefined) throw invalidRequest([{ path: 'name', message: issue }])
  const now = clock.now()
  const liveCount = (await store.listTokens()).filter((token) => isLive(token, now)).length
  if (liveCount >= LIVE_TOKENS_MAX) {
    throw new AppError(
      'conflict',
      `There are ${liveCount} live tokens already; revoke those not used any more.`,
    )
  }
  const secret = formatToken(chance.bytes(SECRET_BYTES))
  const token = await store.createToken(
    {
      name,
      scopes,
      prefix: tokenPrefix(secret),
      hash: hashToken(secret),
      expiresAt: expiresInMs === null ? null : now + expiresInMs,
    },
    now,
    by,
  )
  onTokensChanged()
  return { token, secret }
}

/**
 * Revokes a token; may be called twice. `not_found` for an unknown id; `conflict` for the last live token
 * with the scope `admin`: nobody could create another.
 */
export async function revokeToken(
  { id, by }: { readonly id: TokenId; readonly by: Author },
  { store, clock, onTokensChanged }: TokenDeps,
): Promise<Token> {
  const token = await store.revokeToken(id, clock.now(), by)
  onTokensChanged()
  return token
}
