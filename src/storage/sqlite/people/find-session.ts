import {
  toToken,
  type TokenRow,
  toSession,
  toUser,
  type SessionRow,
  type UserRow,
} from '../../rows/user-row.ts'
import type { SyncMethods } from '../connection/run-script.ts'
import type { SqliteDeps } from '../node-memory/deps.ts'
import type { TokenId, UserId } from '../../../domain/ids.ts'

/** Finds a session. No script: every request of a session calls it, and three reads cost less than one wide row. */
export function findSessionMethod({ db }: SqliteDeps): Pick<SyncMethods, 'findSession'> {
  const selectSession = db.prepare<[string], SessionRow>('SELECT * FROM sessions WHERE hash = ?')
  const selectUser = db.prepare<[UserId], UserRow>('SELECT * FROM users WHERE id = ?')
  const selectToken = db.prepare<[TokenId], TokenRow>('SELECT * FROM tokens WHERE id = ?')
  return {
    findSession(hash) {
      const row = selectSession.get(hash)
      if (!row) return undefined
      const user = row.user_id === null ? undefined : selectUser.get(row.user_id)
      const token = row.token_id === null ? undefined : selectToken.get(row.token_id)
      return { session: toSession(row), user: user && toUser(user), token: token && toToken(token) }
    },
  }
}
