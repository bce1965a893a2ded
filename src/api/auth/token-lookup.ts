import type { StoredToken } from '../../domain/people/token.ts'
import type { Monotonic } from '../../domain/instant.ts'
import type { Store } from '../../storage/store.ts'

/** How long a token made or revoked by another node may go unnoticed, if its notification does not arrive. */
const REFRESH_MS = 5_000

/** All tokens by their hash, read now and then. */
export class TokenLookup {
  readonly #store: Pick<Store, 'listTokens'>
  /** The last reading of all tokens; while it is under way, every call waits for it. */
  #tokensByHash: Promise<ReadonlyMap<string, StoredToken>> | undefined
  #refreshedAt: Monotonic = -Infinity

  constructor(store: Pick<Store, 'listTokens'>) {
    this.#store = store
  }

  async find(hash: string, monotonic: Monotonic): Promise<StoredToken | undefined> {
    if (monotonic - this.#refreshedAt >= REFRESH_MS) this.forget()
    if (this.#tokensByHash === undefined) {
      this.#refreshedAt = monotonic
      this.#tokensByHash = this.#read()
    }
    const reading = this.#tokensByHash
    try {
      return (await reading).get(hash)
    } catch (error) {
      if (this.#tokensByHash === reading) this.forget()
      throw error
    }
  }

  forget(): void {
    this.#tokensByHash = undefined
  }

  async #read(): Promise<ReadonlyMap<string, StoredToken>> {
    const tokens = await this.#store.listTokens()
    return new Map(tokens.map((token) => [token.hash, token]))
  }
}
