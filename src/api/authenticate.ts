import type { IncomingHttpHeaders } from 'node:http'
import type { Clock } from '../clock.ts'
import { AppError } from '../domain/errors.ts'
import { allows, hashToken, isLive, type Scope, type StoredToken, type Token } from '../domain/token.ts'
import type { Store } from '../storage/store.ts'
import { FailureLimit } from './failure-limit.ts'

/** How long a token made or revoked by another node may go unnoticed, if its news do not arrive. */
const REFRESH_MS = 5_000
/** How often last uses are written: a write for each request would cost more than it tells. */
const TOUCH_MS = 10_000

export interface AuthenticatorDeps {
  readonly store: Pick<Store, 'listTokens' | 'touchTokens'>
  readonly clock: Clock
}

/**
 * Who is calling, and may they? Tokens are looked up by their hash, so a wrong one costs the same whatever it
 * resembles; too many wrong ones from one address are answered 429 for a while.
 */
export class Authenticator {
  readonly #deps: AuthenticatorDeps
  readonly #failures: FailureLimit
  readonly #lastUses = new Map<number, number>()
  /** The last reading; while it is under way, whoever calls waits for it. */
  #tokensByHash: Promise<ReadonlyMap<string, StoredToken>> | undefined
  #refreshedAt = -Infinity
  #touchedAt = 0

  constructor(deps: AuthenticatorDeps) {
    this.#deps = deps
    this.#failures = new FailureLimit(deps.clock)
  }

  /** The token if it is live and covers the scope; otherwise an AppError: 401, 403, or 429 after too many wrong ones. */
  async authenticate(headers: IncomingHttpHeaders, address: string, scope: Scope): Promise<Token> {
    const now = this.#deps.clock.now()
    const secret = presentedToken(headers)
    const hash = secret === undefined ? '' : hashToken(secret)
    this.#failures.check(address, hash)
    const known = secret === undefined ? undefined : await this.#find(hash, now)
    if (!known || !isLive(known, now)) {
      this.#failures.count(address, hash)
      throw new AppError('unauthorized', explainRefusal(secret, known))
    }
    this.#failures.trust(address, hash)
    this.#noteUse(known.id, now)
    if (!allows(known, scope)) {
      throw new AppError(
        'forbidden',
        `The token "${known.name}" lacks the scope ${scope}; it has ${known.scopes.join(', ')}.`,
      )
    }
    return known
  }

  /** After a token was made or revoked, here or by another node. */
  forget(): void {
    this.#tokensByHash = undefined
  }

  /** Writes the last uses that are not written yet. */
  async flush(): Promise<void> {
    if (this.#lastUses.size === 0) return
    const uses = [...this.#lastUses].map(([id, at]) => ({ id, at }))
    this.#lastUses.clear()
    await this.#deps.store.touchTokens(uses)
  }

  async #find(hash: string, now: number): Promise<StoredToken | undefined> {
    if (now - this.#refreshedAt >= REFRESH_MS) this.forget()
    if (this.#tokensByHash === undefined) {
      this.#refreshedAt = now
      this.#tokensByHash = this.#readTokens()
    }
    const reading = this.#tokensByHash
    try {
      return (await reading).get(hash)
    } catch (error) {
      if (this.#tokensByHash === reading) this.forget()
      throw error
    }
  }

  async #readTokens(): Promise<ReadonlyMap<string, StoredToken>> {
    const tokens = await this.#deps.store.listTokens()
    return new Map(tokens.map((token) => [token.hash, token]))
  }

  #noteUse(id: number, now: number): void {
    this.#lastUses.set(id, now)
    if (now - this.#touchedAt < TOUCH_MS) return
    this.#touchedAt = now
    // A last use that could not be written is written with the next one.
    this.flush().catch(() => this.#lastUses.set(id, now))
  }
}

function presentedToken(headers: IncomingHttpHeaders): string | undefined {
  const own = headers['x-auth-token']
  if (typeof own === 'string' && own !== '') return own
  const [, scheme = '', credentials = ''] =
    /^(Bearer|Basic) +(\S+) *$/i.exec(headers.authorization ?? '') ?? []
  if (scheme === '') return undefined
  return scheme.toLowerCase() === 'bearer' ? credentials : passwordOf(credentials)
}

/** Some senders know no other way (Grafana's contact point): the token as the password, whatever the user. */
function passwordOf(credentials: string): string {
  const text = Buffer.from(credentials, 'base64').toString('utf8')
  return text.slice(text.indexOf(':') + 1)
}

function explainRefusal(secret: string | undefined, known: Token | undefined): string {
  if (secret === undefined)
    return 'A token is required, as `X-Auth-Token: <token>`, `Authorization: Bearer <token>`, or the password of Basic authentication.'
  if (!known) return 'The token is not known here.'
  return known.revokedAt === null ? 'The token has expired.' : 'The token has been revoked.'
}
