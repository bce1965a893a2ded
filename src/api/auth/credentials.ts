import type { IncomingMessage } from 'node:http'
import { AppError } from '../../domain/errors.ts'
import type { Monotonic } from '../../domain/instant.ts'
import type { Principal } from '../../domain/people/principal.ts'
import type { FoundSession } from '../../domain/people/session.ts'
import type { StoredToken } from '../../domain/people/token.ts'
import { BoundedMap } from '../../runtime/bounded-map.ts'
import type { Store } from '../../storage/store.ts'

/** The delay after which a token changed on another node is noticed, if its notification is lost. */
const REFRESH_MS = 5_000

type TokensByHash = ReadonlyMap<string, StoredToken>

export class TokenLookup {
  readonly #store: Pick<Store, 'listTokens'>
  #tokensByHash: TokensByHash | Promise<TokensByHash> | undefined
  #refreshedAt: Monotonic = -Infinity

  constructor(store: Pick<Store, 'listTokens'>) {
    this.#store = store
  }

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

/** The delay after which a session ended on another node is noticed, if its notification is lost. */
const FRESH_MS = 5_000
/** Sessions whose reading is remembered, and as many secrets without a session. A dropped session is read again. */
export const KNOWN_SESSIONS_MAX = 10_000

interface Reading {
  readonly at: Monotonic
  readonly found: Promise<FoundSession | undefined>
}

export class SessionLookup {
  readonly #store: Pick<Store, 'findSession'>
  #readings = new BoundedMap<string, Reading>(KNOWN_SESSIONS_MAX)
  /** They never get a session: a secret exists only with its own. */
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

  isKnownAsUnknown(hash: string): boolean {
    return this.#unknown.get(hash) === true
  }

  /** Makes later calls read again; a reading under way still serves those that wait for it. */
  forget(): void {
    this.#readings = new BoundedMap(KNOWN_SESSIONS_MAX)
  }
}

/** Requests with their token in the address. */
const withTokenInPath = new WeakSet<IncomingMessage>()

/**
 * Moves the token of `/intake/<token>/<source>`, for senders that can hold only an address, to a header, so that no
 * route, log line or response sees it.
 */
export function takeTokenFromPath(request: IncomingMessage, url: string): string {
  const match = /^\/intake\/(tcn_[^/?#]*)(\/[^?#]*)?/.exec(url)
  if (!match) return url
  const [whole, token = '', rest = ''] = match
  withTokenInPath.add(request)
  request.headers['x-auth-token'] = token
  return `/intake${rest}${url.slice(whole.length)}`
}

/** Proxies and senders log addresses, so a token in one may open nothing but the intake. */
export function refuseMightyTokenInPath(request: IncomingMessage, { name, scopes }: Principal): void {
  if (!withTokenInPath.has(request) || (scopes.length === 1 && scopes[0] === 'events:write')) return
  throw new AppError(
    'forbidden',
    `The token "${name}" may do more than report, and does not belong in an address, which proxies and senders write into their logs. Make one with the scope events:write alone: \`tocsin token create --name <name> --scope events:write\`.`,
  )
}
