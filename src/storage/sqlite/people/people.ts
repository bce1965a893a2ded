import type { Database } from 'better-sqlite3'
import type { Author } from '../../../domain/audit/audit.ts'
import { userCreatedEntry, userEntry, userInvitedEntry } from '../../../domain/audit/user-entries.ts'
import type { NewSession, Session } from '../../../domain/people/session.ts'
import type { User } from '../../../domain/people/user.ts'
import type { Invitation } from '../../../domain/people/invitation.ts'
import { changedMeanwhile, noInvitation, noUser } from '../../people-rules.ts'
import type { Acceptance, FoundInvitation, PeopleVerbs, SessionOwner, When } from '../../people.ts'
import type { AuditTable } from './audit.ts'
import { InvitationTable } from './invitations.ts'
import { SessionTable } from './sessions.ts'
import { UserTable } from './users.ts'

type SyncPeopleVerbs = {
  readonly [Name in keyof PeopleVerbs]: (
    ...args: Parameters<PeopleVerbs[Name]>
  ) => Awaited<ReturnType<PeopleVerbs[Name]>>
}

interface Tables {
  readonly users: UserTable
  readonly sessions: SessionTable
  readonly invitations: InvitationTable
  readonly audit: AuditTable
}

export function peopleVerbs(db: Database, audit: AuditTable): SyncPeopleVerbs {
  const sessions = new SessionTable(db)
  const invitations = new InvitationTable(db)
  const users = new UserTable(db, { audit, sessions, invitations })
  const tables: Tables = { users, sessions, invitations, audit }
  return {
    createUser: (user, when) => users.createUser(user, when),
    listUsers: () => users.listUsers(),
    findUser: (key) => users.findUser(key),
    changeUser: (id, change, when) => users.changeUser(id, change, when),
    deleteUser: (id, when) => users.deleteUser(id, when),
    setPassword: (id, change) => users.setPassword(id, change),
    rehashPassword: (id, change) => users.rehashPassword(id, change),
    openSession: (session, opening) => openSession(tables, session, opening),
    findSession: (hash) => sessions.findSession(hash),
    listSessions: (owner) => sessions.listSessions(owner),
    endSessions: (owner, when) => endSessions(tables, owner, when),
    touchSessions: (uses) => sessions.touchSessions(uses),
    createInvitation(invitation, { now, by }) {
      const { userId } = invitation
      const user = userId === null ? undefined : users.findUser({ id: userId })
      if (userId !== null && !user) throw noUser(userId)
      invitations.put(invitation)
      // One for the first admin is made by the service at its start, and is nobody's doing.
      if (user) audit.record(userInvitedEntry(user, invitation, { at: now, by }))
    },
    findInvitation: (hash, now) => checked(tables, invitations.find(hash, now)),
    acceptInvitation: (acceptance) => acceptInvitation(tables, acceptance),
    pruneSessions(prune) {
      const count = sessions.prune(prune)
      return count + invitations.prune(prune.now, prune.limit)
    },
  }
}

function openSession(
  { users, sessions, audit }: Tables,
  session: NewSession,
  { passwordHash = null, by }: { readonly passwordHash?: string | null; readonly by?: Author } = {},
): Session {
  const { userId, createdAt: now } = session
  if (userId !== null) {
    const user = users.noteSignIn(userId, passwordHash, now)
    if (!user) throw changedMeanwhile()
    audit.record(userEntry('user.signed_in', user, { at: now, by }))
  }
  return sessions.insert(session)
}

function endSessions(
  { users, sessions, audit }: Tables,
  owner: SessionOwner,
  { id, now, by }: When & { readonly id?: number | undefined },
): number {
  const count = sessions.endAll({ ...owner, id })
  const user = 'userId' in owner ? users.findUser({ id: owner.userId }) : undefined
  if (count > 0 && user) {
    const action = id === undefined ? 'user.signed_out_everywhere' : 'user.signed_out'
    audit.record(userEntry(action, user, { at: now, by }))
  }
  return count
}

/** Whether it is still good for anything. */
function checked({ users }: Tables, invitation: Invitation | undefined): FoundInvitation | undefined {
  if (!invitation) return undefined
  if (invitation.userId === null) return users.count() === 0 ? { invitation, user: undefined } : undefined
  const user = users.findUser({ id: invitation.userId })
  return user && user.disabledAt === null ? { invitation, user } : undefined
}

function acceptInvitation(
  tables: Tables,
  { hash, name, passwordHash, session, now, address }: Acceptance,
): { readonly user: User; readonly session: Session } {
  const { users, sessions, audit, invitations } = tables
  const found = checked(tables, invitations.take(hash, now))
  if (!found) throw noInvitation()
  const { role } = found.invitation
  const known = found.user ?? users.insert({ name, role, passwordHash, oidc: null }, now)
  const by = { tokenId: null, userId: known.id, name: known.name, address, note: 'by invitation' }
  if (found.user) {
    const change = { from: known.passwordHash, to: passwordHash, exceptSessionId: null, now, by }
    users.setPassword(known.id, change)
  } else {
    audit.record(userCreatedEntry(known, { at: now, by }))
  }
  const user = users.noteSignIn(known.id, passwordHash, now)
  if (!user) throw noInvitation()
  return { user, session: sessions.insert({ ...session, userId: user.id, tokenId: null }) }
}
