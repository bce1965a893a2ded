import { AppError } from '../domain/errors.ts'
import { isDemotion, tidyName, USERS_MAX, type NewUser, type User, type UserChange } from '../domain/user.ts'
import type { Instant } from '../domain/instant.ts'

/** What a change makes of a user, and what it ends. The same for every engine. */
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
    endsInvitations: isDisabled,
  }
}

export function refuseUser(
  { name }: Pick<NewUser, 'name'>,
  { isNameTaken, count }: { readonly isNameTaken: boolean; readonly count: number },
): void {
  if (isNameTaken) throw nameTaken(name)
  if (count >= USERS_MAX) {
    throw new AppError('conflict', `There are ${USERS_MAX} users already; delete those who left.`)
  }
}

export function nameTaken(name: string): AppError {
  return new AppError(
    'conflict',
    `There is a user named "${tidyName(name)}" already (case makes no difference); choose another name.`,
  )
}

export function noUser(id: number): AppError {
  return new AppError('not_found', `There is no user ${id}.`)
}

export function noInvitation(): AppError {
  return new AppError(
    'not_found',
    'This invitation is not valid any more: it was used, has expired, or was replaced by a newer one. Ask an administrator for a new one; for the first administrator, start the service anew.',
  )
}

export function changedMeanwhile(): AppError {
  return new AppError('unauthorized', 'This account was changed a moment ago; sign in again.')
}

export function passwordChangedMeanwhile(): AppError {
  return new AppError('conflict', 'The password was changed a moment ago; sign in with the new one.')
}

export function identityTaken(): AppError {
  return new AppError('conflict', 'Another user has this identity already; sign in again.')
}
