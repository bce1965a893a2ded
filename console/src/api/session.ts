import { type QueryClient, type QueryFunctionContext, queryOptions, useQuery } from '@tanstack/react-query'
import { announceSignedOut, BASE_URL, rememberCsrfToken } from './client.ts'
import { noResponse, Problem, toProblem } from './problem.ts'
import type { components } from './schema.ts'

export type Session = components['schemas']['Session']

/** Null: nobody is signed in. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: readSession,
  staleTime: 60_000,
  retry: (count, error) =>
    error instanceof Problem && (error.status === 0 || error.status >= 500) && count < 100,
  retryDelay: (count) => Math.min(500 * 2 ** count, 5_000),
})

async function readSession({ client, queryKey }: QueryFunctionContext): Promise<Session | null> {
  const response = await fetch(`${BASE_URL}/v1/session`).catch(() => {
    throw noResponse()
  })
  if (response.status === 401) {
    const known = client.getQueryData<Session>(queryKey) ?? null
    // The session ended under a page: it stays, and asks to sign in above it.
    if (known !== null) announceSignedOut()
    return known
  }
  const body: unknown = await response.json().catch(() => undefined)
  if (!response.ok) throw toProblem(response.status, body)
  const session = body as Session
  rememberCsrfToken(session.csrf_token)
  return session
}

/** Pages are only shown to a signed-in principal. */
export function useSession(): Session {
  const { data } = useQuery(sessionQuery)
  if (!data) throw new Error('a page was shown to nobody')
  return data
}

/** Tells whether the principal has the scope. The API checks it again. */
export function useMay(scope: string): boolean {
  const scopes: readonly string[] = useSession().scopes
  return scopes.includes('admin') || scopes.includes(scope)
}

/**
 * Acts; if the session has ended, waits for a sign-in (shell/shell.tsx) and acts once more. Only for acts
 * that may be repeated.
 */
export async function withSession<Result>(client: QueryClient, act: () => Promise<Result>): Promise<Result> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 401) throw error
    await nextSession(client)
    return act()
  }
}

function nextSession(client: QueryClient): Promise<void> {
  const [name] = sessionQuery.queryKey
  return new Promise((resolve) => {
    const stop = client.getQueryCache().subscribe(({ type, query }) => {
      if (type !== 'updated' || query.queryKey[0] !== name || !query.state.data) return
      stop()
      resolve()
    })
  })
}
