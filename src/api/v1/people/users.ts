import type { ApiDeps } from '../../deps/api-deps.ts'
import { formatInstant } from '../../../domain/instant.ts'
import { invitationPath } from '../../../domain/people/invitation.ts'
import { USER_NAME_LIMITS, type User } from '../../../domain/people/user.ts'
import type { CreatedInvitation } from '../../../people/users.ts'
import { changeUser, createUser, deleteUser, inviteUser, needUser } from '../../../people/users.ts'
import { actorOf } from '../../auth/actor.ts'
import { documented } from '../../openapi/openapi-schema.ts'
import { defineRoute, type Route, Type } from '../../routes/route.ts'
import { USERNAME_TEXT_MAX } from '../../auth/failure-limit.ts'
import { PAGING } from '../paging.ts'
import { defineQuery } from '../query.ts'
import { pageUpwards, readList, readOne } from '../read-routes.ts'
import { roleSchema } from './session-wire.ts'
import { idSchema, instantSchema, nullable, nullableTime, resourceOf } from '../resource.ts'

const query = defineQuery(PAGING)

const nameSchema = documented(
  Type.String({
    maxLength: USERNAME_TEXT_MAX,
    description: 'The name for signing in: 1 to 100 characters. Upper and lower case are the same.',
  }),
  USER_NAME_LIMITS,
)

/** Lists its members, because a user also has a password hash. */
const userResource = resourceOf<User>()('User', {
  id: idSchema('The id of the user.'),
  name: Type.String('The name for signing in.'),
  role: roleSchema,
  disabled: [Type.Boolean('True: nobody can sign in as this user.'), ({ disabledAt }) => disabledAt !== null],
  has_password: [
    Type.Boolean('False: invited, or signs in by the OpenID provider only.'),
    ({ passwordHash }) => passwordHash !== null,
  ],
  oidc: [
    nullable(
      Type.Object({ issuer: Type.String(), subject: Type.String() }),
      'Their subject at the OpenID provider; null: none.',
    ),
    ({ oidc }) => oidc && { issuer: oidc.issuer, subject: oidc.subject },
  ],
  created_at: instantSchema('When they were added.'),
  last_sign_in_at: nullableTime('Null: never.'),
})

const madeInvitationSchema = Type.Object(
  {
    code: Type.String('Whoever has it can choose the password. It is shown only once.'),
    path: Type.String('Append it to the address of the console: `/invitation#<code>`.'),
    expires_at: instantSchema('When it expires.'),
  },
  { title: 'CreatedInvitation', description: 'A link for this user; send it over a channel that you trust.' },
)

const invitedUserSchema = Type.Object(
  { ...userResource.schema.properties, invitation: madeInvitationSchema },
  { title: 'InvitedUser' },
)

/** Returns the routes for users and roles. No administrator ever knows a password. */
export function userRoutes(deps: ApiDeps): readonly Route[] {
  return [
    listUsers(deps),
    postUser(deps),
    getUser(deps),
    patchUser(deps),
    removeUser(deps),
    postInvitation(deps),
    deleteSessions(deps),
  ]
}

function listUsers({ people }: ApiDeps): Route {
  return readList({
    path: '/v1/users',
    scope: 'admin',
    id: 'listUsers',
    summary: 'List users, ordered by id',
    nouns: 'users',
    query,
    schema: userResource.schema,
    read: async (_, page) => pageUpwards(await people.store.listUsers(), page),
    show: (users) => users.map(userResource.toWire),
  })
}

function postUser({ people }: ApiDeps): Route {
  return defineRoute({
    route: 'POST /v1/users',
    scope: 'admin',
    id: 'createUser',
    summary: 'Add a user',
    description: 'The response has an invitation, valid for 7 days, with which the user chooses a password.',
    body: Type.Object(
      { name: nameSchema, role: roleSchema },
      { additionalProperties: false, title: 'NewUser' },
    ),
    responses: {
      201: ['The user, with the invitation.', invitedUserSchema],
      409: 'A user has this name, or there are 1,000 users.',
    },
    handler: async (input) => {
      const { name, role } = input.body
      return invitedResponse(201, await createUser({ name, role, by: actorOf(input) }, people))
    },
  })
}

function getUser({ people }: ApiDeps): Route {
  return readOne({
    path: '/v1/users/:id',
    scope: 'admin',
    id: 'getUser',
    summary: 'Read one user',
    noun: 'user',
    schema: userResource.schema,
    find: (id) => people.store.findUser({ id }),
    show: userResource.toWire,
  })
}

function patchUser({ people }: ApiDeps): Route {
  return defineRoute({
    route: 'PATCH /v1/users/:id',
    scope: 'admin',
    id: 'changeUser',
    summary: 'Change name or role of a user, disable or enable them',
    description:
      'Absent members keep their value. Disabling and a lesser role sign the user out everywhere. Nobody can disable or demote themselves.',
    noun: 'user',
    body: Type.Closed('UserChange', {
      name: Type.Optional(nameSchema),
      role: Type.Optional(roleSchema),
      disabled: Type.Optional(Type.Boolean('True: nobody can sign in as this user.')),
    }),
    responses: {
      200: ['The user as they are now.', userResource.schema],
      409: 'It would lock out the caller or everybody, or the name is taken.',
    },
    handler: async (input) => {
      const { id } = input
      const user = await changeUser({ id, change: input.body, by: actorOf(input) }, people)
      return { status: 200, body: userResource.toWire(user) }
    },
  })
}

function removeUser({ people }: ApiDeps): Route {
  return defineRoute({
    route: 'DELETE /v1/users/:id',
    scope: 'admin',
    id: 'deleteUser',
    summary: 'Delete a user',
    description: 'Ends their sessions. The audit log keeps their entries. Nobody can delete themselves.',
    noun: 'user',
    responses: { 204: 'The user was deleted.', 409: 'It would lock out the caller or everybody.' },
    handler: async (input) => {
      await deleteUser({ id: input.id, by: actorOf(input) }, people)
      return { status: 204 }
    },
  })
}

function postInvitation({ people }: ApiDeps): Route {
  return defineRoute({
    route: 'POST /v1/users/:id/invitation',
    scope: 'admin',
    id: 'inviteUser',
    summary: 'Create a link to choose a new password',
    description: 'Ends earlier links of this user. The present password works until the link is used.',
    noun: 'user',
    responses: { 201: ['The user, with the invitation.', invitedUserSchema], 409: 'The user is disabled.' },
    handler: async (input) => {
      const { id } = input
      return invitedResponse(201, await inviteUser({ id, by: actorOf(input) }, people))
    },
  })
}

function deleteSessions({ people }: ApiDeps): Route {
  return defineRoute({
    route: 'DELETE /v1/users/:id/sessions',
    scope: 'admin',
    id: 'signOutUser',
    summary: 'Sign a user out everywhere',
    noun: 'user',
    responses: { 204: 'None of their sessions opens anything any more.' },
    handler: async (input) => {
      const { id } = await needUser(input.id, people)
      await people.store.endSessions({ userId: id }, { now: people.clock.now(), by: actorOf(input) })
      people.onPeopleChanged()
      return { status: 204 }
    },
  })
}

function invitedResponse(
  status: number,
  { user, invitation }: { readonly user: User; readonly invitation: CreatedInvitation },
) {
  const { code, expiresAt } = invitation
  const shown = { code, path: invitationPath(code), expires_at: formatInstant(expiresAt) }
  return {
    status,
    headers: { 'cache-control': 'no-store' },
    body: { ...userResource.toWire(user), invitation: shown },
  }
}
