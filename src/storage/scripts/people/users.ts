import type { Author } from '../../../domain/audit/audit.ts'
import { entryOf, userEntry } from '../../../domain/audit/audit-entries.ts'
import type { UserId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import { isEnabledAdmin, nameKeyOf, tidyName, type NewUser, type User } from '../../../domain/people/user.ts'
import {
  applyUserChange,
  hasOtherAdmin,
  identityTakenError,
  nameTakenError,
  noUserError,
  passwordChangedError,
  type PeopleMethods,
  refuseLosingLastAdmin,
  refuseUser,
  type UserKey,
} from '../../people.ts'
import { toToken, toUser, USERS, type UserRow } from '../../rows/user-row.ts'
import { recordAudit, type AuditSeals } from '../audit.ts'
import { endFirstAdminInvitations, endInvitations, putInvitation } from './invitations.ts'
import {
  change,
  changeLast,
  many,
  type NoValues,
  one,
  type Scripts,
  statement,
  takeLock,
  together,
  type TransactionScript,
} from '../../transactions/transaction-script.ts'
import { endAllSessions } from './sessions.ts'
import { SELECT_TOKENS } from './tokens.ts'

type Given<Name extends keyof PeopleMethods> = Parameters<PeopleMethods[Name]>

/**
 * Keeps people, with audit entries. Every change of people or invitations holds the lock `people`, against
 * deadlocks.
 */
export function userScripts(
  seals: AuditSeals,
): Scripts<
  'createUser' | 'listUsers' | 'findUser' | 'changeUser' | 'deleteUser' | 'setPassword' | 'rehashPassword'
> {
  return {
    *createUser(user, { now, by, invitation }) {
      yield* takeLock('people')
      const created = yield* insertUser(user, now)
      yield* recordAudit(seals, userEntry('user.created', { after: created }, { at: now, by }))
      if (invitation) yield* putInvitation({ ...invitation, userId: created.id })
      return created
    },

    *listUsers() {
      return (yield* many(SELECT_ALL, {})).map(toUser)
    },

    findUser,

    changeUser: (...given) => changeUser(seals, ...given),

    *deleteUser(id, { now, by }) {
      yield* takeLock('people')
      const user = yield* needUser(id)
      if (isEnabledAdmin(user)) yield* refuseLosingLast(user, now)
      // Sessions and invitations go with it.
      yield* change(REMOVE, { id })
      yield* recordAudit(seals, userEntry('user.deleted', { before: user }, { at: now, by }))
    },

    *setPassword(id, { from, to, exceptSessionId, now, by }) {
      yield* takeLock('people')
      const user = yield* needUser(id)
      if (user.passwordHash !== from) throw passwordChangedError()
      yield* writePassword(seals, { user, to, exceptSessionId, now, by })
    },

    *rehashPassword(id, { from, to }) {
      yield* changeLast(REHASH, { id, from, to })
    },
  }
}

export function* countUsers(): TransactionScript<number> {
  return (yield* one(COUNT, {}))?.count ?? 0
}

export function* findUser(key: UserKey): TransactionScript<User | undefined> {
  const row = yield* findRow(key)
  return row && toUser(row)
}

/** Locks the user until the transaction ends. */
export function* needUser(id: UserId): TransactionScript<User> {
  const row = yield* one(SELECT_FOR_CHANGE, { id })
  if (!row) throw noUserError(id)
  return toUser(row)
}

/** Stores a user, with people locked; the caller writes the audit entry. */
export function* insertUser(user: NewUser, now: Instant): TransactionScript<User> {
  const { name, role, passwordHash, oidc } = user
  const [count, namesake] = yield* together([countUsers(), findUser({ name })])
  refuseUser(user.name, namesake !== undefined, count)
  if (oidc && (yield* findUser({ oidc }))) throw identityTakenError()
  yield* endFirstAdminInvitations()
  const given = { name: tidyName(name), nameKey: nameKeyOf(name), role, passwordHash }
  const identity = { oidcIssuer: oidc?.issuer ?? null, oidcSubject: oidc?.subject ?? null }
  const made = { ...given, ...identity, disabledAt: null, createdAt: now, lastSignInAt: null }
  const row = yield* one(INSERT, USERS.toRow(made))
  return toUser(row!)
}

interface NewPassword extends Omit<Given<'setPassword'>[1], 'from'> {
  readonly user: User
  readonly by?: Author | undefined
}

/** Sets the password, and ends what the one before opened. */
export function* writePassword(
  seals: AuditSeals,
  { user, to, exceptSessionId, now, by }: NewPassword,
): TransactionScript<void> {
  const { id } = user
  yield* together([
    change(SET_PASSWORD, { id, to }),
    endAllSessions({ userId: id, exceptId: exceptSessionId }),
    endInvitations(id),
    recordAudit(seals, entryOf('user.password_changed', user, { at: now, by })),
  ])
}

/** Returns undefined if the user is gone, disabled, or has another password. */
export function* noteSignIn(
  id: UserId,
  { passwordHash, now }: { readonly passwordHash: string | null; readonly now: Instant },
): TransactionScript<User | undefined> {
  const row = yield* one(SIGN_IN, { id, passwordHash, now })
  return row && toUser(row)
}

function* changeUser(
  seals: AuditSeals,
  id: UserId,
  wanted: Given<'changeUser'>[1],
  { now, by, evenLastAdmin = false }: Given<'changeUser'>[2],
): TransactionScript<User> {
  yield* takeLock('people')
  const before = yield* needUser(id)
  const { after, endsSessions, revokesInvitations, losesAdmin } = applyUserChange(before, wanted, now)
  if (losesAdmin && !evenLastAdmin) yield* refuseLosingLast(before, now)
  const { name, role, disabledAt } = after
  const entry = userEntry('user.changed', { before, after }, { at: now, by })
  const namesake = yield* findUser({ name })
  if (namesake && namesake.id !== id) throw nameTakenError(name)
  yield* together([
    change(UPDATE, { id, name, name_key: nameKeyOf(name), role, disabled_at: disabledAt }),
    ...(endsSessions ? [endAllSessions({ userId: id })] : []),
    ...(revokesInvitations ? [endInvitations(id)] : []),
    recordAudit(seals, entry?.changes.length === 0 ? undefined : entry),
  ])
  return after
}

/** Runs with people locked, so that two cannot demote each other. */
function* refuseLosingLast(user: User, now: Instant): TransactionScript<void> {
  const users = (yield* many(SELECT_ALL, {})).map(toUser)
  const tokens = hasOtherAdmin(user.id, users) ? [] : (yield* many(SELECT_TOKENS, {})).map(toToken)
  refuseLosingLastAdmin(user.id, users, tokens, now)
}

function* findRow(key: UserKey): TransactionScript<UserRow | undefined> {
  if ('id' in key) return yield* one(SELECT_ONE, key)
  if ('name' in key) return yield* one(SELECT_BY_NAME, { nameKey: nameKeyOf(key.name) })
  return yield* one(SELECT_BY_IDENTITY, key.oidc)
}

const COUNT = statement<NoValues, { count: number }>('SELECT count(*) AS count FROM users')
const SELECT_ALL = statement<NoValues, UserRow>('SELECT * FROM users ORDER BY id')
const SELECT_ONE = statement<{ id: UserId }, UserRow>('SELECT * FROM users WHERE id = @id')
const SELECT_FOR_CHANGE = statement<{ id: UserId }, UserRow>(
  ({ forUpdate }) => `SELECT * FROM users WHERE id = @id ${forUpdate}`,
)
const SELECT_BY_NAME = statement<{ nameKey: string }, UserRow>(
  'SELECT * FROM users WHERE name_key = @nameKey',
)
const SELECT_BY_IDENTITY = statement<{ issuer: string; subject: string }, UserRow>(
  'SELECT * FROM users WHERE oidc_issuer IS NOT NULL AND oidc_issuer = @issuer AND oidc_subject = @subject',
)
const INSERT = statement<Omit<UserRow, 'id'>, UserRow>(`INSERT INTO users ${USERS.values} RETURNING *`)
const UPDATE = statement<Pick<UserRow, 'id' | 'name' | 'name_key' | 'role' | 'disabled_at'>>(
  'UPDATE users SET name = @name, name_key = @name_key, role = @role, disabled_at = @disabled_at WHERE id = @id',
)
const REMOVE = statement<{ id: UserId }>('DELETE FROM users WHERE id = @id')
const SET_PASSWORD = statement<{ id: UserId; to: string }>(
  'UPDATE users SET password_hash = @to WHERE id = @id',
)
const REHASH = statement<{ id: UserId; from: string; to: string }>(
  'UPDATE users SET password_hash = @to WHERE id = @id AND password_hash = @from',
)
const SIGN_IN = statement<{ id: UserId; passwordHash: string | null; now: Instant }, UserRow>(
  ({ greatest }) => `UPDATE users SET last_sign_in_at = ${greatest}(coalesce(last_sign_in_at, 0), @now)
   WHERE id = @id AND disabled_at IS NULL AND password_hash IS NOT DISTINCT FROM @passwordHash RETURNING *`,
)
