import type { Author } from '../domain/audit/audit.ts'
import { AppError } from '../domain/errors.ts'
import type { SessionId, TokenId, UserId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import type { Invitation, NewInvitation } from '../domain/people/invitation.ts'
import type { FoundSession, NewSession, Session } from '../domain/people/session.ts'
import { allows, isLive, type Token } from '../domain/people/token.ts'
import {
  isDemotion,
  isEnabledAdmin,
  type NewUser,
  type OidcIdentity,
  tidyName,
  type User,
  type UserChange,
  USERS_MAX,
} from '../domain/people/user.ts'

/** When something is done, and by whom; without `by` it is the service itself. */
interface When {
  readonly now: Instant
  readonly by?: Author | undefined
}

interface ChangeUserWhen extends When {
  /** An identity provider says which role they have, and it is not for us to know better. */
  readonly evenLastAdmin?: boolean
}

/** Names one user. Names are compared by `nameKeyOf`. */
export type UserKey = { readonly id: UserId } | { readonly name: string } | { readonly oidc: OidcIdentity }

/** Whose sessions; `exceptId` stays. */
export type SessionOwner = { readonly userId: UserId } | { readonly tokenId: TokenId }

export interface FoundInvitation {
  readonly invitation: Invitation
  /** The invited user; undefined for the first admin, who is created by accepting it. */
  readonly user: User | undefined
}

interface Acceptance {
  readonly hash: string
  /** The name of the new user; it does not count if the invitation is for an existing one. */
  readonly name: string
  readonly passwordHash: string
  /** Opened with it, for whoever accepts. */
  readonly session: Omit<NewSession, 'userId' | 'tokenId'>
  readonly now: Instant
  /** Where it comes from: the user does it themselves. */
  readonly address: string
}

/** The part of the store about people; store.ts says what all methods promise. */
export interface PeopleMethods {
  /**
   * Makes a user, and the invitation that comes with it, if any. Ends the invitations for a first admin. `conflict` if
   * the name or the identity is taken, or if there are `USERS_MAX`.
   */
  createUser(
    user: NewUser,
    when: When & { readonly invitation?: Omit<NewInvitation, 'userId'> | undefined },
  ): Promise<User>

  /** All, disabled ones included, ordered by id. */
  listUsers(): Promise<readonly User[]>
  findUser(key: UserKey): Promise<User | undefined>

  /**
   * `not_found`; `conflict` if the new name is taken, and for the last enabled admin, who can be disabled or given
   * another role only while there is a live token with the scope `admin`; that holds whatever others do at once.
   * Whoever is disabled loses sessions and invitations, whoever gets a lesser role the sessions, in the same
   * transaction.
   */
  changeUser(id: UserId, change: UserChange, when: ChangeUserWhen): Promise<User>

  /** With sessions and invitations. `not_found`; `conflict` for the last admin, as above. */
  deleteUser(id: UserId, when: When): Promise<void>

  /**
   * Ends all sessions of the user but `exceptSessionId`, and the invitations. `conflict`, and nothing is changed, if
   * the password is another one than `from` meanwhile; `not_found`.
   */
  setPassword(
    id: UserId,
    change: When & {
      readonly from: string | null
      readonly to: string
      readonly exceptSessionId: SessionId | null
    },
  ): Promise<void>

  /** Stores the same password under other parameters. Does nothing, silently, if it is not `from` any more. */
  rehashPassword(id: UserId, change: { readonly from: string; readonly to: string }): Promise<void>

  /**
   * Opens a session; those over `SESSIONS_MAX` of its owner and kind end, the ones unused for longest. For a user it is
   * their last sign-in: `unauthorized`, and nothing is opened, if they are gone, disabled, or have another password
   * than `passwordHash` meanwhile.
   */
  openSession(
    session: NewSession,
    opening?: { readonly passwordHash?: string | null; readonly by?: Author },
  ): Promise<Session>

  /** Finds a session by the hash of its secret, whether it is open or not, with its user or token as they are now. */
  findSession(hash: string): Promise<FoundSession | undefined>

  /** Newest first; those that have ended by themselves as well, until they are pruned. */
  listSessions(owner: SessionOwner): Promise<readonly Session[]>

  /** Ends all sessions of the owner, or one; the audit log has those of users. Returns how many ended. */
  endSessions(owner: SessionOwner, when: When & { readonly id?: SessionId | undefined }): Promise<number>

  /** Sets the last use of each session, never back in time. Unknown ids are passed over. */
  noteSessionsUsed(uses: readonly { readonly id: SessionId; readonly at: Instant }[]): Promise<void>

  /**
   * Replaces any other of the same user; one for a first admin that of all such. `not_found` for an unknown
   * user.
   */
  createInvitation(invitation: NewInvitation, when: When): Promise<void>

  /** Undefined once it has expired, was accepted or was replaced; so are those of users who are disabled. */
  findInvitation(hash: string, now: Instant): Promise<FoundInvitation | undefined>

  /**
   * Sets the password, or makes the first admin, and opens a session; the user's other sessions end. The invitation is
   * gone with it: of several who accept it at once one does. `not_found` where `findInvitation` finds none; `conflict`
   * if the name is taken.
   */
  acceptInvitation(acceptance: Acceptance): Promise<{ readonly user: User; readonly session: Session }>

  /**
   * Removes at most `limit` sessions that have ended by themselves (`console` ones also if not seen since
   * `seenBefore`), and invitations that have expired. Returns how many went.
   */
  pruneSessions(prune: {
    readonly now: Instant
    readonly seenBefore: Instant
    readonly limit: number
  }): Promise<number>
}

/** Applies a change to a user, and returns what it ends. The same for every engine. */
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
 * Throws `conflict` if nobody could manage people any more once this user is no enabled admin: neither another one
 * nor a token can. To be asked in the transaction of the change, with everybody who may ask held off. `tokens` need
 * be read only if there is no other admin.
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

/** Throws `conflict` for the last live token with the scope `admin`. To be asked as above. */
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
    'This invitation is not valid any more: it was used, has expired, or was replaced by a newer one. Ask an administrator for a new one; for the first administrator, start the service anew.',
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
