import type { Author } from '../domain/audit/audit.ts'
import { AppError, invalidRequest } from '../domain/errors.ts'
import { findPasswordIssue } from '../domain/people/password-rules.ts'
import type { SessionId, UserId } from '../domain/ids.ts'
import { tryPassword } from './try-password.ts'
import type { PeopleDeps } from './people.ts'
import { needUser } from './users.ts'

export interface PasswordChange {
  readonly userId: UserId
  /** Stays; the others end. */
  readonly sessionId: SessionId | null
  readonly from: string
  readonly to: string
  readonly by: Author
}

/**
 * The user's own change. `invalid_request` for a wrong present password and for a bad new one; wrong ones are counted
 * like those of sign-ins.
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
