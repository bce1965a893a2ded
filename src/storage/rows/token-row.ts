import { isScope, type Scope, type StoredToken } from '../../domain/people/token.ts'
import type { TokenId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import { json, tableOf, text, whole, type RowOf } from './columns.ts'

const COLUMNS = {
  id: whole<TokenId>(),
  name: text(),
  scopes: json<readonly Scope[]>([]),
  prefix: text(),
  hash: text(),
  created_at: whole<Instant>(),
  expires_at: whole<Instant | null>(),
  revoked_at: whole<Instant | null>(),
  last_used_at: whole<Instant | null>(),
}

export const TOKENS = tableOf(COLUMNS)
export type TokenRow = RowOf<typeof COLUMNS>

export function toToken(row: TokenRow): StoredToken {
  const { scopes, ...token } = TOKENS.fromRow(row)
  // A scope that a later release took away allows nothing any more.
  return { ...token, scopes: Array.isArray(scopes) ? scopes.filter(isScope) : [] }
}
