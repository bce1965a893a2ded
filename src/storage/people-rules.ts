import { AppError } from '../domain/errors.ts'
import { allows, isLive, type Token } from '../domain/people/token.ts'
import {
  isDemotion,
  isEnabledAdmin,
  tidyName,
  USERS_MAX,
  type NewUser,
  type User,
  type UserChange,
} from '../domain/people/user.ts'
import type { TokenId, UserId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'

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
export function refuseLosingLastAdmin({ id }: Pick<User, 'id'>, { users, tokens, now }: AdminsThere): void {
  if (!hasOtherAdmin(id, users) && !hasAdminToken(tokens, now)) throw lastAdminError(id)
}

interface AdminsThere {
  readonly users: readonly User[]
  readonly tokens: readonly Token[]
  readonly now: Instant
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

export function refuseUser(
  { name }: Pick<NewUser, 'name'>,
  { isNameTaken, count }: { readonly isNameTaken: boolean; readonly count: number },
): void {
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
