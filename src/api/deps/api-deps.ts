import type { Chance, Clock } from '../../runtime/clock.ts'
import type { Activity } from '../../domain/overview/activity.ts'
import type { WebhookCalls } from '../../domain/overview/webhook-calls.ts'
import type { Fault, HealthProblem } from '../../domain/health-problem.ts'
import type { Outcome, RecordedRequest, RequestResult } from '../../domain/receiver/outcome.ts'
import type { AppError } from '../../domain/errors.ts'
import type { Event } from '../../domain/alert/event.ts'
import type { RequestWarning } from '../../domain/template/render-request.ts'
import type { Webhook } from '../../domain/webhook/webhook.ts'
import type { Intake } from '../../intake/intake.ts'
import type { LongWork } from '../../runtime/long-work.ts'
import type { Refusal } from '../../intake/intake-limits.ts'
import type { SourceSettings } from '../../domain/source/source.ts'
import type { NodeId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import type { PushSource } from '../../intake/source.ts'
import type { OpenNotifications } from '../../domain/receiver-state/open-notifications.ts'
import type { Cluster } from '../../storage/cluster.ts'
import type { Backlog, Store } from '../../storage/store.ts'
import type { Authenticator, Authorize } from '../auth/authenticate.ts'
import type { PeopleDeps } from '../../people/people.ts'
import type { Log } from '../../telemetry/log.ts'
import type { RoleRules } from '../../domain/people/oidc.ts'
import type { OidcProvider } from '../../people/oidc-provider.ts'

/** Everything that the routes need from elsewhere; tests give a part (`partOfApi`). */
export interface ApiDeps {
  readonly people: PeopleDeps
  readonly authenticator: Pick<Authenticator, 'failures' | 'identifyToken'>
  readonly cookieName: string
  readonly sessionIdleMs: number
  /** The host of the public address, if set. */
  readonly publicHost: string | null
  /** Null: people sign in by password or token only. */
  readonly oidc: OidcSetup | null
  readonly log: Pick<Log, 'info' | 'warn'>
  /** Allowed hosts of CloudEvents senders, in lower case, or `*`. */
  readonly cloudEventsOrigins: readonly string[]
  /** Requests per minute that a CloudEvents sender may make; 0: any number. */
  readonly cloudEventsPerMinute: number
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
  /** Call when there may be something to deliver. */
  readonly wake: () => void
  /** Counts events that no report caused. */
  readonly onEvents: (count: number) => void
  /** Holds a backup while it is sent; null: the database is not one file. */
  readonly backupFolder: string | null
  readonly basePath: string
  /** The address of the console; empty: not set. */
  readonly publicUrl: string
  readonly consoleFolder: string
  readonly version: string
  /** Returns a sentence if webhooks may not call this address. */
  readonly checkTarget: (url: string) => string | undefined
  /** Sends as a delivery does, and records nothing. */
  readonly tryWebhook: (webhook: Webhook, event: Event) => Promise<TestResult>
  /** Returns the request as it would be sent. */
  readonly previewWebhook: (webhook: Webhook, event: Event) => Promise<Preview>
  readonly dispatcher: DispatcherView
  /** The text of /metrics, with the names of these webhooks. */
  readonly scrape: (webhooks: readonly Webhook[]) => Promise<string>
  /** Set: no memory for reports. */
  readonly memoryRefusal: () => AppError | undefined
  /** Set: this node accepts no reports, for any reason. */
  readonly refusesReports: () => Refusal | undefined
  /** Call after a token was created or revoked. */
  readonly onTokensChanged: () => void
  readonly startedAt: Instant
  /** Counts of this node that are not stored yet. */
  readonly unwrittenActivity: () => readonly Activity[]
  readonly unwrittenCalls: () => readonly WebhookCalls[]
  /** The backlog of the whole cluster, shared within a second. */
  readonly readBacklog: () => Promise<Backlog>
  /** This node's last count of open notifications. */
  readonly openNotifications: () => OpenNotifications
  /** Authorizes long requests again, which does not extend a session. */
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
  /** False: the loop is stuck. */
  readonly isAlive: () => boolean
  readonly stalledBecause: () => string | undefined
  readonly stalledSince: () => number | undefined
  readonly unclaimed: () => Fault | undefined
  readonly exhaustion: () => Fault | undefined
}

export interface OidcSetup {
  readonly provider: OidcProvider
  /** The name that people use for it. */
  readonly name: string
  readonly rules: RoleRules
  /** The public address with the base path, never from a request, whose Host anybody can choose. */
  readonly publicUrl: string
}
