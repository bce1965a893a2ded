import type { ApiDeps, OidcSetup } from '../../deps/api-deps.ts'
import { AppError } from '../../../domain/errors.ts'
import type { PendingSignIn } from '../../../domain/people/oidc.ts'
import { consolePathOf, openPending, PENDING_MS, sealPending } from '../../../domain/people/oidc.ts'
import { hashToken } from '../../../domain/people/token.ts'
import { signInByIdentity, type IdentityRefusal } from '../../../people/oidc-sign-in.ts'
import { defineRoute, type RequestOrigin, type Route, type RouteResponse, Type } from '../../routes/route.ts'
import { formatCookie, readCookie } from '../../auth/session-cookie.ts'
import { defineQuery, text, type RawQuery } from '../query.ts'
import { openedResponse, originOf } from './session-wire.ts'

/** Problems for which the console has a sentence (`/sign-in?problem=…`). */
type Problem = IdentityRefusal | 'cancelled' | 'expired' | 'provider_unreachable' | 'failed'

const REDIRECT = {
  302: {
    description: 'Where the browser goes next.',
    headers: {
      Location: 'The address.',
      'Set-Cookie': 'What it was about, or nothing any more; and the session.',
    },
  },
}
const NOT_SET_UP = { 404: 'No OpenID provider is set up.' }
const TOO_MANY = { 429: 'Too many sign-ins from this address failed.' }

const startQuery = defineQuery({ to: text('to', 'Path of the console page to open afterwards.') })

/** Accepts other parameters too. */
const callbackQuery = Type.Unsafe<RawQuery>({
  type: 'object',
  properties: {
    code: { description: 'The authorization code of the provider.', 'x-value': { type: 'string' } },
    state: { description: 'The state of the sign-in.', 'x-value': { type: 'string' } },
    error: { description: 'The error of the provider, without a code.', 'x-value': { type: 'string' } },
  },
})

/** Returns the routes that send a browser to an OpenID provider and receive it back. */
export function oidcRoutes(deps: ApiDeps): readonly Route[] {
  return [getStart(deps), getCallback(deps)]
}

function getStart(deps: ApiDeps): Route {
  return defineRoute({
    route: 'GET /v1/oidc/start',
    scope: null,
    id: 'startOidcSignIn',
    summary: 'Start a sign-in at the OpenID provider',
    query: startQuery.schema,
    responses: { ...REDIRECT, ...NOT_SET_UP, ...TOO_MANY },
    handler: async (input) => {
      const oidc = setupOf(deps)
      const { to = '/' } = startQuery.parse(input.query)
      deps.authenticator.failures.check(input.address, ATTEMPT)
      const pending = draftPending(consolePathOf(to), deps)
      try {
        const url = await oidc.provider.authorizationUrl(pending)
        const sealed = sealPending(pending, oidc.provider.clientSecret)
        return redirect(url, [pendingCookie(sealed, input, deps)])
      } catch (error) {
        deps.log.warn({ error: withoutSecrets(error) }, 'people.provider_failed')
        return refused('provider_unreachable', input, deps)
      }
    },
  })
}

function getCallback(deps: ApiDeps): Route {
  return defineRoute({
    route: 'GET /v1/oidc/callback',
    scope: null,
    id: 'finishOidcSignIn',
    summary: 'Finish a sign-in at the OpenID provider',
    description:
      'Register this address at the provider. Redirects to the console, signed in or with an error.',
    query: callbackQuery,
    responses: { ...REDIRECT, ...NOT_SET_UP, ...TOO_MANY },
    handler: async (input) => {
      const oidc = setupOf(deps)
      const { failures } = deps.authenticator
      failures.check(input.address, ATTEMPT)
      const sealed = readCookie(input.headers, pendingNameOf(deps)) ?? ''
      const pending = openPending(sealed, oidc.provider.clientSecret, deps.people.clock.now())
      if (!pending || input.query['state'] !== pending.state) return refused('expired', input, deps)
      if (oidc.provider.isFull) return refused('provider_unreachable', input, deps)
      try {
        return await finish(input, pending, deps)
      } catch (error) {
        // A failure of the database is no fault of the provider.
        if (error instanceof AppError) throw error
        failures.count(input.address, ATTEMPT)
        deps.log.warn({ error: withoutSecrets(error) }, 'people.provider_failed')
        return refused(problemOf(error, input.query), input, deps)
      }
    },
  })
}

