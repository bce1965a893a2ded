import type { Author } from '../../../domain/audit/audit.ts'
import {
  userChangedEntry,
  userCreatedEntry,
  userDeletedEntry,
  userEntry,
} from '../../../domain/audit/user-entries.ts'
import { isEnabledAdmin, nameKeyOf, tidyName, type NewUser, type User } from '../../../domain/people/user.ts'
import type { ChangeUserWhen, PeopleVerbs, UserKey } from '../../people.ts'
import {
  applyUserChange,
  identityTaken,
  nameTaken,
  noUser,
  passwordChangedMeanwhile,
  refuseLosingLastAdmin,
  refuseUser,
} from '../../people-rules.ts'
import { toToken, type TokenRow } from '../../rows/token-row.ts'
import { toUser, type UserRow } from '../../rows/user-row.ts'
import { recordAudit } from './audit.ts'
import type { Transaction } from '../connection/database.ts'
import { endFirstAdminInvitations, endInvitations, putInvitation } from './invitations.ts'
import type { Parts } from '../parts/parts.ts'
import { endAllSessions } from './sessions.ts'
import { LOCK_CLASS } from '../connection/locks.ts'

const LOCK = `SELECT pg_advisory_xact_lock(${LOCK_CLASS.people}, 0)`
const COUNT = 'SELECT count(*) AS count FROM users'
const SELECT_ALL = 'SELECT * FROM users ORDER BY id'
const SELECT_TOKENS = 'SELECT * FROM tokens'
const SELECT_FOR_CHANGE = 'SELECT * FROM users WHERE id = $1 FOR UPDATE'
const INSERT = `INSERT INTO users (name, name_key, role, password_hash, oidc_issuer, oidc_subject, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING *`
const UPDATE = 'UPDATE users SET name = $2, name_key = $3, role = $4, disabled_at = $5 WHERE id = $1'
const SIGN_IN = `UPDATE users SET last_sign_in_at = greatest(coalesce(last_sign_in_at, 0), $2)
  WHERE id = $1 AND disabled_at IS NULL AND password_hash IS NOT DISTINCT FROM $3 RETURNING *`
const REHASH = 'UPDATE users SET password_hash = $3 WHERE id = $1 AND password_hash = $2'

/**
 * Nobody else adds, changes or removes people until the transaction ends, nor writes invitations: so of two that touch a user and
 * their invitations neither waits for the other.
 */
export async function lockPeople(transaction: Transaction): Promise<void> {
  await transaction.query(LOCK)
}

export async function countUsers(transaction: Transaction): Promise<number> {
  const { rows } = await transaction.query<{ count: number }>(COUNT)
  return rows[0]?.count ?? 0
}

/** Without an entry in the log, for whoever writes a better one. Call it with the names locked. */
export async function insertUser(transaction: Transaction, user: NewUser, now: number): Promise<User> {
  const { name, role, passwordHash, oidc } = user
  const count = await countUsers(transaction)
  refuseUser(user, { isNameTaken: (await findIn(transaction, user)) !== undefined, count })
  if (oidc && (await findIn(transaction, { oidc }))) throw identityTaken()
  await endFirstAdminInvitations(transaction)
  const identity = [oidc?.issuer ?? null, oidc?.subject ?? null]
  const values = [tidyName(name), nameKeyOf(name), role, passwordHash, ...identity, now]
  const { rows } = await transaction.query<UserRow>(INSERT, values)
  return toUser(rows[0]!)
}

/** Undefined: they are gone, disabled, or have another password. */
export async function noteSignIn(
  transaction: Transaction,
  id: number,
  { passwordHash, now }: { readonly passwordHash: string | null; readonly now: number },
): Promise<User | undefined> {
  const { rows } = await transaction.query<UserRow>(SIGN_IN, [id, now, passwordHash])
  return rows[0] && toUser(rows[0])
}

/** Until the transaction ends nobody else changes them. */
export async function needUser(transaction: Transaction, id: number): Promise<User> {
  const { rows } = await transaction.query<UserRow>(SELECT_FOR_CHANGE, [id])
  if (!rows[0]) throw noUser(id)
  return toUser(rows[0])
}

/** Sets it, and ends what the one before opened. */
export async function writePassword(
  transaction: Transaction,
  parts: Parts,
  {
    user,
    to,
    now,
    by,
    exceptId = null,
  }: {
    readonly user: User
    readonly to: string
    readonly now: number
    readonly by?: Author | undefined
    readonly exceptId?: number | null
  },
): Promise<void> {
  await transaction.query('UPDATE users SET password_hash = $2 WHERE id = $1', [user.id, to])
  await endAllSessions(transaction, { userId: user.id, exceptId })
  await endInvitations(transaction, user.id)
  await recordAudit(transaction, parts, userEntry('user.password_changed', user, { at: now, by }))
}

