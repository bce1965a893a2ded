import type { Author } from '../domain/audit/audit.ts'
import { AppError, invalidRequest } from '../domain/errors.ts'
import type { SessionId, UserId } from '../domain/ids.ts'
import { findPasswordIssue } from '../domain/people/password-rules.ts'
import type { PeopleDeps } from './people.ts'
import { needUser } from './users.ts'

interface PasswordChange {
  readonly userId: UserId
  /** Stays; the other sessions end. */
  readonly sessionId: SessionId | null
  readonly from: string
  readonly to: string
  readonly by: Author
}

/**
 * Changes the user's own password. `invalid_request` for a wrong current password or a bad new one; wrong
 * ones count like those of sign-ins.
 */
export async function changePassword(
  { userId, sessionId, from, to, by }: PasswordChange,
  deps: PeopleDeps,
): Promise<void> {
  const { store, hasher, throttle, clock } = deps
  const user = await needUser(userId, deps)
  refusePassword(to, user.name, 'new_password')
  if (user.passwordHash === null) {
    throw new AppError('conflict', 'This account has no password; ask an administrator for an invitation.')
  }
  const address = by.address ?? ''
  const attempt = { name: user.name, address, password: from, stored: user.passwordHash }
  if (!(await tryPassword(attempt, deps))) {
    throw invalidRequest([{ path: 'current_password', message: 'is not the present password' }])
  }
  throttle.succeed(user.name, address)
  await store.setPassword(userId, {
    from: user.passwordHash,
    to: await hasher.hash(to),
    exceptSessionId: sessionId,
    now: clock.now(),
    by,
  })
  deps.onPeopleChanged()
}

export function refusePassword(password: string, name: string, path: string): void {
  const issue = findPasswordIssue(password, name)
  if (issue !== undefined) throw invalidRequest([{ path, message: issue }])
}

interface PasswordTry {
  readonly name: string
  readonly address: string
  readonly password: string
  /** Null: no such user, or no password. */
  readonly stored: string | null
}

/** Checks a password. It counts as wrong until `throttle.succeed`. `too_many_requests`, `unavailable`. */
export async function tryPassword(
  { name, address, password, stored }: PasswordTry,
  { hasher, throttle }: Pick<PeopleDeps, 'hasher' | 'throttle'>,
): Promise<boolean> {
  let hasBegun = false
  const onSlot = () => {
    throttle.begin(name, address)
    hasBegun = true
  }
  try {
    const request = { isPreferred: throttle.isGood(name, address), onSlot }
    return (await hasher.verify(password, stored, request)).isRight
  } catch (error) {
    if (hasBegun) throttle.undo(name, address)
    throw error
  }
}
