import type { ApiDeps } from '../../deps/api-deps.ts'
import type { Principal } from '../../../domain/people/principal.ts'
import { AppError } from '../../../domain/errors.ts'
import { type Session, endOf } from '../../../domain/people/session.ts'
import type { TokenId, UserId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import { actorOf, principalOf } from '../../auth/actor.ts'
import { defineRoute, type RequestOrigin, type Route, Type } from '../../routes/route.ts'
import { closedResponse, SET_COOKIE } from './session-wire.ts'
import { idSchema, instantSchema, resourceOf } from '../resource.ts'

interface ShownSession extends Session {
  readonly expiresAt: Instant
  readonly isCurrent: boolean
}

const ownSession = resourceOf<ShownSession>()('OwnSession', {
  id: idSchema('The id of the session.'),
  kind: Type.Enum(['console', 'token_service'], {
    description: '`console`: a browser. `token_service`: a program, through `/api/token/`.',
  }),
  created_at: instantSchema('When it was opened.'),
  seen_at: instantSchema('When it was last used, within some seconds.'),
  expires_at: instantSchema('When it expires; for `console`, use extends it.'),
  address: Type.String('Where the sign-in came from.'),
  user_agent: Type.String('The browser or program, as it names itself.'),
  current: [Type.Boolean('True: the session of this request.'), 'isCurrent'],
})

export function ownSessionRoutes(deps: ApiDeps): readonly Route[] {
  return [listSessions(deps), endAll(deps), endOne(deps)]
}

/** Selects the sessions of the user, or those opened with the token. */
export function ownerOf({
  userId,
  tokenId,
}: Principal): { readonly userId: UserId } | { readonly tokenId: TokenId } {
  return userId === null ? { tokenId: tokenId ?? 0 } : { userId }
}

/** Throws `conflict` for tokens. */
export function needPerson(input: RequestOrigin): Principal & {
  readonly userId: UserId
} {
  const principal = principalOf(input.principal)
  if (principal.userId === null) {
    throw new AppError('conflict', `"${principal.name}" is a token; only people have passwords.`)
  }
  return { ...principal, userId: principal.userId }
}

function listSessions({ people, sessionIdleMs }: ApiDeps): Route {
  return defineRoute({
    route: 'GET /v1/sessions',
    scope: 'any',
    id: 'listOwnSessions',
    summary: 'List one’s own sessions, newest first',
    description: 'For a token: the sessions opened with it.',
    responses: {
      200: {
        description: 'The open sessions.',
        schema: Type.Object({ items: Type.Array(ownSession.schema) }),
      },
    },
    handler: async (input) => {
      const principal = principalOf(input.principal)
      const now = people.clock.now()
      const sessions = await people.store.listSessions(ownerOf(principal))
      const open = sessions
        .map((session) => ({
          ...session,
          expiresAt: endOf(session, sessionIdleMs),
          isCurrent: session.id === principal.sessionId,
        }))
        .filter(({ expiresAt }) => expiresAt > now)
      return { status: 200, body: { items: open.map(ownSession.toWire) } }
    },
  })
}

function endAll(deps: ApiDeps): Route {
  return defineRoute({
    route: 'DELETE /v1/sessions',
    scope: 'any',
    id: 'signOutEverywhere',
    summary: 'Sign out everywhere',
    description: 'Ends all sessions of the caller, this one included.',
    responses: { 204: { description: 'The sessions have ended.', headers: SET_COOKIE } },
    handler: async (input) => {
      const { store, clock, onPeopleChanged } = deps.people
      await store.endSessions(ownerOf(principalOf(input.principal)), { now: clock.now(), by: actorOf(input) })
      onPeopleChanged()
      return closedResponse(input, deps)
    },
  })
}

function endOne({ people }: ApiDeps): Route {
  return defineRoute({
    route: 'DELETE /v1/sessions/:id',
    scope: 'any',
    id: 'endOwnSession',
    summary: 'End one of one’s own sessions',
    noun: 'session',
    responses: { 204: 'The session has ended.' },
    handler: async (input) => {
      const { id } = input
      const when = { now: people.clock.now(), by: actorOf(input), id }
      const count = await people.store.endSessions(ownerOf(principalOf(input.principal)), when)
      if (count === 0) throw new AppError('not_found', `You have no session ${id}; it may have ended.`)
      people.onPeopleChanged()
      return { status: 204 }
    },
  })
}
