import { SERVICE_ACTOR } from '../domain/audit/audit.ts'
import { AppError } from '../domain/errors.ts'
import { entryOf } from '../domain/audit/audit-entries.ts'
import type { SessionKind } from '../domain/people/session.ts'
import type { User } from '../domain/people/user.ts'
import { tryPassword } from './passwords.ts'
import type { Origin, PeopleDeps } from './people.ts'
import { openUserSession, type OpenedSession } from './sessions.ts'

export interface SignIn extends Origin {
  readonly name: string
  readonly password: string
  readonly kind: SessionKind
}

/**
 * Opens a session by name and password. `unauthorized`, in the same words and time, for a wrong password
 * and an unknown name; `forbidden` for a disabled user with the right one; `too_many_requests` after too
 * many wrong ones; `unavailable` while too many sign in.
 */
export async function signIn(attempt: SignIn, deps: PeopleDeps): Promise<OpenedSession> {
  const { name, password, address } = attempt
  deps.throttle.check(name, address)
  const user = await findVerified(attempt, deps)
  deps.throttle.succeed(name, address)
  const opened = await openUserSession(user, attempt, deps)
  await rehash(user, password, deps)
  return opened
}

async function findVerified(attempt: SignIn, deps: PeopleDeps): Promise<User> {
  const { name, password, address } = attempt
  const user = await deps.store.findUser({ name })
  const isRight = await tryPassword({ name, address, password, stored: user?.passwordHash ?? null }, deps)
  if (!user || !isRight) {
    await recordFailure(user, attempt, deps)
    throw new AppError('unauthorized', 'The name or the password is wrong.')
  }
  if (user.disabledAt !== null) {
    throw new AppError('forbidden', 'This account is disabled; ask an administrator to enable it.')
  }
  return user
}

/** Updates the hash's parameters; if that fails, the next sign-in does it. */
async function rehash(
  { id, passwordHash: from }: User,
  password: string,
  { store, hasher }: PeopleDeps,
): Promise<void> {
  if (from === null || !hasher.isOutdated(from)) return
  const to = await hasher.hash(password).catch(() => undefined)
  if (to !== undefined) await store.rehashPassword(id, { from, to }).catch(() => undefined)
}

async function recordFailure(
  user: User | undefined,
  { address }: Origin,
  { store, clock, failedSignIns }: PeopleDeps,
): Promise<void> {
  const now = clock.now()
  if (!failedSignIns.shouldRecord(user?.id ?? 0, now)) return
  const reason = user ? 'wrong password' : 'a name that is nobody’s'
  const by = { ...SERVICE_ACTOR, name: 'somebody', address }
  // An unknown name is not repeated: it may be a password in the wrong field.
  await store.recordAudit(entryOf('user.sign_in_failed', user ?? {}, { at: now, by }, reason))
}
