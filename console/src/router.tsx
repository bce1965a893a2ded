import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { BASE_PATH } from './api/client.ts'
import { sessionQuery } from './api/session.ts'
import { loadPage } from './shell/load-page.ts'
import { NotFound, PageFault, PageSkeleton } from './shell/page-fallbacks.tsx'
import { Shell } from './shell/shell.tsx'
import { asDeliverySearch } from './pages/deliveries/delivery-search.ts'
import { asAlertSearch } from './pages/alerts/alert.ts'
import { asJobRunSearch } from './pages/job-runs/job-run.ts'
import { asRoutingSearch } from './pages/routing/routing-search.ts'
import { asSilenceSearch, asWindowSearch } from './pages/silences/hold-search.ts'
import { asNewWebhookSearch, asWebhookSearch, asWebhookTab } from './pages/webhooks/webhook-search.ts'
import { asOverviewSearch } from './pages/overview/overview-search.ts'
import { asSourceSearch } from './pages/settings/sources/source-search.ts'
import { asAuditSearch } from './pages/settings/audit/audit-log.ts'

interface Context {
  readonly queryClient: QueryClient
}

/** The map of the console. */
export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    basepath: BASE_PATH === '' ? '/' : BASE_PATH,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultErrorComponent: PageFault,
    defaultNotFoundComponent: NotFound,
    defaultPendingComponent: PageSkeleton,
    defaultPendingMs: 150,
  })
}

/** A page, loaded when first shown. */
function page<Module extends Record<string, unknown>, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
) {
  return lazyRouteComponent(loadPage(load), name)
}

const root = createRootRouteWithContext<Context>()({ component: Outlet })

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: (search): { readonly to?: string; readonly problem?: string } => ({
    ...(typeof search.to === 'string' && { to: search.to }),
    ...(typeof search.problem === 'string' && { problem: search.problem }),
  }),
  component: page(() => import('./pages/sign-in/sign-in-page.tsx'), 'SignInPage'),
})

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  component: page(() => import('./pages/sign-in/invitation-page.tsx'), 'InvitationPage'),
})

/** The pages of signed-in users. */
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: Shell,
  beforeLoad: async ({ context, location }) => {
    const session = await context.queryClient.ensureQueryData(sessionQuery)
    if (session === null) throw redirect({ to: '/sign-in', search: { to: location.href } })
  },
})

const overview = createRoute({
  getParentRoute: () => shell,
  path: '/',
  validateSearch: asOverviewSearch,
  component: page(() => import('./pages/overview/overview-page.tsx'), 'OverviewPage'),
})

const webhooks = createRoute({
  getParentRoute: () => shell,
  path: '/webhooks',
  validateSearch: asWebhookSearch,
  component: page(() => import('./pages/webhooks/list/webhooks-page.tsx'), 'WebhooksPage'),
})

const newWebhook = createRoute({
  getParentRoute: () => shell,
  path: '/webhooks/new',
  validateSearch: asNewWebhookSearch,
  component: page(() => import('./pages/webhooks/new/new-webhook-page.tsx'), 'NewWebhookPage'),
})

const webhook = createRoute({
  getParentRoute: () => shell,
  path: '/webhooks/$id',
  validateSearch: asWebhookTab,
  component: page(() => import('./pages/webhooks/view/webhook-page.tsx'), 'WebhookPage'),
})

const editWebhook = createRoute({
  getParentRoute: () => shell,
  path: '/webhooks/$id/edit',
  component: page(() => import('./pages/webhooks/edit/edit-webhook-page.tsx'), 'EditWebhookPage'),
})

const deliveries = createRoute({
  getParentRoute: () => shell,
  path: '/deliveries',
  validateSearch: asDeliverySearch,
  component: page(() => import('./pages/deliveries/list/deliveries-page.tsx'), 'DeliveriesPage'),
})

const alerts = createRoute({
  getParentRoute: () => shell,
  path: '/alerts',
  validateSearch: asAlertSearch,
  component: page(() => import('./pages/alerts/alerts-page.tsx'), 'AlertsPage'),
})

const jobRuns = createRoute({
  getParentRoute: () => shell,
  path: '/job-runs',
  validateSearch: asJobRunSearch,
  component: page(() => import('./pages/job-runs/job-runs-page.tsx'), 'JobRunsPage'),
})

const routing = createRoute({
  getParentRoute: () => shell,
  path: '/routing',
  validateSearch: asRoutingSearch,
  component: page(() => import('./pages/routing/routing-page.tsx'), 'RoutingPage'),
})

const silences = createRoute({
  getParentRoute: () => shell,
  path: '/silences',
  validateSearch: asSilenceSearch,
  component: page(() => import('./pages/silences/silences-page.tsx'), 'SilencesPage'),
})

const windows = createRoute({
  getParentRoute: () => shell,
  path: '/windows',
  validateSearch: asWindowSearch,
  component: page(() => import('./pages/silences/windows-page.tsx'), 'WindowsPage'),
})

const settings = createRoute({
  getParentRoute: () => shell,
  path: '/settings',
  component: page(() => import('./pages/settings/settings-page.tsx'), 'SettingsPage'),
})

const settingsStart = createRoute({
  getParentRoute: () => settings,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/settings/account' })
  },
})

const account = createRoute({
  getParentRoute: () => settings,
  path: '/account',
  component: page(() => import('./pages/settings/account/account-page.tsx'), 'AccountPage'),
})

const people = createRoute({
  getParentRoute: () => settings,
  path: '/people',
  component: page(() => import('./pages/settings/people/people-page.tsx'), 'PeoplePage'),
})

const tokens = createRoute({
  getParentRoute: () => settings,
  path: '/tokens',
  component: page(() => import('./pages/settings/tokens/tokens-page.tsx'), 'TokensPage'),
})

const sources = createRoute({
  getParentRoute: () => settings,
  path: '/sources',
  validateSearch: asSourceSearch,
  component: page(() => import('./pages/settings/sources/sources-page.tsx'), 'SourcesPage'),
})

const audit = createRoute({
  getParentRoute: () => settings,
  path: '/audit',
  validateSearch: asAuditSearch,
  component: page(() => import('./pages/settings/audit/audit-page.tsx'), 'AuditPage'),
})

const about = createRoute({
  getParentRoute: () => settings,
  path: '/about',
  component: page(() => import('./pages/settings/about/about-page.tsx'), 'AboutPage'),
})

/** An unknown address still shows the navigation. */
const nowhere = createRoute({
  getParentRoute: () => shell,
  path: '$',
  component: NotFound,
})

const routeTree = root.addChildren([
  signIn,
  invitation,
  shell.addChildren([
    overview,
    webhooks,
    newWebhook,
    webhook,
    editWebhook,
    deliveries,
    alerts,
    jobRuns,
    routing,
    silences,
    windows,
    settings.addChildren([settingsStart, account, people, tokens, sources, audit, about]),
    nowhere,
  ]),
])

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
