import type { Chance, Clock } from '../runtime/clock.ts'
import type { Activity } from '../domain/overview/activity.ts'
import type { WebhookCalls } from '../domain/overview/webhook-calls.ts'
import type { Fault, HealthProblem } from '../domain/health-problem.ts'
import type { Outcome, RecordedRequest, RequestResult } from '../domain/receiver/outcome.ts'
import type { AppError } from '../domain/errors.ts'
import type { Event } from '../domain/alert/event.ts'
import type { RequestWarning } from '../domain/template/render-request.ts'
import type { Webhook } from '../domain/webhook/webhook.ts'
import type { Intake } from '../intake/intake.ts'
import type { LongWork } from '../runtime/long-work.ts'
import type { Refusal } from '../intake/refusals.ts'
import type { SourceSettings } from '../domain/source/source.ts'
import type { NodeId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import type { PushSource } from '../intake/source.ts'
import type { OpenNotifications } from '../domain/receiver-state/open-notifications.ts'
import type { Cluster } from '../storage/cluster.ts'
import type { Backlog, Store } from '../storage/store.ts'
import type { Authorize } from './auth/authenticate.ts'
import { consoleRoutes } from './server/console.ts'
import { docsRoutes } from './server/docs.ts'
import { documentRoutes } from './openapi/document-routes.ts'
import { prometheusRoutes } from './intake/prometheus.ts'
import { sourceRoutes } from './intake/sources.ts'
import { validationRoutes, type ValidationDeps } from './intake/validate-sender.ts'
import { operationRoutes } from './routes/probes.ts'
import type { Route } from './routes/route.ts'
import { followingClock } from './routes/following-clock.ts'
import { activityRoutes } from './v1/overview/activity.ts'
import { tokenServiceRoutes } from './auth/token-service.ts'
import { alertRoutes } from './v1/reports/alerts.ts'
import { auditRoutes } from './v1/people/audit.ts'
import { backupRoutes } from './v1/overview/backup.ts'
import { deliveryRoutes } from './v1/deliveries/deliveries.ts'
import { deliveryOperationRoutes } from './v1/deliveries/delivery-operations.ts'
import { encryptionRoutes } from './v1/overview/encryption.ts'
import { eventRoutes } from './v1/events/events.ts'
import { explainRoutes } from './v1/events/explain.ts'
import { invitationRoutes } from './v1/people/invitations.ts'
import { jobRunRoutes } from './v1/reports/job-runs.ts'
import { overviewRoutes } from './v1/overview/overview.ts'
import { presetRoutes } from './v1/webhooks/presets.ts'
import { oidcRoutes, type OidcRoutesDeps } from './v1/people/oidc.ts'
import { ownSessionRoutes } from './v1/people/own-sessions.ts'
import { sessionRoutes } from './v1/people/session.ts'
import { routingRoutes } from './v1/routing/routing.ts'
import { signingRoutes } from './v1/webhooks/signing.ts'
import { knownSourceRoutes } from './v1/reports/sources.ts'
import { silenceRoutes } from './v1/silences/silences.ts'
import { windowRoutes } from './v1/windows/windows.ts'
import { statusRoutes } from './v1/overview/status.ts'
import { templateRoutes } from './v1/webhooks/templates.ts'
import { tokenRoutes } from './v1/people/tokens.ts'
import { userRoutes } from './v1/people/users.ts'
import { changeWebhookMode } from './v1/webhooks/mode.ts'
import { receiverStateRoutes } from './v1/receiver-states/receiver-states.ts'
import { onCallRoute } from './v1/overview/on-call.ts'
import { webhookHealthRoutes } from './v1/webhooks/webhook-health.ts'
import { webhookTestRoutes } from './v1/webhooks/webhook-tests.ts'
import { webhookSetRoutes } from './v1/webhook-set/webhook-set.ts'
import { v1WebhookRoutes } from './v1/webhooks/webhooks.ts'
import { v15Routes } from './management/v15.ts'
import { v6Routes } from './management/v6.ts'

/** Everything that the routes need of the rest; each route file asks for a part of it. */
export interface ApiDeps extends OidcRoutesDeps, Omit<ValidationDeps, 'sources'> {
  readonly damage: () => Fault | undefined
  readonly problems: () => Promise<readonly HealthProblem[]>
  readonly store: Store
  readonly intake: Pick<Intake, 'acceptObservations' | 'acceptJobRuns'>
  readonly staleAfterMs: number
  /** Sources that send to `/intake/…`. */
  readonly sources: readonly PushSource[]
  readonly longWork: Pick<LongWork, 'run'>
  /** Sources that are polled in a database. */
  readonly askedSources: readonly SourceSettings[]
  readonly clock: Clock
  readonly openIntake: { readonly followClock: () => Promise<void> }
  readonly chance: Chance
  /** Wakes the dispatcher: there may be something to deliver. */
  readonly wake: () => void
  /** Counts events that no report caused. */
  readonly onEvents: (count: number) => void
  /** Where a backup is kept while it is sent; null: the database is not one file, and is saved by its own tools. */
  readonly backupFolder: string | null
  readonly basePath: string
  /** The address of the console; empty: it is not set. */
  readonly publicUrl: string
  readonly consoleFolder: string
  readonly version: string
  /** A sentence if webhooks may not call this address. */
  readonly checkTarget: (url: string) => string | undefined
  /** Sends for real, through the code of every delivery, and records nothing. */
  readonly tryWebhook: (webhook: Webhook, event: Event) => Promise<TestResult>
  /** The request as it would be sent. */
  readonly previewWebhook: (webhook: Webhook, event: Event) => Promise<Preview>
  readonly dispatcher: DispatcherView
  /** The text of /metrics, with the names of these webhooks. */
  readonly scrape: (webhooks: readonly Webhook[]) => Promise<string>
  /** Set: no reports are taken in, for lack of memory. */
  readonly memoryRefusal: () => AppError | undefined
  /** Set: this node takes in no reports, whatever the reason. */
  readonly refusesReports: () => Refusal | undefined
  /** After a token was made or revoked. */
  readonly onTokensChanged: () => void
  readonly startedAt: Instant
  /** Counts of this node that the database does not have yet. */
  readonly unwrittenActivity: () => readonly Activity[]
  readonly unwrittenCalls: () => readonly WebhookCalls[]
  /** The backlog of the whole cluster; shared by all callers within a second. */
  readonly readBacklog: () => Promise<Backlog>
  /** Open notifications as this node counted them last. */
  readonly openNotifications: () => OpenNotifications
  /** Authorizes requests that last long, as for every request; that is no use of a session. */
  readonly authorize: Authorize
  /** Fires when the service stops. */
  readonly stopping: AbortSignal
  readonly cluster: Pick<Cluster, 'engine' | 'listNodes'>
  readonly node: { readonly id: NodeId }
}

export interface TestResult {
  readonly request: RecordedRequest
  readonly result: RequestResult
  readonly outcome: Outcome
}

export interface Preview {
  readonly request: RecordedRequest
  readonly warnings: readonly RequestWarning[]
}

export interface DispatcherView {
  readonly inFlight: () => number
  /** False: the loop has not gone round for too long. */
  readonly isAlive: () => boolean
  readonly stalledBecause: () => string | undefined
  readonly stalledSince: () => number | undefined
  readonly unclaimed: () => Fault | undefined
  readonly exhaustion: () => Fault | undefined
}

/** Returns the routes of a node that only delivers: those that the machinery around it asks. */
export function workerRoutes(deps: ApiDeps): readonly Route[] {
  return operationRoutes(deps)
}

/** The one table of routes: what is not here does not exist. */
export function allRoutes(deps: ApiDeps): readonly Route[] {
  return [...apiRoutes(deps), ...consoleRoutes(deps)]
}

/** Returns the routes for programs, which the documents describe. */
export function apiRoutes(deps: ApiDeps): readonly Route[] {
  const routes = [
    ...v6Routes(deps),
    ...v15Routes(deps),
    ...v1WebhookRoutes(deps),
    ...webhookSetRoutes(deps),
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
    ...operationRoutes(deps),
    ...prometheusRoutes(deps),
    ...sourceRoutes(deps),
    ...validationRoutes(deps),
    ...docsRoutes(deps),
  ]
  return [...followingClock(routes, deps), ...documentRoutes(routes, deps)]
}
