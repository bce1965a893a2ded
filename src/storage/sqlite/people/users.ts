import type { Database } from 'better-sqlite3'
import {
  userChangedEntry,
  userCreatedEntry,
  userDeletedEntry,
  userEntry,
} from '../../../domain/audit/user-entries.ts'
import {
  isEnabledAdmin,
  nameKeyOf,
  tidyName,
  type NewUser,
  type User,
  type UserChange,
} from '../../../domain/people/user.ts'
import type { ChangeUserWhen, PeopleVerbs, UserKey, When } from '../../people.ts'
import {
  applyUserChange,
  identityTaken,
  nameTaken,
  noUser,
  passwordChangedMeanwhile,
  refuseLosingLastAdminNow,
  refuseUser,
} from '../../people-rules.ts'
import { toToken, type TokenRow } from '../../rows/token-row.ts'
import { toUser, type UserRow } from '../../rows/user-row.ts'
import type { AuditTable } from './audit.ts'
import type { InvitationTable } from './invitations.ts'
import type { SessionTable } from './sessions.ts'

interface UserParts {
  readonly audit: AuditTable
  readonly sessions: Pick<SessionTable, 'endAll'>
  readonly invitations: Pick<InvitationTable, 'put' | 'endFor' | 'endForFirstAdmin'>
}

type Given<Name extends keyof PeopleVerbs> = Parameters<PeopleVerbs[Name]>

/** The people, each change with its entry in the log and with what it ends. */
export class UserTable {
  readonly #sql: ReturnType<typeof prepare>
  readonly #parts: UserParts

  constructor(db: Database, parts: UserParts) {
    this.#sql = prepare(db)
    this.#parts = parts
  }

  createUser(user: NewUser, { now, by, invitation }: Given<'createUser'>[1]): User {
    const created = this.insert(user, now)
    this.#parts.audit.record(userCreatedEntry(created, { at: now, by }))
    if (invitation) this.#parts.invitations.put({ ...invitation, userId: created.id })
    return created
  }

  /** Without an entry in the log, for whoever writes a better one. */
  insert(user: NewUser, now: number): User {
    refuseUser(user, { isNameTaken: this.findUser(user) !== undefined, count: this.count() })
    if (user.oidc && this.findUser({ oidc: user.oidc })) throw identityTaken()
    const { name, role, passwordHash, oidc } = user
    this.#parts.invitations.endForFirstAdmin()
    return toUser(
      this.#sql.insert.get({
        name: tidyName(name),
        name_key: nameKeyOf(name),
        role,
        password_hash: passwordHash,
        oidc_issuer: oidc?.issuer ?? null,
        oidc_subject: oidc?.subject ?? null,
        created_at: now,
      })!,
    )
  }

  count(): number {
    return this.#sql.count.get() ?? 0
  }

  listUsers(): readonly User[] {
    return this.#sql.selectAll.all().map(toUser)
  }

  findUser(key: UserKey): User | undefined {
    const row = this.#rowOf(key)
    return row && toUser(row)
  }

  changeUser(id: number, change: UserChange, { now, by, evenLastAdmin = false }: ChangeUserWhen): User {
    const { audit, sessions, invitations } = this.#parts
    const before = this.#need(id)
    const { after, endsSessions, endsInvitations, isAdminNoMore } = applyUserChange(before, change, now)
    if (isAdminNoMore && !evenLastAdmin) this.#refuseLosingLastAdmin(before, now)
    const namesake = this.findUser({ name: after.name })
    if (namesake && namesake.id !== id) throw nameTaken(after.name)
    this.#sql.update.run({
      id,
      name: after.name,
      name_key: nameKeyOf(after.name),
      role: after.role,
      disabled_at: after.disabledAt,
    })
    if (endsSessions) sessions.endAll({ userId: id })
    if (endsInvitations) invitations.endFor(id)
    audit.record(userChangedEntry({ before, after }, { at: now, by }))
    return after
  }

  deleteUser(id: number, { now, by }: When): void {
    const user = this.#need(id)
    if (isEnabledAdmin(user)) this.#refuseLosingLastAdmin(user, now)
    // Sessions and invitations go with it.
    this.#sql.remove.run(id)
    this.#parts.audit.record(userDeletedEntry(user, { at: now, by }))
  }

  setPassword(id: number, { from, to, exceptSessionId, now, by }: Given<'setPassword'>[1]): void {
    const { audit, sessions, invitations } = this.#parts
    const user = this.#need(id)
    if (user.passwordHash !== from) throw passwordChangedMeanwhile()
    this.#sql.setPassword.run(to, id)
    sessions.endAll({ userId: id, ...(exceptSessionId !== null && { exceptId: exceptSessionId }) })
    invitations.endFor(id)
    audit.record(userEntry('user.password_changed', user, { at: now, by }))
  }

  rehashPassword(id: number, { from, to }: Given<'rehashPassword'>[1]): void {
    this.#sql.rehash.run(to, id, from)
  }

  /** Undefined: they are gone, disabled, or have another password. */
  noteSignIn(id: number, passwordHash: string | null, now: number): User | undefined {
    const row = this.#sql.signIn.get(now, id, passwordHash)
    return row && toUser(row)
  }

  #rowOf(key: UserKey): UserRow | undefined {
    if ('id' in key) return this.#sql.selectOne.get(key.id)
    if ('name' in key) return this.#sql.selectByName.get(nameKeyOf(key.name))
    return this.#sql.selectByIdentity.get(key.oidc.issuer, key.oidc.subject)
  }

  #refuseLosingLastAdmin(user: User, now: number): void {
    const tokens = () => this.#sql.selectTokens.all().map(toToken)
    refuseLosingLastAdminNow(user, { users: this.listUsers(), tokens, now })
  }

  #need(id: number): User {
    const user = this.findUser({ id })
    if (!user) throw noUser(id)
    return user
  }
}

