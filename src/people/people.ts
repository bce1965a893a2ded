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
 * Names whose wrong passwords are remembered, at the most, so that trying very many names does not fill the memory. Of
 * the names that are not closed, the one with the fewest is forgotten first; while all are closed, a try for any other
 * name is refused.
 */
export const THROTTLED_NAMES_MAX = 10_000

/**
 * Addresses remembered of one name, from which it was right: the one where it was so longest ago is dropped first.
 */
export const GOOD_ADDRESSES_MAX = 20

/** Limits the users whose last failure is remembered, with one entry for all unknown names. */
const FAILING_USERS_MAX = USERS_MAX + 1
const EVERY_MS = 60_000

/** The dependencies of everything about people. */
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
  /** The longest life of a session of the console. */
  readonly sessionMaxMs: number
  /** Called whenever somebody may do less than a moment before, so that it counts from the next request on. */
  readonly onPeopleChanged: () => void
}

/** Where a request comes from, as far as a session remembers it. */
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

/** Limits failures in the audit log: one a minute for each user, and one for all unknown names together. */
class FailedSignIns {
  readonly #loggedAt = new BoundedMap<UserId, Instant>(FAILING_USERS_MAX)

  /** `userId`: 0 for a name that is nobody's. */
  shouldRecord(userId: UserId, now: Instant): boolean {
    const loggedAt = this.#loggedAt.get(userId)
    if (loggedAt !== undefined && now - loggedAt < EVERY_MS) return false
    this.#loggedAt.set(userId, now)
    return true
  }
}

/**
 * Wrong passwords for each name, whatever addresses they come from. A name that was right from an address is counted
 * apart for that address, so that strangers cannot shut anybody out from where they work. Names that do not exist are
 * counted alike. It is in the memory of one node: each node counts for itself, and a start forgets.
 *
 * Strangers can neither have anything forgotten nor bring about that she whose name was right from her address is
 * refused: what is closed is never dropped, and what is known of good addresses grows only by right passwords, each
 * name with a limit of its own.
 */
export class PasswordThrottle {
  readonly #clock: Pick<Clock, 'monotonic'>
  /** Wrong passwords of strangers, by name. */
  readonly #byName: BoundedMap<string, WrongPasswords>
  /** Wrong passwords by name, and by an address from which it was right before; null: nothing wrong lately. */
  readonly #good = new BoundedMap<string, BoundedMap<string, WrongPasswords | null>>(USERS_MAX)

  constructor(clock: Pick<Clock, 'monotonic'>, namesMax = THROTTLED_NAMES_MAX) {
    this.#clock = clock
    this.#byName = new BoundedMap(namesMax, {
      rankOf: (wrong) => rankWrongPasswords(wrong, clock.monotonic()),
    })
  }

  /** The name was right from there before. */
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
   * Call it just before the password is checked, when nothing can come between: it counts as wrong until `succeed`
   * says otherwise, so that many at the same time count as well. Throws as `check` does.
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
      return {
        isGood: true,
        wrong: own ?? undefined,
        keep: (wrong) => addresses.set(group, wrong ?? null),
      }
    }
    const keep = (wrong: WrongPasswords | undefined) => {
      if (wrong) return this.#byName.set(key, wrong)
      this.#byName.delete(key)
      return true
    }
    return { isGood: false, wrong: this.#byName.get(key), keep }
  }

  /** When the first of the names that are closed is opened again, by the monotonic clock. */
  #openingAt(): Monotonic {
    let first: Monotonic = Infinity
    for (const { blockedUntil } of this.#byName.values()) first = Math.min(first, blockedUntil)
    return first
  }
}

/** Where the wrong passwords for one name from one address are counted. */
interface Counted {
  readonly isGood: boolean
  readonly wrong: WrongPasswords | undefined
  /** False: they do not fit. */
  readonly keep: (wrong: WrongPasswords | undefined) => boolean
}

function refusal(sentence: string, retryAfterMs: number): AppError {
  return new AppError('too_many_requests', `${sentence}; wait a while.`, { retryAfterMs })
}
