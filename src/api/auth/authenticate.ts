import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '../../domain/errors.ts'
import type { SessionId, TokenId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import {
  type Principal,
  principalBySession,
  principalByToken,
  principalKey,
  requireScope,
} from '../../domain/people/principal.ts'
import { hashSessionSecret, isOpen, isSessionSecret, type SessionKind } from '../../domain/people/session.ts'
import { hashToken, isLive, type Scope, type Token } from '../../domain/people/token.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Store } from '../../storage/store.ts'
import type { RouteScope } from '../routes/route.ts'
import { SessionLookup, TokenLookup } from './credentials.ts'
import { FailureLimit } from './failure-limit.ts'
import { type BrowserRequest, readCookie, refuseForged } from './session-cookie.ts'

/** Saves a write per request. */
const WRITE_MS = 10_000

interface AuthenticatorDeps {
  readonly store: Pick<Store, 'listTokens' | 'noteTokensUsed' | 'findSession' | 'noteSessionsUsed'>
  readonly clock: Clock
  readonly cookieName: string
  /** The lifetime of an unused session of the console. */
  readonly sessionIdleMs: number
  /** The host of the public address, if set. */
  readonly publicHost: string | null
}

interface PresentedRequest extends BrowserRequest {
  readonly address: string
  /** Below the base path, without the query. */
  readonly path: string
  /** Sent without a person, so it does not extend a session. */
  readonly isUnattended?: boolean | undefined
}

/** Authorizes a long request again: rejects with an AppError if it may not go on. */
export type Authorize = (
  what: { readonly path: string; readonly scope: Scope },
  who: Pick<PresentedRequest, 'headers' | 'address'>,
) => Promise<unknown>

/**
 * Finds the principal by a token, a session's secret given as a token, or the console's cookie, and checks
 * its scope. Secrets are looked up by hash, so wrong ones cost the same; too many from one address get 429
 * for a while.
 */
export class Authenticator {
  /** Counts failures with tokens, passwords and codes of invitations. */
  readonly failures: FailureLimit
  readonly #deps: AuthenticatorDeps
  readonly #tokens: TokenLookup
  readonly #sessions: SessionLookup
  readonly #tokenUses: LastUses<TokenId>
  readonly #sessionUses: LastUses<SessionId>

  constructor(deps: AuthenticatorDeps) {
    const { store, clock } = deps
    this.#deps = deps
    this.failures = new FailureLimit(clock)
    this.#tokens = new TokenLookup(store)
    this.#sessions = new SessionLookup(store)
    this.#tokenUses = new LastUses<TokenId>((uses) => store.noteTokensUsed(uses))
    this.#sessionUses = new LastUses<SessionId>((uses) => store.noteSessionsUsed(uses))
  }

  /**
   * Returns the principal if it has the scope (`any`: whatever its scopes). Rejects with an AppError: 401, 403, or 429
   * after too many wrong secrets. With a token, the cookie is ignored.
   */
  async authenticate(request: PresentedRequest, scope: Exclude<RouteScope, null>): Promise<Principal> {
    return this.admit(request, scope)
  }

  /** Works like `authenticate`, synchronously if possible. Throws as well. */
  admit(request: PresentedRequest, scope: Exclude<RouteScope, null>): AtOnce<Principal> {
    const secret = presentedToken(request.headers)
    return andThen(this.#identify(secret, request), (principal) => {
      if (scope !== 'any') requireScope(principal, scope)
      return principal
    })
  }

  /** Returns the live token with this secret. Throws as above; wrong ones count. */
  identifyToken(secret: string, address: string): AtOnce<Token> {
    const hash = hashToken(secret)
    this.failures.check(address, hash)
    return andThen(this.#tokens.all(this.#deps.clock.monotonic()), (tokens) =>
      this.#validateToken(tokens.get(hash), hash, address),
    )
  }

  #validateToken(token: Token | undefined, hash: string, address: string): Token {
    const now = this.#deps.clock.now()
    if (!token || !isLive(token, now)) {
      this.failures.count(address, hash)
      throw new AppError('unauthorized', explainRefusal(token))
    }
    this.failures.trust(address, hash, principalKey({ userId: null, tokenId: token.id }))
    this.#tokenUses.note(token.id, now)
    return token
  }

  /** Call after tokens, sessions or people changed, on any node. */
  forget(): void {
    this.#tokens.forget()
    this.#sessions.forget()
  }

  async flush(): Promise<void> {
    await Promise.all([this.#tokenUses.flush(), this.#sessionUses.flush()])
  }

  #identify(secret: string | undefined, request: PresentedRequest): AtOnce<Principal> {
    const { address, headers } = request
    if (secret === undefined) {
      const cookie = readCookie(headers, this.#deps.cookieName)
      if (cookie !== undefined) return this.#identifyBrowser(cookie, request)
      // Without a secret nothing is counted.
      this.failures.check(address, '')
      throw new AppError('unauthorized', CREDENTIALS_MISSING)
    }
    if (isSessionSecret(secret)) return this.#identifySession(secret, 'token_service', request)
    return andThen(this.identifyToken(secret, address), principalByToken)
  }

  async #identifyBrowser(secret: string, request: PresentedRequest): Promise<Principal> {
    const principal = await this.#identifySession(secret, 'console', request)
    refuseOutside(request.path)
    const { publicHost } = this.#deps
    refuseForged(request, { csrfToken: principal.csrfToken ?? '', publicHost })
    return principal
  }

  async #identifySession(
    secret: string,
    kind: SessionKind,
    { address, isUnattended = false }: PresentedRequest,
  ): Promise<Principal> {
    const { clock, sessionIdleMs: idleMs } = this.#deps
    const now = clock.now()
    const hash = hashSessionSecret(secret)
    this.failures.check(address, hash)
    // A browser that keeps sending the cookie of an ended session is not guessing.
    const isKnownAlready = this.#sessions.isKnownAsUnknown(hash)
    const found = await this.#sessions.find(hash, clock.monotonic())
    if (!found || found.session.kind !== kind || !isOpen(found, { now, idleMs })) {
      if (!found && !isKnownAlready) this.failures.count(address, hash)
      throw new AppError('unauthorized', kind === 'console' ? SESSION_OVER : TOKEN_OVER)
    }
    this.failures.trust(address, hash, principalKey(found.session))
    if (!isUnattended) this.#sessionUses.note(found.session.id, now)
    const session = isUnattended ? found.session : { ...found.session, seenAt: now }
    return principalBySession({ ...found, session }, { idleMs, ...(kind === 'console' && { secret }) })
  }
}

