import './mantine-styles.ts'
import '@mantine/notifications/styles.css'
import './global.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider, QueryClient } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { isServiceThere } from './api/is-service-there.ts'
import { createAppRouter } from './router.tsx'
import { loadWhenThere } from './shell/load-when-there.ts'
import { applyDensity, readDensity } from './ui/list/density.ts'
import { replaceEarlyHeading } from './ui/page/early-heading.ts'
import { Late } from './ui/text/late.tsx'
import { colorSchemeManager, resolveVariables, theme } from './theme.ts'
import { Problem } from './api/problem.ts'

declare global {
  // What locks the scrolling behind a dialog looks for it under this name.
  var __webpack_nonce__: string | undefined
}

/**
 * The service allows no styles but its own files and those that carry this, new for each load
 * (Content-Security-Policy).
 */
const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''
globalThis.__webpack_nonce__ = nonce

/** Notifications wait until their part is loaded; the pages go on without it. */
const Notices = lazy(async () => ({
  default: await loadWhenThere(() => import('./shell/notices.tsx'), {
    check: isServiceThere,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  }).then(
    ({ Notices }) => Notices,
    () => () => null,
  ),
}))

applyDensity(readDensity())

const queryClient = createQueryClient()
const router = createAppRouter(queryClient)

const root = document.getElementById('root')!
replaceEarlyHeading(root)
createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemeManager}
      cssVariablesResolver={resolveVariables}
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queryClient}>
        <Late>
          <Suspense fallback={null}>
            <Notices />
          </Suspense>
        </Late>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)

/** Tells whether to try again: a refusal stays one, but what did not arrive, or failed there, may succeed. */
function isWorthRetrying(count: number, error: Error): boolean {
  const mayPass =
    error instanceof Problem && (error.status === 0 || error.status === 429 || error.status >= 500)
  return mayPass && count < 5
}

function createQueryClient(): QueryClient {
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
