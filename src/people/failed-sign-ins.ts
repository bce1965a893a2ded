import type { UserId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import { USERS_MAX } from '../domain/people/user.ts'
import { BoundedMap } from '../runtime/bounded-map.ts'

/** Users whose last failure is remembered, so that the next is not told too soon: all that there may be, and nobody. */
export const FAILING_USERS_MAX = USERS_MAX + 1
const EVERY_MS = 60_000

/** Which failures are told in the audit log: of each user one in a minute, and of all unknown names together one. */
export class FailedSignIns {
  readonly #loggedAt = new BoundedMap<UserId, Instant>(FAILING_USERS_MAX)

  /** `userId`: 0 for a name that is nobody's. */
  shouldTell(userId: UserId, now: Instant): boolean {
    const loggedAt = this.#loggedAt.get(userId)
    if (loggedAt !== undefined && now - loggedAt < EVERY_MS) return false
    this.#loggedAt.set(userId, now)
    return true
  }
}
