import type { QueryClient } from '@tanstack/react-query'
import { Problem } from './problem.ts'
import { sessionQuery } from './session.ts'

/**
 * Does it; if the session has ended, the page asks to sign in again (shell/shell.tsx), and then it is done once
 * more. Only for what may be done twice: the first time it was refused.
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

/** Whoever signs in puts the new session into the cache. */
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