function prepare(db: Database) {
  return {
    insert: db.prepare<[Omit<UserRow, 'id' | 'disabled_at' | 'last_sign_in_at'>], UserRow>(
      `INSERT INTO users (name, name_key, role, password_hash, oidc_issuer, oidc_subject, created_at)
       VALUES (@name, @name_key, @role, @password_hash, @oidc_issuer, @oidc_subject, @created_at) RETURNING *`,
    ),
    count: db.prepare<[], number>('SELECT count(*) FROM users').pluck(),
    selectAll: db.prepare<[], UserRow>('SELECT * FROM users ORDER BY id'),
    selectOne: db.prepare<[number], UserRow>('SELECT * FROM users WHERE id = ?'),
    selectByName: db.prepare<[string], UserRow>('SELECT * FROM users WHERE name_key = ?'),
    selectByIdentity: db.prepare<[string, string], UserRow>(
      'SELECT * FROM users WHERE oidc_issuer = ? AND oidc_subject = ?',
    ),
    selectTokens: db.prepare<[], TokenRow>('SELECT * FROM tokens'),
    update: db.prepare<[Pick<UserRow, 'id' | 'name' | 'name_key' | 'role' | 'disabled_at'>]>(
      'UPDATE users SET name = @name, name_key = @name_key, role = @role, disabled_at = @disabled_at WHERE id = @id',
    ),
    remove: db.prepare<[number]>('DELETE FROM users WHERE id = ?'),
    setPassword: db.prepare<[string, number]>('UPDATE users SET password_hash = ? WHERE id = ?'),
    rehash: db.prepare<[string, number, string]>(
      'UPDATE users SET password_hash = ? WHERE id = ? AND password_hash = ?',
    ),
    signIn: db.prepare<[number, number, string | null], UserRow>(
      `UPDATE users SET last_sign_in_at = max(coalesce(last_sign_in_at, 0), ?)
       WHERE id = ? AND disabled_at IS NULL AND password_hash IS ? RETURNING *`,
    ),
  }
}
