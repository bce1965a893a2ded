import type { Database } from 'better-sqlite3'
import { AppError } from '../../../domain/errors.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { NewToken, StoredToken } from '../../../domain/people/token.ts'
import { refuseRevokingLastAdmin } from '../../people-rules.ts'
import { toToken, type TokenRow } from '../../rows/token-row.ts'

export function tokenVerbs(db: Database) {
  const insert = db.prepare<[string, string, string, string, number, number | null], TokenRow>(
    'INSERT INTO tokens (name, scopes, prefix, hash, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?) RETURNING *',
  )
  const selectAll = db.prepare<[], TokenRow>('SELECT * FROM tokens ORDER BY id')
  const revoke = db.prepare<[number, number], TokenRow>(
    'UPDATE tokens SET revoked_at = coalesce(revoked_at, ?) WHERE id = ? RETURNING *',
  )
  const touch = db.prepare('UPDATE tokens SET last_used_at = max(coalesce(last_used_at, 0), ?) WHERE id = ?')

  return {
    createToken({ name, scopes, prefix, hash, expiresAt }: NewToken, now: Instant): StoredToken {
      return toToken(insert.get(name, JSON.stringify(scopes), prefix, hash, now, expiresAt)!)
    },

    listTokens(): readonly StoredToken[] {
      return selectAll.all().map(toToken)
    },

    revokeToken(id: number, now: Instant): StoredToken {
      refuseRevokingLastAdmin(id, selectAll.all().map(toToken), now)
      const row = revoke.get(now, id)
      if (!row) throw new AppError('not_found', `There is no token ${id}.`)
      return toToken(row)
    },

    touchTokens(uses: readonly { readonly id: number; readonly at: Instant }[]): void {
      for (const { id, at } of uses) touch.run(at, id)
    },
  }
}
