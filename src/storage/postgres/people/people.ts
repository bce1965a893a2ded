import { userCreatedEntry, userEntry, userInvitedEntry } from '../../../domain/audit/user-entries.ts'
import type { Session } from '../../../domain/people/session.ts'
import type { User } from '../../../domain/people/user.ts'
import { changedMeanwhile, noInvitation } from '../../people-rules.ts'
import type { Acceptance, PeopleVerbs } from '../../people.ts'
import { toUser, type UserRow } from '../../rows/user-row.ts'
import { recordAudit } from './audit.ts'
import type { Transaction } from '../connection/database.ts'
import { putInvitation, readInvitation, takeInvitation } from './invitations.ts'
import type { Parts } from '../parts/parts.ts'
import { endAllSessions, insertSession, sessionVerbs } from './sessions.ts'
import {
  countUsers,
  insertUser,
  lockPeople,
  needUser,
  noteSignIn,
  userVerbs,
  writePassword,
} from './users.ts'

const SELECT_USER = 'SELECT * FROM users WHERE id = $1'

export function peopleVerbs(parts: Parts): PeopleVerbs {
  const { database } = parts
  const change = <Result>(work: (transaction: Transaction) => Promise<Result>) =>
    database.transaction(work, { lock: 'none' })
  const users = userVerbs(parts)
  return {
    ...users,
    ...sessionVerbs(parts),

    openSession: (session, { passwordHash = null, by } = {}) =>
      change(async (transaction) => {
        const { userId, createdAt: now } = session
        if (userId !== null) {
          const user = await noteSignIn(transaction, userId, { passwordHash, now })
          if (!user) throw changedMeanwhile()
          await recordAudit(transaction, parts, userEntry('user.signed_in', user, { at: now, by }))
        }
        return insertSession(transaction, session)
      }),

    endSessions: (owner, { id, now, by }) =>
      change(async (transaction) => {
        const count = await endAllSessions(transaction, { ...owner, id })
        if (count === 0 || !('userId' in owner)) return count
        const { rows } = await transaction.query<UserRow>(SELECT_USER, [owner.userId])
        const action = id === undefined ? 'user.signed_out_everywhere' : 'user.signed_out'
        const entry = rows[0] && userEntry(action, toUser(rows[0]), { at: now, by })
        await recordAudit(transaction, parts, entry)
        return count
      }),

    createInvitation: (invitation, { now, by }) =>
      change(async (transaction) => {
        await lockPeople(transaction)
        const { userId } = invitation
        const user = userId === null ? undefined : await needUser(transaction, userId)
        await putInvitation(transaction, invitation)
        // One for the first admin is made by the service at its start, and is nobody's doing.
        const entry = user && userInvitedEntry(user, invitation, { at: now, by })
        await recordAudit(transaction, parts, entry)
      }),

    async findInvitation(hash, now) {
      const invitation = await readInvitation(database, hash, now)
      if (!invitation) return undefined
      const { userId } = invitation
      if (userId === null) {
        return (await users.listUsers()).length === 0 ? { invitation, user: undefined } : undefined
      }
      const user = await users.findUser({ id: userId })
      return user && user.disabledAt === null ? { invitation, user } : undefined
    },

    acceptInvitation: (acceptance) =>
      change((transaction) => acceptInvitation(transaction, parts, acceptance)),
  }
}

async function acceptInvitation(
  transaction: Transaction,
  parts: Parts,
  { hash, name, passwordHash, session, now, address }: Acceptance,
): Promise<{ readonly user: User; readonly session: Session }> {
  await lockPeople(transaction)
  const invitation = await takeInvitation(transaction, hash, now)
  if (!invitation) throw noInvitation()
  const { userId, role } = invitation
  if (userId === null && (await countUsers(transaction)) > 0) throw noInvitation()
  const known =
    userId === null
      ? await insertUser(transaction, { name, role, passwordHash, oidc: null }, now)
      : await needUser(transaction, userId)
  const by = { tokenId: null, userId: known.id, name: known.name, address, note: 'by invitation' }
  if (userId === null) {
    await recordAudit(transaction, parts, userCreatedEntry(known, { at: now, by }))
  } else {
    await writePassword(transaction, parts, { user: known, to: passwordHash, now, by })
  }
  const user = await noteSignIn(transaction, known.id, { passwordHash, now })
  if (!user) throw noInvitation()
  return {
    user,
    session: await insertSession(transaction, { ...session, userId: user.id, tokenId: null }),
  }
}
