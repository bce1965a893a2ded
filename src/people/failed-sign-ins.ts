import type { UserId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import { USERS_MAX } from '../domain/people/user.ts'
import { BoundedMap } from '../runtime/bounded-map.ts'

/** Limits the users whose last failure is remembered, with one entry for all unknown names. */
export const FAILING_USERS_MAX = USERS_MAX + 1
const EVERY_MS = 60_000

/** Limits failures in the audit log: one a minute for each user, and one for all unknown names together. */
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
