import { tokenCreatedEntry, tokenRevokedEntry } from '../../../domain/audit/audit-entries.ts'
import { AppError } from '../../../domain/errors.ts'
import { refuseRevokingLastAdmin } from '../../people-rules.ts'
import { toToken, type TokenRow } from '../../rows/token-row.ts'
import type { StoreVerbs } from '../../store.ts'
import { recordAudit } from './audit.ts'
import type { Parts } from '../parts/parts.ts'
import { lockPeople } from './users.ts'

const SELECT_ALL = 'SELECT * FROM tokens ORDER BY id'
const SELECT_ONE = 'SELECT * FROM tokens WHERE id = $1'
const INSERT = `INSERT INTO tokens (name, scopes, prefix, hash, created_at, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6) RETURNING *`
// Of two who revoke it at once the second finds it revoked.
const REVOKE = 'UPDATE tokens SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL RETURNING *'
// Locked in the order of their ids: two nodes that touch the same ones never wait for each other.
const TOUCH = `WITH uses AS (
    SELECT id, max(at) AS at FROM unnest($1::bigint[], $2::bigint[]) AS use (id, at) GROUP BY id
  ), locked AS MATERIALIZED (
    SELECT id FROM tokens WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE
  )
  UPDATE tokens SET last_used_at = greatest(coalesce(last_used_at, 0), uses.at)
  FROM uses JOIN locked USING (id) WHERE tokens.id = uses.id`

export function tokenVerbs(
  parts: Parts,
): Pick<StoreVerbs, 'createToken' | 'listTokens' | 'revokeToken' | 'touchTokens'> {
  const { database } = parts
  return {
    createToken: ({ name, scopes, prefix, hash, expiresAt }, now, by) =>
      database.transaction(
        async (transaction) => {
          const values = [name, JSON.stringify(scopes), prefix, hash, now, expiresAt]
          const { rows } = await transaction.query<TokenRow>(INSERT, values)
          const token = toToken(rows[0]!)
          await recordAudit(transaction, parts, tokenCreatedEntry(token, { at: now, by }))
          return token
        },
        { lock: 'none' },
      ),

    async listTokens() {
      return (await database.read<TokenRow>(SELECT_ALL)).map(toToken)
    },

    revokeToken: (id, now, by) =>
      database.transaction(
        async (transaction) => {
          // Of two who revoke each other's token, and of those who count on one, the second sees what the first did.
          await lockPeople(transaction)
          const all = await transaction.query<TokenRow>(SELECT_ALL)
          refuseRevokingLastAdmin(id, all.rows.map(toToken), now)
          const [revoked, known] = await Promise.all([
            transaction.query<TokenRow>(REVOKE, [id, now]),
            transaction.query<TokenRow>(SELECT_ONE, [id]),
          ])
          const row = known.rows[0]
          if (!row) throw new AppError('not_found', `There is no token ${id}.`)
          const token = toToken(row)
          // The first moment stays, and its entry.
          const entry = revoked.count > 0 ? tokenRevokedEntry(token, { at: now, by }) : undefined
          await recordAudit(transaction, parts, entry)
          return token
        },
        { lock: 'none' },
      ),

    touchTokens: (uses) =>
      database.transaction(
        async (transaction) => {
          await transaction.queryLast(TOUCH, [uses.map(({ id }) => id), uses.map(({ at }) => at)])
        },
        { lock: 'none' },
      ),
  }
}
