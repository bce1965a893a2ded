import type { StoredToken } from '../../domain/people/token.ts'
import type { Monotonic } from '../../domain/instant.ts'
import type { Store } from '../../storage/store.ts'

/**
 * The time for which a token of another node, new or revoked, may go unnoticed, if its notification
 * does not arrive.
 */
const REFRESH_MS = 5_000

type TokensByHash = ReadonlyMap<string, StoredToken>

/** All tokens by their hash, read now and then. */
export class TokenLookup {
  readonly #store: Pick<Store, 'listTokens'>
  /** The tokens as they were read last; while they are being read, every call waits for that. */
  #tokensByHash: TokensByHash | Promise<TokensByHash> | undefined
  #refreshedAt: Monotonic = -Infinity

  constructor(store: Pick<Store, 'listTokens'>) {
    this.#store = store
  }

  /** Returns the tokens, at once unless they have to be read. */
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

  /** Keeps the result of a reading unless it was forgotten meanwhile; a failed reading is repeated. */
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