async function finish(
  input: RequestOrigin & { readonly query: RawQuery },
  pending: PendingSignIn,
  deps: ApiDeps,
): Promise<RouteResponse> {
  const oidc = setupOf(deps)
  const callback = new URL(pending.redirectUri)
  for (const [name, value] of Object.entries(input.query)) {
    for (const each of [value ?? []].flat()) callback.searchParams.append(name, each)
  }
  const opened = await signInByIdentity(
    {
      ...originOf(input),
      issuer: oidc.provider.issuer,
      claims: await oidc.provider.redeem(callback, pending),
      rules: oidc.rules,
      providerName: oidc.name,
    },
    deps.people,
  )
  if (typeof opened === 'string') return refused(opened, input, deps)
  const cookie = openedResponse(opened, input, deps).headers?.['set-cookie'] ?? []
  return redirect(deps.basePath + pending.to, [cookie, pendingCookie('', input, deps)].flat())
}

/** Keeps only the messages: the library puts tokens, codes and claims into the causes of its errors. */
function withoutSecrets(thrown: unknown): Error {
  const sentences: string[] = []
  for (let error = thrown; error instanceof Error && sentences.length < 5; error = error.cause) {
    const code = 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : ''
    sentences.push(error.message.slice(0, 300) + code)
  }
  return new Error(sentences.join(': '))
}

/** The key under which failed sign-ins at the provider are counted. */
const ATTEMPT = hashToken('sign-in at the provider')

function setupOf({ oidc }: ApiDeps): OidcSetup {
  if (oidc) return oidc
  throw new AppError('not_found', 'No OpenID provider is set up; TOCSIN_OIDC_ISSUER names one.')
}

function draftPending(to: string, deps: ApiDeps): PendingSignIn {
  const { chance, clock } = deps.people
  const random = () => chance.bytes(32).toString('base64url')
  return {
    state: random(),
    nonce: random(),
    codeVerifier: random(),
    redirectUri: `${setupOf(deps).publicUrl}/v1/oidc/callback`,
    to,
    expiresAt: clock.now() + PENDING_MS,
  }
}

function pendingNameOf({ cookieName }: Pick<ApiDeps, 'cookieName'>): string {
  return cookieName.replace('session', 'sign_in')
}

/** The cookie is not `Strict`: the browser returns from another site. An empty value deletes the cookie. */
function pendingCookie(value: string, { isSecure }: RequestOrigin, deps: ApiDeps): string {
  return formatCookie(value, {
    name: pendingNameOf(deps),
    basePath: deps.basePath,
    isSecure,
    sameSite: 'Lax',
    maxAgeMs: value === '' ? 0 : PENDING_MS,
  })
}

/** Redirects to the console's sign-in, which shows the problem. */
function refused(problem: Problem, input: RequestOrigin, deps: ApiDeps): RouteResponse {
  return redirect(`${deps.basePath}/sign-in?problem=${problem}`, [pendingCookie('', input, deps)])
}

function redirect(location: string, cookies: readonly string[]): RouteResponse {
  return { status: 302, headers: { location, 'cache-control': 'no-store', 'set-cookie': [...cookies] } }
}

function problemOf(error: unknown, query: RawQuery): Problem {
  if (query['error'] === 'access_denied') return 'cancelled'
  return isUnreachable(error) ? 'provider_unreachable' : 'failed'
}

/** Tells whether the provider is unreachable or faulty; `fetch` throws alone or as the cause of the library's error. */
function isUnreachable(error: unknown): boolean {
  if (error instanceof Response) return error.status >= 500
  if (!(error instanceof Error)) return false
  if (error.name === 'TimeoutError' || error.name === 'AbortError' || error.message === 'fetch failed')
    return true
  return isUnreachable(error.cause)
}
