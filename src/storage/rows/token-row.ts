import { isScope, type StoredToken } from '../../domain/people/token.ts'
import { readStored } from './stored-json.ts'

export interface TokenRow {
  id: number
  name: string
  scopes: string
  prefix: string
  hash: string
  created_at: number
  expires_at: number | null
  revoked_at: number | null
  last_used_at: number | null
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
