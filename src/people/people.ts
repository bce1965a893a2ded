import type { Chance, Clock } from '../runtime/clock.ts'
import type { Store } from '../storage/store.ts'
import { PasswordHasher, type PasswordCost } from './password-hash.ts'
import type { UserId } from '../domain/ids.ts'
import type { Instant, Monotonic } from '../domain/instant.ts'
import { USERS_MAX, nameKeyOf } from '../domain/people/user.ts'
import { BoundedMap } from '../runtime/bounded-map.ts'
import { addressGroup } from '../domain/target/target-address.ts'
import { AppError } from '../domain/errors.ts'
import {
  addWrongPassword,
  rankWrongPasswords,
  takeBackWrongPassword,
  type WrongPasswords,
} from '../domain/people/password-rules.ts'

/**
 * Names whose wrong passwords are remembered, at the most. Of the names that are not closed, the one with
 * the fewest is forgotten first; while all are closed, a try for any other name is refused.
 */
export const THROTTLED_NAMES_MAX = 10_000

/**
 * Addresses remembered of one name, from which it was right: the one where it was so longest ago is dropped first.
 */
export const GOOD_ADDRESSES_MAX = 20

/** Limits the users whose last failure is remembered, with one entry for all unknown names. */
const FAILING_USERS_MAX = USERS_MAX + 1
const EVERY_MS = 60_000

export interface PeopleDeps {
  readonly store: Pick<
    Store,
    | 'createUser'
    | 'listUsers'
    | 'findUser'
    | 'changeUser'
    | 'deleteUser'
    | 'setPassword'
    | 'rehashPassword'
    | 'openSession'
    | 'listSessions'
    | 'endSessions'
    | 'createInvitation'
    | 'findInvitation'
    | 'acceptInvitation'
    | 'listTokens'
    | 'recordAudit'
  >
  readonly clock: Clock
  readonly chance: Chance
  readonly hasher: PasswordHasher
  readonly throttle: PasswordThrottle
  readonly failedSignIns: FailedSignIns
  /** The longest life of a console session. */
  readonly sessionMaxMs: number
  /** Called whenever somebody may do less, so that it counts from the next request on. */
  readonly onPeopleChanged: () => void
}

/** The source of a request, as a session stores it. */
export interface Origin {
  readonly address: string
  readonly userAgent: string
}

export function createPeople(
  parts: Pick<PeopleDeps, 'store' | 'clock' | 'chance' | 'sessionMaxMs' | 'onPeopleChanged'> & {
    readonly passwordCost?: PasswordCost | undefined
  },
): PeopleDeps {
  return {
    ...parts,
    hasher: new PasswordHasher(parts.chance, parts.passwordCost),
    throttle: new PasswordThrottle(parts.clock),
    failedSignIns: new FailedSignIns(),
  }
}

/** Limits failures in the audit log: one a minute for each user, and one for all unknown names. */
class FailedSignIns {
  readonly #loggedAt = new BoundedMap<UserId, Instant>(FAILING_USERS_MAX)

  /** `userId`: 0 for an unknown name. */
  shouldRecord(userId: UserId, now: Instant): boolean {
    const loggedAt = this.#loggedAt.get(userId)
    if (loggedAt !== undefined && now - loggedAt < EVERY_MS) return false
    this.#loggedAt.set(userId, now)
    return true
  }
}

/**
 * Counts wrong passwords by name, from any address, whether the name exists or not. A name that was right
 * from an address has its own count there, so that strangers cannot lock anybody out. Each node counts in
 * memory. Strangers cannot displace a closed name or a known address: closed names are never dropped, and
 * only right passwords add addresses.
 */
export class PasswordThrottle {
  readonly #clock: Pick<Clock, 'monotonic'>
  /** Wrong passwords of strangers, by name. */
  readonly #byName: BoundedMap<string, WrongPasswords>
  /** Wrong passwords by name and known address; null: none lately. */
  readonly #good = new BoundedMap<string, BoundedMap<string, WrongPasswords | null>>(USERS_MAX)

  constructor(clock: Pick<Clock, 'monotonic'>, namesMax = THROTTLED_NAMES_MAX) {
    this.#clock = clock
    this.#byName = new BoundedMap(namesMax, {
      rankOf: (wrong) => rankWrongPasswords(wrong, clock.monotonic()),
    })
  }

  /** Tells whether somebody has signed in from there by this name. */
  isGood(name: string, address: string): boolean {
    return this.#countedFor(name, address).isGood
  }

  /** Throws `too_many_requests` if nothing may be tried now. */
  check(name: string, address: string): void {
    const { wrong } = this.#countedFor(name, address)
    const blockedMs = (wrong?.blockedUntil ?? 0) - this.#clock.monotonic()
    if (blockedMs > 0) throw refusal('Too many wrong passwords were given for this name', blockedMs)
  }

  /**
   * Counts a try as wrong until `succeed`, so that simultaneous ones count. Call it just before the check,
   * with nothing between. Throws like `check`.
   */
  begin(name: string, address: string): void {
    this.check(name, address)
    const { wrong, keep } = this.#countedFor(name, address)
    const now = this.#clock.monotonic()
    if (!keep(addWrongPassword(wrong, now))) {
      throw refusal(
        'Wrong passwords were given for so many names that no further one can be tried now',
        this.#openingAt() - now,
      )
    }
  }

  /** The password was right. */
  succeed(name: string, address: string): void {
    const key = nameKeyOf(name)
    if (!this.isGood(name, address)) this.#byName.delete(key)
    const addresses = this.#good.get(key) ?? new BoundedMap(GOOD_ADDRESSES_MAX)
    addresses.set(addressGroup(address), null)
    this.#good.set(key, addresses)
  }

  /** The password was not checked after all. */
  undo(name: string, address: string): void {
    const { wrong, keep } = this.#countedFor(name, address)
    if (wrong) keep(takeBackWrongPassword(wrong))
  }

  #countedFor(name: string, address: string): Counted {
    const key = nameKeyOf(name)
    const group = addressGroup(address)
    const addresses = this.#good.get(key)
    const own = addresses?.get(group)
    if (addresses && own !== undefined) {
      return { isGood: true, wrong: own ?? undefined, keep: (wrong) => addresses.set(group, wrong ?? null) }
    }
    const keep = (wrong: WrongPasswords | undefined) => {
      if (wrong) return this.#byName.set(key, wrong)
      this.#byName.delete(key)
      return true
    }
    return { isGood: false, wrong: this.#byName.get(key), keep }
  }

  /** Returns when the first closed name opens, by the monotonic clock. */
  #openingAt(): Monotonic {
    let first: Monotonic = Infinity
    for (const { blockedUntil } of this.#byName.values()) first = Math.min(first, blockedUntil)
    return first
  }
}

/** Where a name's wrong passwords from an address are counted. */
interface Counted {
  readonly isGood: boolean
  readonly wrong: WrongPasswords | undefined
  /** False: no space. */
  readonly keep: (wrong: WrongPasswords | undefined) => boolean
}

function refusal(sentence: string, retryAfterMs: number): AppError {
  return new AppError('too_many_requests', `${sentence}; wait a while.`, { retryAfterMs })
}
