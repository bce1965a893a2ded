import {
  SESSIONS_MAX,
  type FoundSession,
  type NewSession,
  type Session,
} from '../../../domain/people/session.ts'
import type { PeopleVerbs, SessionOwner } from '../../people.ts'
import { toSession, toUser, type SessionRow, type UserRow } from '../../rows/user-row.ts'
import { toToken, type TokenRow } from '../../rows/token-row.ts'
import type { Transaction } from '../connection/database.ts'
import type { Parts } from '../parts/parts.ts'

const INSERT = `INSERT INTO sessions (hash, user_id, token_id, kind, created_at, seen_at, expires_at, address, user_agent)
  VALUES ($1, $2, $3, $4, $5, $5, $6, $7, $8) RETURNING *`
const SELECT_ONE = `SELECT to_json(sessions) AS session, to_json(users) AS "user", to_json(tokens) AS token
  FROM sessions LEFT JOIN users ON users.id = sessions.user_id LEFT JOIN tokens ON tokens.id = sessions.token_id
  WHERE sessions.hash = $1`
// Locked in the order of their ids: two nodes that touch the same ones never wait for each other.
const TOUCH = `WITH uses AS (
    SELECT id, max(at) AS at FROM unnest($1::bigint[], $2::bigint[]) AS use (id, at) GROUP BY id
  ), locked AS MATERIALIZED (
    SELECT id FROM sessions WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE
  )
  UPDATE sessions SET seen_at = greatest(seen_at, uses.at)
  FROM uses JOIN locked USING (id) WHERE sessions.id = uses.id`
const PRUNE = `WITH old AS (
    SELECT id FROM sessions WHERE expires_at <= $1
    UNION SELECT id FROM sessions WHERE kind = 'console' AND seen_at < $2 LIMIT $3
  ), ended AS (
    DELETE FROM sessions WHERE id IN (SELECT id FROM old) RETURNING 1
  ), expired AS (
    DELETE FROM invitations WHERE hash IN (SELECT hash FROM invitations WHERE expires_at <= $1 LIMIT $3) RETURNING 1
  ) SELECT (SELECT count(*) FROM ended) + (SELECT count(*) FROM expired) AS count`

const columnOf = (owner: SessionOwner) => ('userId' in owner ? 'user_id' : 'token_id')
const idOf = (owner: SessionOwner) => ('userId' in owner ? owner.userId : owner.tokenId)

/** Those over the limit go, the ones unused for longest. */
export async function insertSession(
  transaction: Transaction,
  { userId, tokenId, hash, kind, createdAt, expiresAt, address, userAgent }: NewSession,
): Promise<Session> {
  const values = [hash, userId, tokenId, kind, createdAt, expiresAt, address, userAgent]
  const { rows } = await transaction.query<SessionRow>(INSERT, values)
  const column = userId === null ? 'token_id' : 'user_id'
  await transaction.query(
    `DELETE FROM sessions WHERE id IN (SELECT id FROM sessions WHERE ${column} = $1 AND kind = $2
     ORDER BY seen_at DESC, id DESC OFFSET $3)`,
    [userId ?? tokenId, kind, SESSIONS_MAX],
  )
  return toSession(rows[0]!)
}

/** Answers how many ended. */
export async function endAllSessions(
  transaction: Transaction,
  owner: SessionOwner & { readonly id?: number | undefined; readonly exceptId?: number | null },
): Promise<number> {
  const { id = null, exceptId = null } = owner
  const { count } = await transaction.query(
    `DELETE FROM sessions WHERE ${columnOf(owner)} = $1 AND ($2::bigint IS NULL OR id = $2) AND id IS DISTINCT FROM $3`,
    [idOf(owner), id, exceptId],
  )
  return count
}

interface FoundRow {
  readonly session: SessionRow
  readonly user: UserRow | null
  readonly token: TokenRow | null
}

export function sessionVerbs({
  database,
}: Pick<Parts, 'database'>): Pick<
  PeopleVerbs,
  'findSession' | 'listSessions' | 'touchSessions' | 'pruneSessions'
> {
  return {
    async findSession(hash): Promise<FoundSession | undefined> {
      const [found] = await database.read<FoundRow>(SELECT_ONE, [hash])
      return (
        found && {
          session: toSession(found.session),
          user: found.user === null ? undefined : toUser(found.user),
          token: found.token === null ? undefined : toToken(found.token),
        }
      )
    },

    async listSessions(owner) {
      const text = `SELECT * FROM sessions WHERE ${columnOf(owner)} = $1 ORDER BY id DESC`
      return (await database.read<SessionRow>(text, [idOf(owner)])).map(toSession)
    },

    touchSessions: (uses) =>
      database.transaction(
        async (transaction) => {
          await transaction.queryLast(TOUCH, [uses.map(({ id }) => id), uses.map(({ at }) => at)])
        },
        { lock: 'none' },
      ),

    pruneSessions: ({ now, seenBefore, limit }) =>
      database.transaction(
        async (transaction) => {
          const { rows } = await transaction.queryLast<{ count: number }>(PRUNE, [now, seenBefore, limit])
          return rows[0]?.count ?? 0
        },
        { lock: 'none' },
      ),
  }
}
