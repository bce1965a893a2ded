import { QueryClient } from '@tanstack/react-query'
import { Problem } from './api/problem.ts'

/** Tells whether to try again: a refusal stays one, but what did not arrive, or failed there, may succeed. */
function isWorthRetrying(count: number, error: Error): boolean {
  const mayPass =
    error instanceof Problem && (error.status === 0 || error.status === 429 || error.status >= 500)
  return mayPass && count < 5
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: isWorthRetrying,
        retryDelay: (count) => Math.min(500 * 2 ** count, 5_000),
        staleTime: 2_000,
        refetchOnWindowFocus: true,
        // The service is often on this very machine, or in a network without a way out.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
}
