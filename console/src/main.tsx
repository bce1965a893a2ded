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
  // The scroll lock of dialogs looks for this name.
  var __webpack_nonce__: string | undefined
}

/**
 * The Content-Security-Policy allows only the service's style files, and styles with this nonce, new for each
 * load.
 */
const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''
globalThis.__webpack_nonce__ = nonce

/** Loaded late: pages work without notifications. */
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

/** Retries what may succeed later, but no refusal. */
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
        // The service may be on this machine, or in a network without internet.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
}

/** Removes the heading that the service rendered, once the page has its own. */
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

/** Renders its children after the first paint. */
function Late({ children }: { readonly children: ReactNode }) {
  const [isTime, setTime] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setTime(true), 2_000)
    return () => clearTimeout(timer)
  }, [])
  return isTime ? children : null
}
