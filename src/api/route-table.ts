import { tokenServiceRoutes } from './auth/token-service.ts'
import type { ApiDeps } from './deps/api-deps.ts'
import { prometheusRoutes } from './intake/prometheus.ts'
import { sourceRoutes, validationRoutes } from './intake/sources.ts'
import { v15Routes } from './management/v15.ts'
import { v6Routes } from './management/v6.ts'
import { documentRoutes } from './openapi/document-routes.ts'
import { probeRoutes } from './routes/probes.ts'
import type { Route } from './routes/route.ts'
import { consoleRoutes } from './server/console.ts'
import { docsRoutes } from './server/docs.ts'
import { deliveryRoutes } from './v1/deliveries/deliveries.ts'
import { deliveryOperationRoutes } from './v1/deliveries/delivery-operations.ts'
import { eventRoutes } from './v1/events/events.ts'
import { explainRoutes } from './v1/events/explain.ts'
import { activityRoutes } from './v1/overview/activity.ts'
import { backupRoutes } from './v1/overview/backup.ts'
import { encryptionRoutes } from './v1/overview/encryption.ts'
import { onCallRoute } from './v1/overview/on-call.ts'
import { overviewRoutes } from './v1/overview/overview.ts'
import { statusRoutes } from './v1/overview/status.ts'
import { auditRoutes } from './v1/people/audit.ts'
import { invitationRoutes } from './v1/people/invitations.ts'
import { oidcRoutes } from './v1/people/oidc.ts'
import { ownSessionRoutes } from './v1/people/own-sessions.ts'
import { sessionRoutes } from './v1/people/session.ts'
import { tokenRoutes } from './v1/people/tokens.ts'
import { userRoutes } from './v1/people/users.ts'
import { receiverStateRoutes } from './v1/webhooks/receiver-states.ts'
import { alertRoutes } from './v1/reports/alerts.ts'
import { jobRunRoutes } from './v1/reports/job-runs.ts'
import { knownSourceRoutes } from './v1/reports/sources.ts'
import { routingRoutes } from './v1/routing/routing.ts'
import { silenceRoutes } from './v1/silences/silences.ts'
import { applyWebhooks, applyWindows } from './v1/webhook-set/webhook-set.ts'
import { changeWebhookMode } from './v1/webhooks/mode.ts'
import { presetRoutes } from './v1/webhooks/presets.ts'
import { signingRoutes } from './v1/webhooks/signing.ts'
import { templateRoutes } from './v1/webhooks/templates.ts'
import { webhookHealthRoutes } from './v1/webhooks/webhook-health.ts'
import { webhookTestRoutes } from './v1/webhooks/webhook-tests.ts'
import { v1WebhookRoutes } from './v1/webhooks/webhooks.ts'
import { windowRoutes } from './v1/windows/windows.ts'

/** Returns the routes of a delivering node, for its infrastructure. */
export function workerRoutes(deps: ApiDeps): readonly Route[] {
  return probeRoutes(deps)
}

/** The only table of routes. */
export function allRoutes(deps: ApiDeps): readonly Route[] {
  return [...apiRoutes(deps), ...consoleRoutes(deps)]
}

/** Returns the documented routes for programs. */
export function apiRoutes(deps: ApiDeps): readonly Route[] {
  const routes = [
    ...v6Routes(deps),
    ...v15Routes(deps),
    ...v1WebhookRoutes(deps),
    applyWebhooks(deps),
    ...webhookHealthRoutes(deps),
    ...receiverStateRoutes(deps),
    changeWebhookMode(deps),
    ...webhookTestRoutes(deps),
    ...signingRoutes(deps),
    ...templateRoutes(deps),
    ...presetRoutes(deps),
    ...knownSourceRoutes(deps),
    onCallRoute(deps),
    ...alertRoutes(deps),
    ...jobRunRoutes(deps),
    ...eventRoutes(deps),
    ...explainRoutes(deps),
    ...routingRoutes(deps),
    ...silenceRoutes(deps),
    ...windowRoutes(deps),
    applyWindows(deps),
    ...deliveryRoutes(deps),
    ...deliveryOperationRoutes(deps),
    ...tokenRoutes(deps),
    ...sessionRoutes(deps),
    ...ownSessionRoutes(deps),
    ...oidcRoutes(deps),
    ...invitationRoutes(deps),
    ...userRoutes(deps),
    ...tokenServiceRoutes(deps),
    ...auditRoutes(deps),
    ...statusRoutes(deps),
    ...activityRoutes(deps),
    ...overviewRoutes(deps),
    ...backupRoutes(deps),
    ...encryptionRoutes(deps),
    ...probeRoutes(deps),
    ...prometheusRoutes(deps),
    ...sourceRoutes(deps),
    ...validationRoutes(deps),
    ...docsRoutes(deps),
  ]
  return [...followingClock(routes, deps), ...documentRoutes(routes, deps)]
}

interface Deps {
  readonly openIntake: { readonly followClock: () => Promise<void> }
}

/** Stores a step of the clock before a silence is written: steps move only earlier ones. */
function followingClock(routes: readonly Route[], deps: Deps): readonly Route[] {
  return routes.map((route) => {
    if (route.scope !== 'silences:write') return route
    const handler: Route['handler'] = async (input) => {
      await deps.openIntake.followClock()
      return route.handler(input)
    }
    return { ...route, handler }
  })
}
