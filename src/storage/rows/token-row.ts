import { isScope, type StoredToken } from '../../domain/people/token.ts'
import type { TokenId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import { readStored } from './stored-json.ts'

export interface TokenRow {
  id: TokenId
  name: string
  scopes: string
  prefix: string
  hash: string
  created_at: Instant
  expires_at: Instant | null
  revoked_at: Instant | null
  last_used_at: Instant | null
}

export function toToken(row: TokenRow): StoredToken {
  const scopes = readStored<unknown>(row.scopes, [])
  return {
    id: row.id,
    name: row.name,
    // A scope that a later release took away allows nothing any more.
    scopes: Array.isArray(scopes) ? scopes.filter(isScope) : [],
    prefix: row.prefix,
    hash: row.hash,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    lastUsedAt: row.last_used_at,
  }
}
