import { formatInstant } from '../../domain/instant.ts'
import { PASSWORD_TEXT_MAX } from '../../domain/people/password-rules.ts'
import { actorOf, principalOf } from './actor.ts'
import { defineRoute, type Route, Type } from '../routes/route.ts'
import { signInByPassword, USERNAME_TEXT_MAX } from './failure-limit.ts'
import type { PeopleDeps } from '../../people/people.ts'
import type { Authenticator } from './authenticate.ts'
import { AppError } from '../../domain/errors.ts'

export interface TokenServiceDeps {
  readonly people: PeopleDeps
  readonly authenticator: Pick<Authenticator, 'failures'>
  readonly version: string
}

const bodySchema = Type.Closed('TokenServiceCredentials', {
  username: Type.String({ maxLength: USERNAME_TEXT_MAX, description: 'The name of a user.' }),
  password: Type.String({ maxLength: PASSWORD_TEXT_MAX, description: 'Their password.' }),
})

const issuedSchema = Type.Object('IssuedToken', {
  issuedAt: Type.String({ format: 'date-time' }),
  expiresAt: Type.String({ format: 'date-time', description: 'When the token expires, 20 minutes later.' }),
  version: Type.String('Of this service.'),
  version_long: Type.String(),
  supported_api_versions: Type.Array(Type.Integer()),
  deprecated_api_versions: Type.Array(Type.Integer()),
})

/**
 * Returns the token service that scripts for v6 and v15 know: a user's name and password for a token of 20 minutes,
 * with the scopes of their role.
 */
export function tokenServiceRoutes(deps: TokenServiceDeps): readonly Route[] {
  return [issueToken(deps), giveBackToken(deps)]
}

function issueToken(deps: TokenServiceDeps): Route {
  return defineRoute({
    route: 'POST /api/token/',
    scope: null,
    id: 'issueToken',
    summary: 'Get a token for 20 minutes with name and password',
    description:
      'Wrong passwords count as for `POST /v1/session`. For long scripts use a token of `POST /v1/tokens`.',
    body: bodySchema,
    responses: {
      201: {
        description: 'The token is in the header.',
        schema: issuedSchema,
        headers: { 'X-Subject-Token': 'What to send as `X-Auth-Token`.' },
      },
      401: 'Name or password is wrong.',
      403: 'The account is disabled.',
      429: 'Too many wrong passwords for this name, or wrong secrets from this address.',
      503: 'Too many sign-ins are under way.',
    },
    handler: async ({ body: { username: name, password }, headers, address }) => {
      const userAgent = headers['user-agent'] ?? ''
      const attempt = { name, password, address, userAgent, kind: 'token_service' } as const
      const { secret, session } = await signInByPassword(attempt, deps)
      return {
        status: 201,
        headers: { 'cache-control': 'no-store', 'x-subject-token': secret },
        body: {
          issuedAt: formatInstant(session.createdAt),
          expiresAt: formatInstant(session.expiresAt),
          version: deps.version,
          version_long: `Tocsin ${deps.version}`,
          supported_api_versions: [6, 15],
          deprecated_api_versions: [],
        },
      }
    },
  })
}

function giveBackToken({ people }: TokenServiceDeps): Route {
  return defineRoute({
    route: 'DELETE /api/token/',
    scope: 'any',
    id: 'giveBackToken',
    summary: 'End a token of the token service',
    responses: { 204: 'The session has ended.', 409: 'It is a token of another kind.' },
    handler: async (input) => {
      const { userId, sessionId } = principalOf(input.principal)
      if (userId === null || sessionId === null) {
        throw new AppError(
          'conflict',
          'This token does not come from the token service; an admin revokes it with DELETE /v1/tokens/{id}.',
        )
      }
      const when = { now: people.clock.now(), by: actorOf(input), id: sessionId }
      await people.store.endSessions({ userId }, when)
      people.onPeopleChanged()
      return { status: 204 }
    },
  })
}
