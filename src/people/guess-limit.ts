import type { Clock } from '../clock.ts'
import { AppError } from '../domain/errors.ts'
import { addGuess, type Guesses } from '../domain/guesses.ts'
import { nameKeyOf } from '../domain/user.ts'
import { BoundedMap } from './bounded-map.ts'

/** Names and addresses remembered at the most: whoever tries many must not fill the memory. */
const ENTRIES_MAX = 10_000

/**
 * Wrong passwords for each name, whatever addresses they come from. A name that was right from an address is counted
 * apart for that address, so that strangers cannot shut anybody out from where they work. Names that do not exist are
 * counted alike. It is in the memory of one node: each node counts for itself, and a start forgets.
 */
export class GuessLimit {
  readonly #clock: Pick<Clock, 'now'>
  readonly #guesses = new BoundedMap<string, Guesses>(ENTRIES_MAX)
  readonly #known = new BoundedMap<string, true>(ENTRIES_MAX)

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock
  }

  /**
   * Call it before the password is looked at: it counts as wrong until `succeed` says otherwise, so that many at the same
   * time count as well. Throws `too_many_requests` if nothing may be tried now.
   */
  begin(name: string, address: string): void {
    const key = this.#keyOf(name, address)
    const now = this.#clock.now()
    const before = this.#guesses.get(key)
    if (before && before.blockedUntil > now) {
      throw new AppError(
        'too_many_requests',
        'Too many wrong passwords were given for this name; wait a while.',
        {
          retryAfterMs: before.blockedUntil - now,
        },
      )
    }
    this.#guesses.set(key, addGuess(before, now))
  }

  /** The password was right. */
  succeed(name: string, address: string): void {
    this.#guesses.delete(this.#keyOf(name, address))
    this.#known.set(pair(name, address), true)
    this.#guesses.delete(this.#keyOf(name, address))
  }

  /** The password was not looked at after all. */
  undo(name: string, address: string): void {
    const key = this.#keyOf(name, address)
    const before = this.#guesses.get(key)
    if (before) this.#guesses.set(key, { ...before, count: before.count - 1, blockedUntil: 0 })
  }

  #keyOf(name: string, address: string): string {
    return this.#known.get(pair(name, address)) ? pair(name, address) : nameKeyOf(name)
  }
}

function pair(name: string, address: string): string {
  return `${address} ${nameKeyOf(name)}`
}
