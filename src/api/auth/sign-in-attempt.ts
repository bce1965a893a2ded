import { AppError } from '../../domain/errors.ts'
import { hashToken } from '../../domain/people/token.ts'
import { nameKeyOf } from '../../domain/people/user.ts'
import type { PeopleDeps } from '../../people/people.ts'
import type { OpenedSession } from '../../people/sessions.ts'
import { signIn, type SignIn } from '../../people/sign-in.ts'
import type { FailureLimit } from './failure-limit.ts'

/**
 * The limit of a user name in a request: more than a name may have, so that a sentence can say what is wrong with a
 * long one.
 */
export const USERNAME_TEXT_MAX = 400

interface AttemptDeps {
  readonly people: PeopleDeps
  readonly authenticator: { readonly failures: FailureLimit }
}

/** Like `signIn`; wrong passwords also count as wrong secrets of the address. */
export async function signInByPassword(
  attempt: SignIn,
  { people, authenticator: { failures } }: AttemptDeps,
): Promise<OpenedSession> {
  const { address } = attempt
  return counted({ failures, address, key: attemptKeyOf(attempt.name) }, () => signIn(attempt, people))
}

/** Trusts this address for the name: sign-in stays possible there, whatever others try from it. */
export function trustName(failures: FailureLimit, address: string, name: string): void {
  const key = attemptKeyOf(name)
  failures.trust(address, key, key)
}

/** Returns the key under which a good name is trusted: the password is not remembered in any form. */
function attemptKeyOf(name: string): string {
  return hashToken(`user ${nameKeyOf(name)}`)
}

/** Throws `too_many_requests` before it is tried, and counts it if it is refused as `unauthorized` or `not_found`. */
export async function counted<Result>(
  {
    failures,
    address,
    key,
  }: { readonly failures: FailureLimit; readonly address: string; readonly key: string },
  attempt: () => Promise<Result>,
): Promise<Result> {
  failures.check(address, key)
  try {
    const result = await attempt()
    // A name or a code counts only for itself.
    failures.trust(address, key, key)
    return result
  } catch (error) {
    if (error instanceof AppError && ['unauthorized', 'not_found'].includes(error.code)) {
      failures.count(address, key)
    }
    throw error
  }
}