export function userVerbs(
  parts: Parts,
): Pick<
  PeopleVerbs,
  'createUser' | 'listUsers' | 'findUser' | 'changeUser' | 'deleteUser' | 'setPassword' | 'rehashPassword'
> {
  const { database } = parts
  const change = <Result>(work: (transaction: Transaction) => Promise<Result>) =>
    database.transaction(work, { lock: 'none' })
  return {
    createUser: (user, { now, by, invitation }) =>
      change(async (transaction) => {
        await lockPeople(transaction)
        const created = await insertUser(transaction, user, now)
        await recordAudit(transaction, parts, userCreatedEntry(created, { at: now, by }))
        if (invitation) await putInvitation(transaction, { ...invitation, userId: created.id })
        return created
      }),

    async listUsers() {
      return (await database.read<UserRow>(SELECT_ALL)).map(toUser)
    },

    async findUser(key) {
      const { condition, values } = conditionOf(key)
      const [row] = await database.read<UserRow>(`SELECT * FROM users WHERE ${condition}`, values)
      return row && toUser(row)
    },

    changeUser: (id, wanted, when) =>
      change((transaction) => changeUser(transaction, parts, { id, wanted, when })),

    deleteUser: (id, { now, by }) =>
      change(async (transaction) => {
        await lockPeople(transaction)
        const user = await needUser(transaction, id)
        if (isEnabledAdmin(user)) await refuseLosingLast(transaction, user, now)
        // Sessions and invitations go with it.
        await transaction.query('DELETE FROM users WHERE id = $1', [id])
        await recordAudit(transaction, parts, userDeletedEntry(user, { at: now, by }))
      }),

    setPassword: (id, { from, to, exceptSessionId, now, by }) =>
      change(async (transaction) => {
        await lockPeople(transaction)
        const user = await needUser(transaction, id)
        if (user.passwordHash !== from) throw passwordChangedMeanwhile()
        await writePassword(transaction, parts, { user, to, now, by, exceptId: exceptSessionId })
      }),

    rehashPassword: (id, { from, to }) =>
      change(async (transaction) => {
        await transaction.queryLast(REHASH, [id, from, to])
      }),
  }
}

async function changeUser(
  transaction: Transaction,
  parts: Parts,
  {
    id,
    wanted,
    when,
  }: {
    readonly id: number
    readonly wanted: Parameters<PeopleVerbs['changeUser']>[1]
    readonly when: ChangeUserWhen
  },
): Promise<User> {
  const { now, by, evenLastAdmin = false } = when
  await lockPeople(transaction)
  const before = await needUser(transaction, id)
  const { after, endsSessions, endsInvitations, isAdminNoMore } = applyUserChange(before, wanted, now)
  if (isAdminNoMore && !evenLastAdmin) await refuseLosingLast(transaction, before, now)
  const namesake = await findIn(transaction, { name: after.name })
  if (namesake && namesake.id !== id) throw nameTaken(after.name)
  const { name, role, disabledAt } = after
  await transaction.query(UPDATE, [id, name, nameKeyOf(name), role, disabledAt])
  if (endsSessions) await endAllSessions(transaction, { userId: id })
  if (endsInvitations) await endInvitations(transaction, id)
  await recordAudit(transaction, parts, userChangedEntry({ before, after }, { at: now, by }))
  return after
}

/** Call it with people locked: of two who take the role from each other the second sees what the first did. */
async function refuseLosingLast(transaction: Transaction, user: User, now: number): Promise<void> {
  const { rows } = await transaction.query<UserRow>(SELECT_ALL)
  const tokens = async () => (await transaction.query<TokenRow>(SELECT_TOKENS)).rows.map(toToken)
  await refuseLosingLastAdmin(user, { users: rows.map(toUser), tokens, now })
}

async function findIn(transaction: Transaction, key: UserKey): Promise<User | undefined> {
  const { condition, values } = conditionOf(key)
  const { rows } = await transaction.query<UserRow>(`SELECT * FROM users WHERE ${condition}`, values)
  return rows[0] && toUser(rows[0])
}

function conditionOf(key: UserKey) {
  if ('id' in key) return { condition: 'id = $1', values: [key.id] }
  if ('name' in key) return { condition: 'name_key = $1', values: [nameKeyOf(key.name)] }
  const { issuer, subject } = key.oidc
  return {
    condition: 'oidc_issuer IS NOT NULL AND oidc_issuer = $1 AND oidc_subject = $2',
    values: [issuer, subject],
  }
}
