import type { ApiDeps } from '../../deps/api-deps.ts'
import { invalidRequest } from '../../../domain/errors.ts'
import { PASSWORD_LIMITS, PASSWORD_TEXT_MAX } from '../../../domain/people/password-rules.ts'
import { changePassword } from '../../../people/passwords.ts'
import { openTokenSession, type OpenedSession } from '../../../people/sessions.ts'
import { actorOf, principalOf } from '../../auth/actor.ts'
import { refuseForeign } from '../../auth/session-cookie.ts'
import { documented } from '../../openapi/openapi-schema.ts'
import { defineRoute, type RequestOrigin, type Route, Type } from '../../routes/route.ts'
import { signInByPassword, USERNAME_TEXT_MAX } from '../../auth/failure-limit.ts'
import { closedResponse, openedResponse, originOf, sessionResource, SET_COOKIE } from './session-wire.ts'
import { nullable } from '../resource.ts'
import { needPerson, ownerOf } from './own-sessions.ts'

const signInSchema = Type.Closed('SignIn', {
  username: Type.Optional(Type.String({ maxLength: USERNAME_TEXT_MAX, description: 'With `password`.' })),
  password: Type.Optional(Type.String({ maxLength: PASSWORD_TEXT_MAX, description: 'With `username`.' })),
  token: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 300,
      description: 'Instead of both: a token. The session has its scopes, and ends when it does.',
    }),
  ),
})

const WAYS = [['username', 'password'], ['token']].map((required) => ({
  required,
  maxProperties: required.length,
}))

const waysSchema = Type.Object('WaysToSignIn', {
  password: Type.Boolean('By name and password.'),
  token: Type.Boolean('By a token.'),
  oidc: nullable(
    Type.Object({
      name: Type.String('The name of the provider.'),
      start: Type.String('The path at which a browser starts the sign-in.'),
    }),
    'The OpenID provider; null: there is none.',
  ),
  first_admin: Type.Boolean(
    'True: there is no user yet. The service printed a link for the first one when it started.',
  ),
})

const passwordChangeSchema = Type.Closed('PasswordChange', {
  current_password: Type.String({ maxLength: PASSWORD_TEXT_MAX, description: 'The present one.' }),
  new_password: documented(
    Type.String({
      maxLength: PASSWORD_TEXT_MAX,
      description: '10 to 200 characters of any kind; not the name, and not a common password.',
    }),
    PASSWORD_LIMITS,
  ),
})

/** Returns the routes for signing in and out, and for who is signed in. */
export function sessionRoutes(deps: ApiDeps): readonly Route[] {
  return [getSignIn(deps), postSession(deps), getSession(), deleteSession(deps), putPassword(deps)]
}

function getSignIn({ people, ...deps }: ApiDeps): Route {
  return defineRoute({
    route: 'GET /v1/sign-in',
    scope: null,
    id: 'getWaysToSignIn',
    summary: 'List the ways to sign in',
    responses: { 200: ['The ways.', waysSchema] },
    handler: async () => {
      const users = await people.store.listUsers()
      const { oidc, basePath } = deps
      const provider = oidc && { name: oidc.name, start: `${basePath}/v1/oidc/start` }
      const body = { password: true, token: true, oidc: provider, first_admin: users.length === 0 }
      return { status: 200, headers: { 'cache-control': 'no-store' }, body }
    },
  })
}

function postSession(deps: ApiDeps): Route {
  return defineRoute({
    route: 'POST /v1/session',
    scope: null,
    id: 'signIn',
    summary: 'Sign in',
    description:
      'With name and password, or with a token. Opens a session; a browser keeps its secret in a cookie. After ten wrong passwords within 15 minutes a name is blocked for 1, 2, 4, … 15 minutes, whether it exists or not.',
    body: documented(signInSchema, { oneOf: WAYS }),
    responses: {
      201: { description: 'The session.', schema: sessionResource.schema, headers: SET_COOKIE },
      401: 'Name or password is wrong, or the token is not valid.',
      403: 'The account is disabled, or the request comes from another site.',
      429: 'Too many wrong passwords for this name, or wrong secrets from this address.',
      503: 'Too many sign-ins are under way.',
    },
    handler: async (input) => {
      refuseForeign({ method: 'POST', ...input }, deps.publicHost)
      return openedResponse(await open(input, deps), input, deps)
    },
  })
}

async function open(
  input: RequestOrigin & {
    readonly body: { readonly username?: string; readonly password?: string; readonly token?: string }
  },
  deps: ApiDeps,
): Promise<OpenedSession> {
  const { username, password, token } = input.body
  const opening = { ...originOf(input), kind: 'console' as const }
  if (token !== undefined) {
    if (username !== undefined || password !== undefined) {
      throw invalidRequest([{ path: 'token', message: 'must stand alone, without username and password' }])
    }
    const known = await deps.authenticator.identifyToken(token, input.address)
    return openTokenSession(known, opening, deps.people)
  }
  const missing = [
    ...(username === undefined ? ['username'] : []),
    ...(password === undefined ? ['password'] : []),
  ]
  if (username === undefined || password === undefined) {
    throw invalidRequest(missing.map((path) => ({ path, message: 'is required, or `token` instead' })))
  }
  return signInByPassword({ ...opening, name: username, password }, deps)
}

function getSession(): Route {
  return defineRoute({
    route: 'GET /v1/session',
    scope: 'any',
    id: 'getSession',
    summary: 'Read the present session',
    responses: { 200: ['The caller, by session or token.', sessionResource.schema] },
    handler: async (input) => ({
      status: 200,
      headers: { 'cache-control': 'no-store' },
      body: sessionResource.toWire(principalOf(input.principal)),
    }),
  })
}

function deleteSession(deps: ApiDeps): Route {
  return defineRoute({
    route: 'DELETE /v1/session',
    scope: 'any',
    id: 'signOut',
    summary: 'Sign out',
    description: 'Ends the session of the request. A token stays valid.',
    responses: { 204: { description: 'The session has ended.', headers: SET_COOKIE } },
    handler: async (input) => {
      const principal = principalOf(input.principal)
      const { store, clock, onPeopleChanged } = deps.people
      if (principal.sessionId !== null) {
        const when = { now: clock.now(), by: actorOf(input), id: principal.sessionId }
        await store.endSessions(ownerOf(principal), when)
        onPeopleChanged()
      }
      return closedResponse(input, deps)
    },
  })
}

function putPassword(deps: ApiDeps): Route {
  return defineRoute({
    route: 'PUT /v1/session/password',
    scope: 'any',
    id: 'changeOwnPassword',
    summary: 'Change one’s own password',
    description: 'All other sessions of the user end.',
    body: passwordChangeSchema,
    responses: {
      204: 'The password was changed.',
      409: 'The caller is a token, or the user has no password.',
    },
    handler: async (input) => {
      const { userId, sessionId } = needPerson(input)
      const { current_password: from, new_password: to } = input.body
      await changePassword({ userId, sessionId, from, to, by: actorOf(input) }, deps.people)
      return { status: 204 }
    },
  })
}
