import './mantine-styles.ts'
import '@mantine/notifications/styles.css'
import './global.css'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { lazy, type ReactNode, StrictMode, Suspense, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { isServiceThere } from './api/client.ts'
import { Problem } from './api/problem.ts'
import { createAppRouter } from './router.tsx'
import { loadWhenThere } from './shell/load-page.ts'
import { colorSchemeManager, resolveVariables, theme } from './theme.ts'
import { applyDensity, readDensity } from './ui/list/density.ts'

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

/** Notifications are loaded late; the pages work without them. */
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

/** Removes the heading that the service wrote into the document, as soon as the page has its own. */
function replaceEarlyHeading(root: Element): void {
  const early = document.querySelector('.early')
  if (early === null) return
  const observer = new MutationObserver(() => {
    if (root.querySelector('h1') === null) return
    early.remove()
    observer.disconnect()
  })
  observer.observe(root, { childList: true, subtree: true })
}

/** Shows what the first paint of a page does not need, after that paint. */
function Late({ children }: { readonly children: ReactNode }) {
  const [isTime, setTime] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setTime(true), 2_000)
    return () => clearTimeout(timer)
  }, [])
  return isTime ? children : null
}
