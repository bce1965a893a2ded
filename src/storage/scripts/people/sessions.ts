import type { SessionId, TokenId, UserId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import { SESSIONS_MAX, type NewSession, type Session } from '../../../domain/people/session.ts'
import type { PeopleMethods, SessionOwner } from '../../people.ts'
import type { SessionRow, TokenRow, UserRow } from '../../rows/user-row.ts'
import { SESSIONS, toSession, toToken, toUser } from '../../rows/user-row.ts'
import { PRUNE_INVITATIONS } from './invitations.ts'
import type { Scripts, TransactionScript } from '../../transactions/transaction-script.ts'
import { change, changeLast, many, one, statement, together } from '../../transactions/transaction-script.ts'
import { noteUses } from './tokens.ts'

export function sessionScripts(): Scripts<
  'findSession' | 'listSessions' | 'noteSessionsUsed' | 'pruneSessions'
> {
  return {
    *findSession(hash) {
      const [row, user, token] = yield* together([
        one(SELECT, { hash }),
        one(SELECT_USER, { hash }),
        one(SELECT_TOKEN, { hash }),
      ])
      return row && { session: toSession(row), user: user && toUser(user), token: token && toToken(token) }
    },

    *listSessions(owner) {
      return (yield* many(ofOwner(owner).select, { owner: idOf(owner) })).map(toSession)
    },

    noteSessionsUsed: (uses) => noteUses(NOTE_USE, uses),

    pruneSessions,
  }
}

/** Stores a session; the least recently used ones above the limit go. */
export function* insertSession(session: NewSession): TransactionScript<Session> {
  const { userId, tokenId, kind } = session
  const crowdOut = userId === null ? OF_TOKEN.crowdOut : OF_USER.crowdOut
  const [row] = yield* together([
    one(INSERT, SESSIONS.toRow({ ...session, seenAt: session.createdAt })),
    change(crowdOut, { owner: userId ?? tokenId, kind, kept: SESSIONS_MAX }),
  ])
  return toSession(row!)
}

/** Ends all sessions of the owner, or the one with `id`; `exceptId` stays. Returns how many ended. */
export function* endAllSessions(
  owner: SessionOwner & { readonly id?: SessionId | undefined; readonly exceptId?: SessionId | null },
): TransactionScript<number> {
  const { id = null, exceptId = null } = owner
  return yield* change(ofOwner(owner).end, { owner: idOf(owner), id, exceptId })
}

function* pruneSessions(prune: Parameters<PeopleMethods['pruneSessions']>[0]): TransactionScript<number> {
  const { now, limit } = prune
  const [ended, expired] = yield* together([
    change(PRUNE, prune),
    changeLast(PRUNE_INVITATIONS, { now, limit }),
  ])
  return ended + expired
}

function idOf(owner: SessionOwner): UserId | TokenId {
  return 'userId' in owner ? owner.userId : owner.tokenId
}

function ofOwner(owner: SessionOwner): typeof OF_USER {
  return 'userId' in owner ? OF_USER : OF_TOKEN
}

interface OfOwner {
  readonly owner: UserId | TokenId | null
}

const SELECT = statement<{ hash: string }, SessionRow>('SELECT * FROM sessions WHERE hash = @hash')
const SELECT_USER = statement<{ hash: string }, UserRow>(
  'SELECT * FROM users WHERE id = (SELECT user_id FROM sessions WHERE hash = @hash)',
)
const SELECT_TOKEN = statement<{ hash: string }, TokenRow>(
  'SELECT * FROM tokens WHERE id = (SELECT token_id FROM sessions WHERE hash = @hash)',
)

function statementsOf(column: 'user_id' | 'token_id') {
  return {
    select: statement<OfOwner, SessionRow>(
      `SELECT * FROM sessions WHERE ${column} = @owner ORDER BY id DESC`,
    ),
    end: statement<OfOwner & { readonly id: SessionId | null; readonly exceptId: SessionId | null }>(
      `DELETE FROM sessions WHERE ${column} = @owner AND (id = @id OR CAST(@id AS bigint) IS NULL)
       AND id IS DISTINCT FROM @exceptId`,
    ),
    crowdOut: statement<OfOwner & { readonly kind: Session['kind']; readonly kept: number }>(
      `DELETE FROM sessions WHERE id IN (SELECT id FROM sessions WHERE ${column} = @owner AND kind = @kind
       ORDER BY seen_at DESC, id DESC LIMIT ${Number.MAX_SAFE_INTEGER} OFFSET @kept)`,
    ),
  }
}

const OF_USER = statementsOf('user_id')
const OF_TOKEN = statementsOf('token_id')

const INSERT = statement<Omit<SessionRow, 'id'>, SessionRow>(
  `INSERT INTO sessions ${SESSIONS.values} RETURNING *`,
)
const NOTE_USE = statement<{ id: SessionId; at: Instant }>(
  ({ greatest }) => `UPDATE sessions SET seen_at = ${greatest}(seen_at, @at) WHERE id = @id`,
)
const PRUNE = statement<{ now: Instant; seenBefore: Instant; limit: number }>(
  `DELETE FROM sessions WHERE id IN (
     SELECT id FROM sessions WHERE expires_at <= @now
     UNION SELECT id FROM sessions WHERE kind = 'console' AND seen_at < @seenBefore LIMIT @limit)`,
)
