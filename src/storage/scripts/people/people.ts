import { entryOf, userEntry, userInvitedEntry } from '../../../domain/audit/audit-entries.ts'
import type { Invitation } from '../../../domain/people/invitation.ts'
import type { Session } from '../../../domain/people/session.ts'
import type { User } from '../../../domain/people/user.ts'
import type { UserId } from '../../../domain/ids.ts'
import type { FoundInvitation, PeopleMethods } from '../../people.ts'
import { accountChangedError, noInvitationError } from '../../people.ts'
import { recordAudit, type AuditSeals } from '../audit.ts'
import { findInvitation, putInvitation, takeInvitation } from './invitations.ts'
import type { TransactionScript, Scripts } from '../../transactions/transaction-script.ts'
import { takeLock, together } from '../../transactions/transaction-script.ts'
import { endAllSessions, insertSession, sessionScripts } from './sessions.ts'
import {
  countUsers,
  findUser,
  insertUser,
  needUser,
  noteSignIn,
  userScripts,
  writePassword,
} from './users.ts'

type Given<Name extends keyof PeopleMethods> = Parameters<PeopleMethods[Name]>

export function peopleScripts(seals: AuditSeals): Scripts<keyof PeopleMethods> {
  return {
    ...userScripts(seals),
    ...sessionScripts(),
    openSession: (...given) => openSession(seals, ...given),
    endSessions: (...given) => endSessions(seals, ...given),

    *createInvitation(invitation, { now, by }) {
      yield* takeLock('people')
      const { userId } = invitation
      const user = userId === null ? undefined : yield* needUser(userId)
      yield* putInvitation(invitation)
      // The invitation of the first admin, by the service itself, is not audited.
      if (user) yield* recordAudit(seals, userInvitedEntry(user, invitation, { at: now, by }))
    },

    *findInvitation(hash, now) {
      return yield* checked(yield* findInvitation(hash, now), (id) => findUser({ id }))
    },

    acceptInvitation: (acceptance) => acceptInvitation(seals, acceptance),
  }
}

function* openSession(
  seals: AuditSeals,
  session: Given<'openSession'>[0],
  { passwordHash = null, by }: NonNullable<Given<'openSession'>[1]> = {},
): TransactionScript<Session> {
  const { userId, createdAt: now } = session
  if (userId !== null) {
    const user = yield* noteSignIn(userId, { passwordHash, now })
    if (!user) throw accountChangedError()
    yield* recordAudit(seals, entryOf('user.signed_in', user, { at: now, by }))
  }
  return yield* insertSession(session)
}

function* endSessions(
  seals: AuditSeals,
  owner: Given<'endSessions'>[0],
  { id, now, by }: Given<'endSessions'>[1],
): TransactionScript<number> {
  const count = yield* endAllSessions({ ...owner, id })
  const user = count > 0 && 'userId' in owner ? yield* findUser({ id: owner.userId }) : undefined
  const action = id === undefined ? 'user.signed_out_everywhere' : 'user.signed_out'
  if (user) yield* recordAudit(seals, entryOf(action, user, { at: now, by }))
  return count
}

function* checked(
  invitation: Invitation | undefined,
  find: (id: UserId) => TransactionScript<User | undefined>,
): TransactionScript<FoundInvitation | undefined> {
  if (!invitation) return undefined
  if (invitation.userId === null) {
    return (yield* countUsers()) === 0 ? { invitation, user: undefined } : undefined
  }
  const user = yield* find(invitation.userId)
  return user && user.disabledAt === null ? { invitation, user } : undefined
}

function* acceptInvitation(
  seals: AuditSeals,
  { hash, name, passwordHash, session, now, address }: Given<'acceptInvitation'>[0],
): TransactionScript<{ readonly user: User; readonly session: Session }> {
  yield* takeLock('people')
  const found = yield* checked(yield* takeInvitation(hash, now), needUser)
  if (!found) throw noInvitationError()
  const { role } = found.invitation
  const known = found.user ?? (yield* insertUser({ name, role, passwordHash, oidc: null }, now))
  const by = { tokenId: null, userId: known.id, name: known.name, address, note: 'by invitation' }
  const [, user] = yield* together([
    found.user
      ? writePassword(seals, { user: known, to: passwordHash, exceptSessionId: null, now, by })
      : recordAudit(seals, userEntry('user.created', { after: known }, { at: now, by })),
    noteSignIn(known.id, { passwordHash, now }),
  ])
  if (!user) throw noInvitationError()
  return { user, session: yield* insertSession({ ...session, userId: user.id, tokenId: null }) }
}
