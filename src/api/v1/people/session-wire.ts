import type { ApiDeps } from '../../deps/api-deps.ts'
import { principalBySession, type Principal } from '../../../domain/people/principal.ts'
import { isScope, SCOPES } from '../../../domain/people/token.ts'
import { ROLES } from '../../../domain/people/user.ts'
import type { Origin } from '../../../people/people.ts'
import type { OpenedSession } from '../../../people/sessions.ts'
import { type RequestOrigin, type RouteResponse, Type } from '../../routes/route.ts'
import { formatCookie } from '../../auth/session-cookie.ts'
import { nullable, nullableText, nullableTime, resourceOf } from '../resource.ts'

export const roleSchema = Type.Enum(
  ROLES,
  '`viewer` sees webhooks and deliveries, `operator` changes them as well and reads the audit log, `admin` does everything.',
)

export const sessionResource = resourceOf<Principal>()(
  {
    kind: Type.Enum(['user', 'token'], { description: 'A person, or a token.' }),
    name: Type.String('The name of the user or the token.'),
    role: nullable(roleSchema, 'Of a user; null for a token.'),
    user_id: nullable(Type.Integer({ minimum: 1 }), 'Null for a token.'),
    scopes: [
      Type.Array(Type.Enum(Object.keys(SCOPES).filter(isScope)), { description: 'What the caller may do.' }),
      ({ scopes }) => [...scopes],
    ],
    csrf_token: nullableText(
      'The value of `X-CSRF-Token` for changes with the cookie; null: no cookie was used.',
    ),
    expires_at: nullableTime(
      'When the session or token expires; use extends a session of the console; null: never.',
    ),
  },
  { title: 'Session', description: 'Who is calling.' },
)

export function originOf({ headers, address }: RequestOrigin): Origin {
  return { address, userAgent: headers['user-agent'] ?? '' }
}

/** Responds 201 with the session and its cookie. */
export function openedResponse(
  opened: OpenedSession,
  { isSecure }: RequestOrigin,
  deps: ApiDeps,
): RouteResponse {
  const { secret, session } = opened
  return {
    status: 201,
    headers: {
      'cache-control': 'no-store',
      'set-cookie': sessionCookie(secret, session.expiresAt - session.createdAt, isSecure, deps),
    },
    body: sessionResource.toWire(principalBySession(opened, { secret, idleMs: deps.sessionIdleMs })),
  }
}

/** Responds 204 and deletes the cookie. */
export function closedResponse({ isSecure }: RequestOrigin, deps: ApiDeps): RouteResponse {
  return { status: 204, headers: { 'set-cookie': sessionCookie('', 0, isSecure, deps) } }
}

function sessionCookie(
  secret: string,
  maxAgeMs: number,
  isSecure: boolean,
  { cookieName, basePath }: ApiDeps,
): string {
  return formatCookie(secret, { name: cookieName, basePath, isSecure, sameSite: 'Strict', maxAgeMs })
}

export const SET_COOKIE = { 'Set-Cookie': 'The session, for browsers.' }
