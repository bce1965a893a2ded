import {
  toToken,
  type TokenRow,
  toSession,
  toUser,
  type SessionRow,
  type UserRow,
} from '../../rows/user-row.ts'
import type { StoreMethods } from '../../store.ts'
import type { Deps } from '../node-memory/deps.ts'
import { statement } from '../connection/statement.ts'

const SELECT = statement<[hash: string], FoundRow>(`
SELECT to_json(sessions) AS session, to_json(users) AS "user", to_json(tokens) AS token
  FROM sessions LEFT JOIN users ON users.id = sessions.user_id LEFT JOIN tokens ON tokens.id = sessions.token_id
  WHERE sessions.hash = $1`)

interface FoundRow {
  readonly session: SessionRow
  readonly user: UserRow | null
  readonly token: TokenRow | null
}

/** Finds a session. No script, because every request of a session calls it: one round trip gives all three. */
export function findSessionMethod({ database }: Deps): Pick<StoreMethods, 'findSession'> {
  return {
    async findSession(hash) {
      const [found] = await database.read(SELECT, [hash])
      return (
        found && {
          session: toSession(found.session),
          user: found.user === null ? undefined : toUser(found.user),
          token: found.token === null ? undefined : toToken(found.token),
        }
      )
    },
  }
}
