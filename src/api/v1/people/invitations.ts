import type { ApiDeps } from '../../deps/api-deps.ts'
import { AppError } from '../../../domain/errors.ts'
import { INVITATION_PURPOSES } from '../../../domain/people/invitation.ts'
import { formatInstant } from '../../../domain/instant.ts'
import { PASSWORD_LIMITS, PASSWORD_TEXT_MAX } from '../../../domain/people/password-rules.ts'
import { hashToken } from '../../../domain/people/token.ts'
import { USER_NAME_LIMITS } from '../../../domain/people/user.ts'
import { acceptInvitation, findInvitation } from '../../../people/invitations.ts'
import { refuseForeign } from '../../auth/session-cookie.ts'
import { documented } from '../../openapi/openapi-schema.ts'
import { defineRoute, type Route, Type } from '../../routes/route.ts'
import { counted, trustName, USERNAME_TEXT_MAX } from '../../auth/failure-limit.ts'
import { openedResponse, originOf, roleSchema, sessionResource, SET_COOKIE } from './session-wire.ts'
import { instantSchema, nullable } from '../resource.ts'

const codeSchema = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'The part of the link after `#`.',
})

const invitationSchema = Type.Object('Invitation', {
  purpose: Type.Enum(
    INVITATION_PURPOSES,
    '`first_admin`: creates the first user. `new_user`, `new_password`: a user chooses a password.',
  ),
  username: nullable(Type.String(), 'The name of the user; null: they choose one.'),
  role: roleSchema,
  expires_at: instantSchema('When it expires.'),
})

const NOT_VALID = { description: 'It was used or replaced by a newer one, has expired, or never existed.' }
const TOO_MANY = { description: 'Too many wrong secrets came from this address.' }

/** Returns the routes by which people choose a password once. */
export function invitationRoutes(deps: ApiDeps): readonly Route[] {
  return [postCheck(deps), postAccept(deps)]
}

function postCheck({ people, authenticator }: ApiDeps): Route {
  return defineRoute({
    route: 'POST /v1/invitations/check',
    scope: null,
    id: 'checkInvitation',
    summary: 'Read an invitation',
    body: Type.Object({ code: codeSchema }, { additionalProperties: false, title: 'InvitationCode' }),
    responses: { 200: ['The invitation is valid.', invitationSchema], 404: NOT_VALID, 429: TOO_MANY },
    handler: async ({ body: { code }, address }) => {
      const attempt = { failures: authenticator.failures, address, key: hashToken(code) }
      const found = await counted(attempt, async () => {
        const { invitation, user } = (await findInvitation(code, people)) ?? refuse()
        return {
          purpose: invitation.purpose,
          username: user?.name ?? null,
          role: user?.role ?? invitation.role,
          expires_at: formatInstant(invitation.expiresAt),
        }
      })
      return { status: 200, headers: { 'cache-control': 'no-store' }, body: found }
    },
  })
}

function postAccept(deps: ApiDeps): Route {
  return defineRoute({
    route: 'POST /v1/invitations/accept',
    scope: null,
    id: 'acceptInvitation',
    summary: 'Choose a password with an invitation, and sign in',
    description: 'It can be used once; all other sessions of the user end.',
    body: Type.Closed('InvitationAcceptance', {
      code: codeSchema,
      username: Type.Optional(
        documented(
          Type.String({
            maxLength: USERNAME_TEXT_MAX,
            description: 'For `first_admin`: the name of the new user.',
          }),
          USER_NAME_LIMITS,
        ),
      ),
      password: documented(
        Type.String({
          maxLength: PASSWORD_TEXT_MAX,
          description: '10 to 200 characters of any kind; not the name, and not a common password.',
        }),
        PASSWORD_LIMITS,
      ),
    }),
    responses: {
      201: { description: 'The session.', schema: sessionResource.schema, headers: SET_COOKIE },
      403: 'The request comes from another site.',
      404: NOT_VALID,
      409: 'A user has this name.',
      429: TOO_MANY,
      503: 'Too many sign-ins are under way.',
    },
    handler: async (input) => {
      refuseForeign({ method: 'POST', ...input }, deps.publicHost)
      const { code, username: name, password } = input.body
      const { address } = input
      const opened = await counted(
        { failures: deps.authenticator.failures, address, key: hashToken(code) },
        async () =>
          (await acceptInvitation({ code, name, password, ...originOf(input) }, deps.people)) ?? refuse(),
      )
      if (opened.user) trustName(deps.authenticator.failures, address, opened.user.name)
      return openedResponse(opened, input, deps)
    },
  })
}

function refuse(): never {
  throw new AppError(
    'not_found',
    'This invitation is not valid: it was used, has expired, or was replaced by a newer one. Ask an administrator for a new one; the link for the first administrator is printed when the service starts.',
  )
}
