import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { BASE_URL, rememberCsrfToken } from './client.ts'
import { noResponse, toProblem } from './problem.ts'
import { sessionQuery, type Session } from './session.ts'
import type { components } from './schema.ts'

export type Credentials =
  | { readonly username: string; readonly password: string }
  | { readonly token: string }

export const signInWaysQuery = queryOptions({
  queryKey: ['sign-in'],
  queryFn: () => send<components['schemas']['WaysToSignIn']>('GET', '/v1/sign-in'),
  staleTime: 60_000,
})

export type Invitation = components['schemas']['Invitation']

export function checkInvitation(code: string): Promise<Invitation> {
  return send('POST', '/v1/invitations/check', { code })
}

/** Throws a Problem. */
export function useOpenSession() {
  const client = useQueryClient()
  const open = async (path: string, body: object) => {
    const session = await send<Session>('POST', path, body)
    rememberCsrfToken(session.csrf_token)
    client.setQueryData(sessionQuery.queryKey, session)
    return session
  }
  return {
    signIn: (credentials: Credentials) => open('/v1/session', credentials),
    acceptInvitation: (acceptance: {
      readonly code: string
      readonly username?: string
      readonly password: string
    }) => open('/v1/invitations/accept', acceptance),
  }
}

/** Ends this session or all of one's own, shows the sign-in, and forgets everything read. */
export function useSignOut(): (which: 'here' | 'everywhere') => Promise<void> {
  const client = useQueryClient()
  const navigate = useNavigate()
  return async (which) => {
    const csrf = client.getQueryData(sessionQuery.queryKey)?.csrf_token ?? null
    await send('DELETE', which === 'here' ? '/v1/session' : '/v1/sessions', undefined, csrf)
    rememberCsrfToken(null)
    client.removeQueries({ queryKey: signInWaysQuery.queryKey })
    // Afterwards: a page that is shown asks who is signed in.
    await navigate({ to: '/sign-in' })
    client.getMutationCache().clear()
    // Clearing everything would drop a running query of the sign-in, which would never be repeated.
    const [ways] = signInWaysQuery.queryKey
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== ways })
    client.setQueryData(sessionQuery.queryKey, null)
  }
}

async function send<Body>(method: string, path: string, body?: object, csrf?: string | null): Promise<Body> {
  const response = await fetch(`${BASE_URL}${path}`, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(csrf && { 'x-csrf-token': csrf }),
    },
    ...(body && { body: JSON.stringify(body) }),
  }).catch(() => {
    throw noResponse()
  })
  const content: unknown = response.status === 204 ? undefined : await response.json().catch(() => undefined)
  if (!response.ok) throw toProblem(response.status, content)
  return content as Body
}
