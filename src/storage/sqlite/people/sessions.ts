import type { Database } from 'better-sqlite3'
import {
  SESSIONS_MAX,
  type FoundSession,
  type NewSession,
  type Session,
} from '../../../domain/people/session.ts'
import type { PeopleVerbs, SessionOwner } from '../../people.ts'
import { toSession, toUser, type SessionRow, type UserRow } from '../../rows/user-row.ts'
import { toToken, type TokenRow } from '../../rows/token-row.ts'

type Given<Name extends keyof PeopleVerbs> = Parameters<PeopleVerbs[Name]>

export class SessionTable {
  readonly #sql: ReturnType<typeof prepare>

  constructor(db: Database) {
    this.#sql = prepare(db)
  }

  insert({ userId, tokenId, hash, kind, createdAt, expiresAt, address, userAgent }: NewSession): Session {
    const row = this.#sql.insert.get({
      hash,
      user_id: userId,
      token_id: tokenId,
      kind,
      created_at: createdAt,
      expires_at: expiresAt,
      address,
      user_agent: userAgent,
    })!
    this.#sql.crowdOut.run({ user_id: userId, token_id: tokenId, kind, kept: SESSIONS_MAX })
    return toSession(row)
  }

  findSession(hash: string): FoundSession | undefined {
    const row = this.#sql.selectOne.get(hash)
    if (!row) return undefined
    const user = row.user_id === null ? undefined : this.#sql.selectUser.get(row.user_id)
    const token = row.token_id === null ? undefined : this.#sql.selectToken.get(row.token_id)
    return { session: toSession(row), user: user && toUser(user), token: token && toToken(token) }
  }

  listSessions(owner: SessionOwner): readonly Session[] {
    return this.#sql.selectOf.all(toColumns(owner)).map(toSession)
  }

  /** Answers how many ended. */
  endAll(owner: SessionOwner & { readonly id?: number | undefined; readonly exceptId?: number }): number {
    const { id = null, exceptId = null } = owner
    return this.#sql.end.run({ ...toColumns(owner), id, except_id: exceptId }).changes
  }

  touchSessions(uses: Given<'touchSessions'>[0]): void {
    for (const { id, at } of uses) this.#sql.touch.run(at, id)
  }

  prune({ now, seenBefore, limit }: Given<'pruneSessions'>[0]): number {
    const ended = this.#sql.pruneEnded.run(now, limit).changes
    return ended + this.#sql.pruneUnused.run(seenBefore, limit - ended).changes
  }
}

interface OwnerColumns {
  readonly user_id: number | null
  readonly token_id: number | null
}

function toColumns(owner: SessionOwner): OwnerColumns {
  return 'userId' in owner
    ? { user_id: owner.userId, token_id: null }
    : { user_id: null, token_id: owner.tokenId }
}

/** Equal to one of the two, which is not null; the other never is. */
const OF_OWNER = '(user_id = @user_id OR token_id = @token_id)'

function prepare(db: Database) {
  return {
    insert: db.prepare<[Omit<SessionRow, 'id' | 'seen_at'>], SessionRow>(
      `INSERT INTO sessions (hash, user_id, token_id, kind, created_at, seen_at, expires_at, address, user_agent)
       VALUES (@hash, @user_id, @token_id, @kind, @created_at, @created_at, @expires_at, @address, @user_agent) RETURNING *`,
    ),
    crowdOut: db.prepare<[OwnerColumns & { kind: string; kept: number }]>(
      `DELETE FROM sessions WHERE id IN (SELECT id FROM sessions WHERE ${OF_OWNER} AND kind = @kind
       ORDER BY seen_at DESC, id DESC LIMIT -1 OFFSET @kept)`,
    ),
    selectOne: db.prepare<[string], SessionRow>('SELECT * FROM sessions WHERE hash = ?'),
    selectUser: db.prepare<[number], UserRow>('SELECT * FROM users WHERE id = ?'),
    selectToken: db.prepare<[number], TokenRow>('SELECT * FROM tokens WHERE id = ?'),
    selectOf: db.prepare<[OwnerColumns], SessionRow>(
      `SELECT * FROM sessions WHERE ${OF_OWNER} ORDER BY id DESC`,
    ),
    end: db.prepare<[OwnerColumns & { id: number | null; except_id: number | null }]>(
      `DELETE FROM sessions WHERE ${OF_OWNER} AND (@id IS NULL OR id = @id) AND id IS NOT @except_id`,
    ),
    touch: db.prepare<[number, number]>('UPDATE sessions SET seen_at = max(seen_at, ?) WHERE id = ?'),
    pruneEnded: db.prepare<[number, number]>(
      'DELETE FROM sessions WHERE id IN (SELECT id FROM sessions WHERE expires_at <= ? ORDER BY expires_at LIMIT ?)',
    ),
    pruneUnused: db.prepare<[number, number]>(
      `DELETE FROM sessions WHERE id IN (
         SELECT id FROM sessions WHERE kind = 'console' AND seen_at < ? ORDER BY seen_at LIMIT ?)`,
    ),
  }
}
