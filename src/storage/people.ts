import type { Author, When } from '../domain/audit/audit.ts'
import { AppError } from '../domain/errors.ts'
import type { SessionId, TokenId, UserId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import type { Invitation, NewInvitation } from '../domain/people/invitation.ts'
import type { FoundSession, NewSession, Session } from '../domain/people/session.ts'
import { allows, isLive, type Token } from '../domain/people/token.ts'
import type { NewUser, OidcIdentity, User, UserChange } from '../domain/people/user.ts'
import { isDemotion, isEnabledAdmin, tidyName, USERS_MAX } from '../domain/people/user.ts'

interface ChangeUserWhen extends When {
  /** True if an identity provider gave the role: the last admin may go. */
  readonly evenLastAdmin?: boolean
}

/** Names are compared by `nameKeyOf`. */
export type UserKey = { readonly id: UserId } | { readonly name: string } | { readonly oidc: OidcIdentity }

/** Whose sessions are meant. */
export type SessionOwner = { readonly userId: UserId } | { readonly tokenId: TokenId }

export interface FoundInvitation {
  readonly invitation: Invitation
  /** The invited user; undefined: the first admin, created by accepting. */
  readonly user: User | undefined
}

interface Acceptance {
  readonly hash: string
  /** The name of the new user; ignored if the invitation is for an existing one. */
  readonly name: string
  readonly passwordHash: string
  readonly session: Omit<NewSession, 'userId' | 'tokenId'>
  readonly now: Instant
  /** The address of the user's request. */
  readonly address: string
}

/** Methods of the store for people. */
export interface PeopleMethods {
  /**
   * Creates a user, and an invitation if one is given. Ends invitations for a first admin. `conflict` if the
   * name or the identity is taken, or above `USERS_MAX`.
   */
  createUser(
    user: NewUser,
    when: When & { readonly invitation?: Omit<NewInvitation, 'userId'> | undefined },
  ): Promise<User>

  /** Lists all users, disabled ones included, by id. */
  listUsers(): Promise<readonly User[]>
  findUser(key: UserKey): Promise<User | undefined>

  /**
   * Changes a user. Disabling ends sessions and invitations, a lesser role ends sessions, in the same
   * transaction. `not_found`; `conflict` if the name is taken, or if the last enabled admin would go while no
   * live token has the scope `admin`, whatever others do at once.
   */
  changeUser(id: UserId, change: UserChange, when: ChangeUserWhen): Promise<User>

  /** Deletes a user with sessions and invitations. `not_found`; `conflict` for the last admin, as above. */
  deleteUser(id: UserId, when: When): Promise<void>

  /**
   * Sets a password; ends the invitations and all sessions but `exceptSessionId`. `not_found`; `conflict`,
   * and nothing is changed, if the password is no longer `from`.
   */
  setPassword(
    id: UserId,
    change: When & {
      readonly from: string | null
      readonly to: string
      readonly exceptSessionId: SessionId | null
    },
  ): Promise<void>

  /** Stores the same password under other parameters. Does nothing if it is no longer `from`. */
  rehashPassword(id: UserId, change: { readonly from: string; readonly to: string }): Promise<void>

  /**
   * Opens a session, and ends the least recently used ones above `SESSIONS_MAX` per owner and kind. Sets the
   * last sign-in of a user. `unauthorized`, and nothing is opened, if the user is gone, disabled, or no
   * longer has `passwordHash`.
   */
  openSession(
    session: NewSession,
    opening?: { readonly passwordHash?: string | null; readonly by?: Author },
  ): Promise<Session>

  /** Finds a session by the hash of its secret, open or not, with its user or token as they are now. */
  findSession(hash: string): Promise<FoundSession | undefined>

  /** Lists sessions, newest first, with expired ones until they are pruned. */
  listSessions(owner: SessionOwner): Promise<readonly Session[]>

  /** Ends all sessions of the owner, or one; audited for users. Returns how many ended. */
  endSessions(owner: SessionOwner, when: When & { readonly id?: SessionId | undefined }): Promise<number>

  /** Sets the last use of each session, never back in time. Skips unknown ids. */
  noteSessionsUsed(uses: readonly { readonly id: SessionId; readonly at: Instant }[]): Promise<void>

  /**
   * Creates an invitation in place of the user's other one, or of those for a first admin. `not_found` for an
   * unknown user.
   */
  createInvitation(invitation: NewInvitation, when: When): Promise<void>

  /** Finds an invitation; undefined if it has expired, was accepted or replaced, or its user is disabled. */
  findInvitation(hash: string, now: Instant): Promise<FoundInvitation | undefined>

  /**
   * Sets the password or creates the first admin, opens a session, and ends the user's others. An invitation
   * is accepted once, whoever else tries. `not_found` as `findInvitation`; `conflict` if the name is taken.
   */
  acceptInvitation(acceptance: Acceptance): Promise<{ readonly user: User; readonly session: Session }>

  /**
   * Removes at most `limit` expired invitations and ended sessions (`console` ones also if not seen since
   * `seenBefore`). Returns how many it removed.
   */
  pruneSessions(prune: {
    readonly now: Instant
    readonly seenBefore: Instant
    readonly limit: number
  }): Promise<number>
}

/** Applies a change to a user, and returns what it ends. */
export function applyUserChange(before: User, { name, role, disabled }: UserChange, now: Instant) {
  const after: User = {
    ...before,
    name: name === undefined ? before.name : tidyName(name),
    role: role ?? before.role,
    disabledAt: disabled === undefined ? before.disabledAt : disabled ? (before.disabledAt ?? now) : null,
  }
  const isDisabled = before.disabledAt === null && after.disabledAt !== null
  return {
    after,
    endsSessions: isDisabled || isDemotion(before.role, after.role),
    revokesInvitations: isDisabled,
    losesAdmin: isEnabledAdmin(before) && !isEnabledAdmin(after),
  }
}

/**
 * Throws `conflict` if this user is the last enabled admin and no token can manage people. Call it in the
 * transaction of the change, with other callers locked out. `tokens` need be read only if there is no other
 * admin.
 */
export function refuseLosingLastAdmin(
  id: UserId,
  users: readonly User[],
  tokens: readonly Token[],
  now: Instant,
): void {
  if (!hasOtherAdmin(id, users) && !hasAdminToken(tokens, now)) throw lastAdminError(id)
}

export function hasOtherAdmin(id: UserId, users: readonly User[]): boolean {
  return users.some((user) => user.id !== id && isEnabledAdmin(user))
}

function hasAdminToken(tokens: readonly Token[], now: Instant): boolean {
  return tokens.some((token) => isLive(token, now) && allows(token, 'admin'))
}

/** Throws `conflict` for the last live token with the scope `admin`. Call it as above. */
export function refuseRevokingLastAdmin(id: TokenId, tokens: readonly Token[], now: Instant): void {
  const liveAdmins = tokens.filter((token) => hasAdminToken([token], now))
  if (liveAdmins.length !== 1 || liveAdmins[0]?.id !== id) return
  throw new AppError('conflict', `Token ${id} is the last one with the scope admin; make another one first.`)
}

function lastAdminError(id: UserId): AppError {
  return new AppError(
    'conflict',
    `User ${id} is the last administrator, and there is no live token with the scope admin; make another administrator first.`,
  )
}

export function refuseUser(name: string, isNameTaken: boolean, count: number): void {
  if (isNameTaken) throw nameTakenError(name)
  if (count >= USERS_MAX) {
    throw new AppError('conflict', `There are ${USERS_MAX} users already; delete those who left.`)
  }
}

export function nameTakenError(name: string): AppError {
  return new AppError(
    'conflict',
    `There is a user named "${tidyName(name)}" already (case makes no difference); choose another name.`,
  )
}

export function noUserError(id: UserId): AppError {
  return new AppError('not_found', `There is no user ${id}.`)
}

export function noInvitationError(): AppError {
  return new AppError(
    'not_found',
    'This invitation is not valid any more: it was used, has expired, or was replaced by a newer one. Ask an administrator for a new one; for the first administrator, restart the service.',
  )
}

export function accountChangedError(): AppError {
  return new AppError('unauthorized', 'This account was changed a moment ago; sign in again.')
}

export function passwordChangedError(): AppError {
  return new AppError('conflict', 'The password was changed a moment ago; sign in with the new one.')
}

export function identityTakenError(): AppError {
  return new AppError('conflict', 'Another user has this identity already; sign in again.')
}