const CREDENTIALS_MISSING =
  'A token is required, as `X-Auth-Token: <token>`, `Authorization: Bearer <token>`, or the password of Basic authentication.'
const SESSION_OVER = 'The session has ended; sign in again.'
const TOKEN_OVER = 'The token of the token service has expired or was given back; ask for a new one.'

/** The console uses /v1 only; v6 and v15 show values that /v1 hides. */
function refuseOutside(path: string): void {
  if (path.startsWith('/v1/')) return
  throw new AppError(
    'forbidden',
    'The session of a browser opens what is below /v1 only; for this address send a token, as `X-Auth-Token: <token>`.',
  )
}

function presentedToken(headers: IncomingHttpHeaders): string | undefined {
  const own = headers['x-auth-token']
  if (typeof own === 'string' && own !== '') return own
  const [, scheme = '', credentials = ''] =
    /^(Bearer|Basic) +(\S+) *$/i.exec(headers.authorization ?? '') ?? []
  if (scheme === '') return undefined
  return scheme.toLowerCase() === 'bearer' ? credentials : passwordOf(credentials)
}

/** Some senders (Grafana's contact point) send the token only as a password, with any user. */
function passwordOf(credentials: string): string {
  const text = Buffer.from(credentials, 'base64').toString('utf8')
  return text.slice(text.indexOf(':') + 1)
}

function explainRefusal(known: Token | undefined): string {
  if (!known) return 'The token is not known here.'
  return known.revokedAt === null ? 'The token has expired.' : 'The token has been revoked.'
}

interface Use<Id> {
  readonly id: Id
  readonly at: Instant
}

class LastUses<Id extends TokenId | SessionId> {
  readonly #write: (uses: readonly Use<Id>[]) => Promise<void>
  readonly #uses = new Map<Id, Instant>()
  #writtenAt = 0

  constructor(write: (uses: readonly Use<Id>[]) => Promise<void>) {
    this.#write = write
  }

  note(id: Id, now: Instant): void {
    this.#uses.set(id, now)
    if (now - this.#writtenAt < WRITE_MS) return
    this.#writtenAt = now
    // A failed write is repeated with the next one.
    this.flush().catch(() => this.#uses.set(id, now))
  }

  async flush(): Promise<void> {
    if (this.#uses.size === 0) return
    const uses = [...this.#uses].map(([id, at]) => ({ id, at }))
    this.#uses.clear()
    await this.#write(uses)
  }
}

/** Synchronous if possible: a promise per request would cost a tick of the event loop. */
export type AtOnce<Value> = Value | Promise<Value>

/** Applies `make`, synchronously if the value is there. */
export function andThen<Value, Result>(value: AtOnce<Value>, make: (value: Value) => Result): AtOnce<Result> {
  return value instanceof Promise ? value.then(make) : make(value)
}
