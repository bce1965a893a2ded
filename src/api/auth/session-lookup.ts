import type { FoundSession } from '../../domain/people/session.ts'
import type { Monotonic } from '../../domain/instant.ts'
import { BoundedMap } from '../../runtime/bounded-map.ts'
import type { Store } from '../../storage/store.ts'

/** The time for which the end of a session on another node may go unnoticed, if its notification does not arrive. */
const FRESH_MS = 5_000
/**
 * Sessions whose reading is remembered, at the most, and as many secrets that are known to open none. A session that is
 * pushed out is read from the database once more; nothing else happens to it.
 */
export const KNOWN_SESSIONS_MAX = 10_000

interface Reading {
  /** The moment on the monotonic clock. */
  readonly at: Monotonic
  readonly found: Promise<FoundSession | undefined>
}

/** Sessions by the hash of their secret, each read now and then. */
export class SessionCheckup {
  readonly #store: Pick<Store, 'findSession'>
  #readings = new BoundedMap<string, Reading>(KNOWN_SESSIONS_MAX)
  /** Hashes without a session. None of them will have one: nobody knows a secret before its session exists. */
  readonly #unknown = new BoundedMap<string, true>(KNOWN_SESSIONS_MAX)

  constructor(store: Pick<Store, 'findSession'>) {
    this.#store = store
  }

  async find(hash: string, monotonic: Monotonic): Promise<FoundSession | undefined> {
    if (this.isKnownAsUnknown(hash)) return undefined
    const known = this.#readings.get(hash)
    if (known && monotonic - known.at < FRESH_MS) return known.found
    const reading = { at: monotonic, found: this.#store.findSession(hash) }
    this.#readings.set(hash, reading)
    try {
      const found = await reading.found
      if (found === undefined) this.#unknown.set(hash, true)
      return found
    } catch (error) {
      if (this.#readings.get(hash) === reading) this.#readings.delete(hash)
      throw error
    }
  }

  /** Tells whether the hash was asked for before, and had no session. */
  isKnownAsUnknown(hash: string): boolean {
    return this.#unknown.get(hash) === true
  }

  /** Later calls read again. A reading that is under way still serves the calls that wait for it. */
  forget(): void {
    this.#readings = new BoundedMap(KNOWN_SESSIONS_MAX)
  }
}
