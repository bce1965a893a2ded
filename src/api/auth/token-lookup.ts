import type { StoredToken } from '../../domain/people/token.ts'
import type { Monotonic } from '../../domain/instant.ts'
import type { Store } from '../../storage/store.ts'

/** How long a token made or revoked by another node may go unnoticed, if its notification does not arrive. */
const REFRESH_MS = 5_000

type TokensByHash = ReadonlyMap<string, StoredToken>

/** All tokens by their hash, read now and then. */
export class TokenLookup {
  readonly #store: Pick<Store, 'listTokens'>
  /** As they were read last; while that is under way, every call waits for it. */
  #tokensByHash: TokensByHash | Promise<TokensByHash> | undefined
  #refreshedAt: Monotonic = -Infinity

  constructor(store: Pick<Store, 'listTokens'>) {
    this.#store = store
  }

  /** At once, unless they have to be read. */
  all(monotonic: Monotonic): TokensByHash | Promise<TokensByHash> {
    if (monotonic - this.#refreshedAt >= REFRESH_MS) this.forget()
    if (this.#tokensByHash === undefined) {
      this.#refreshedAt = monotonic
      this.#tokensByHash = this.#keep(this.#read())
    }
    return this.#tokensByHash
  }

  forget(): void {
    this.#tokensByHash = undefined
  }

  /** What came of a reading counts unless it was forgotten meanwhile; one that failed is made again. */
  #keep(reading: Promise<TokensByHash>): Promise<TokensByHash> {
    const settle = (tokens?: TokensByHash) => {
      if (this.#tokensByHash === kept) this.#tokensByHash = tokens
    }
    const kept = reading.then(
      (tokens) => (settle(tokens), tokens),
      (error: unknown) => {
        settle()
        throw error
      },
    )
    return kept
  }

  async #read(): Promise<TokensByHash> {
    const tokens = await this.#store.listTokens()
    return new Map(tokens.map((token) => [token.hash, token]))
  }
}
