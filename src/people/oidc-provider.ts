import type { Configuration, CustomFetch } from 'openid-client'
import type { Clock } from '../runtime/clock.ts'
import { claimOf, findClaimsIssue, type Claims, type PendingSignIn } from '../domain/people/oidc.ts'
import type { FindProxy, Proxy } from '../domain/target/proxy-rules.ts'
import type { Monotonic } from '../domain/instant.ts'
import type { Dispatcher } from 'undici'

const FRESH_MS = 3_600_000
const TIMEOUT_MS = 10_000
/**
 * Sign-ins about which the provider is asked at once. One cookie of ours is enough to begin any number, with invented
 * codes.
 */
export const REDEMPTIONS_MAX = 64

export interface OidcProviderOptions {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly scopes: string
  readonly roleClaim: string
  readonly clock: Pick<Clock, 'now' | 'monotonic'>
  readonly findProxy: FindProxy
  /** Limits each request to the provider. */
  readonly timeoutMs?: number
}

interface Known {
  readonly at: Monotonic
  readonly configuration: Promise<Configuration>
}

/**
 * An OpenID provider (OpenID Connect Core 1.0, authorization code flow with PKCE). Rejects with whatever went
 * wrong.
 */
export class OidcProvider {
  readonly issuer: string
  readonly clientSecret: string
  readonly #options: OidcProviderOptions
  #known: Known | undefined
  #redemptionCount = 0

  constructor(options: OidcProviderOptions) {
    this.issuer = options.issuer
    this.clientSecret = options.clientSecret
    this.#options = options
  }

  /** Tells whether too many sign-ins are under way for another one. */
  get isFull(): boolean {
    return this.#redemptionCount >= REDEMPTIONS_MAX
  }

  /** Returns the address where the browser signs in. */
  async authorizationUrl({ state, nonce, codeVerifier, redirectUri }: PendingSignIn): Promise<string> {
    const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client')
    const url = buildAuthorizationUrl(await this.#discover(), {
      redirect_uri: redirectUri,
      scope: this.#options.scopes,
      response_type: 'code',
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
    })
    return url.href
  }

  /** Exchanges what the browser brought back for the provider's signed claims about the person. */
  async redeem(callback: URL, pending: PendingSignIn): Promise<Claims & { readonly sub: string }> {
    this.#redemptionCount += 1
    try {
      return await this.#exchange(callback, pending)
    } finally {
      this.#redemptionCount -= 1
    }
  }

  async #exchange(
    callback: URL,
    { state, nonce, codeVerifier }: PendingSignIn,
  ): Promise<Claims & { readonly sub: string }> {
    const { authorizationCodeGrant, fetchUserInfo } = await import('openid-client')
    const configuration = await this.#discover()
    const tokens = await authorizationCodeGrant(configuration, callback, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: codeVerifier,
    })
    const claims = tokens.claims()
    if (!claims) throw new Error('the provider sent no ID token')
    const issue = findClaimsIssue(claims, this.#options.clock.now())
    if (issue !== undefined) throw new Error(`the ID token ${issue}`)
    const isAllThere =
      claimOf(claims, this.#options.roleClaim) !== undefined && claims['preferred_username'] !== undefined
    if (isAllThere || configuration.serverMetadata().userinfo_endpoint === undefined) return claims
    return { ...(await fetchUserInfo(configuration, tokens.access_token, claims.sub)), ...claims }
  }

  /** Caches the metadata; a failed read is tried again next time. */
  async #discover(): Promise<Configuration> {
    const now = this.#options.clock.monotonic()
    if (this.#known === undefined || now - this.#known.at >= FRESH_MS) {
      this.#known = { at: now, configuration: this.#read() }
    }
    const known = this.#known
    try {
      return await known.configuration
    } catch (error) {
      if (this.#known === known) this.#known = undefined
      throw error
    }
  }

  async #read(): Promise<Configuration> {
    const { issuer, clientId, clientSecret, findProxy, timeoutMs = TIMEOUT_MS } = this.#options
    // Loaded here: a service without a provider never needs it.
    const { allowInsecureRequests, customFetch, discovery, enableNonRepudiationChecks } =
      await import('openid-client')
    const isPlain = issuer.startsWith('http:')
    return discovery(new URL(issuer), clientId, clientSecret, undefined, {
      timeout: timeoutMs / 1000,
      [customFetch]: fetchThroughProxy(findProxy),
      // Without these the library trusts TLS alone, which a proxy may terminate.
      execute: [
        enableNonRepudiationChecks,
        // A provider on this machine may do without TLS (TOCSIN_OIDC_ISSUER).
        ...(isPlain ? [allowInsecureRequests] : []),
      ],
    })
  }
}

/** Fetches through the host's proxy, if it has one. */
function fetchThroughProxy(findProxy: FindProxy): CustomFetch {
  const agents = new Map<Proxy, Dispatcher>()
  return async (url, { body, signal, ...options }) => {
    // Neither type allows `undefined`.
    const request = { ...options, body: body ?? null, signal: signal ?? null }
    const proxy = findProxy(new URL(url).hostname)
    if (proxy === null) return fetch(url, request)
    // Loaded here; Node.js's `fetch` is of another version and rejects such an agent.
    const { fetch: fetchByAgent, ProxyAgent } = await import('undici')
    let dispatcher = agents.get(proxy)
    if (dispatcher === undefined) {
      const { name: uri, authorization } = proxy
      dispatcher = new ProxyAgent({ uri, ...(authorization !== null && { token: authorization }) })
      agents.set(proxy, dispatcher)
    }
    // The two libraries each declare the standard's class.
    return (await fetchByAgent(url, { ...request, dispatcher })) as unknown as Response
  }
}
