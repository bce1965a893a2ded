import type { MatchRows } from '../domain/write-weight.ts'
import type { Alert, Observation, ObservationResult } from '../domain/alert/alert.ts'
import type { AuditEntry, Author, NewAuditEntry } from '../domain/audit/audit.ts'
import type {
  Attempt,
  Delivery,
  FinishedAttempt,
  LeaseHeld,
  RecordedState,
} from '../domain/delivery/delivery.ts'
import type { OpenTime } from '../domain/open-time.ts'
import type { Event } from '../domain/alert/event.ts'
import type {
  AlertId,
  AuditId,
  DeliveryId,
  EventId,
  InstallationId,
  JobRunId,
  OperationId,
  TokenId,
  WebhookId,
} from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import type { JobRun, JobRunReport, JobRunResult } from '../domain/alert/job-run.ts'
import type { StoredFilterOf } from '../domain/filter/filter.ts'
import type { DeliveryFilter } from '../domain/filter/delivery-filters.ts'
import type { ALERTS, AUDIT, EVENTS, JOB_RUNS } from '../domain/lists/indexed-lists.ts'
import type { OPERATION_FILTERS } from '../domain/lists/lists.ts'
import type { NewOperation, Operation } from '../domain/operation/operation.ts'
import type { ClaimRequest, Claimed } from '../domain/flow/claim-plan.ts'
import type { PausedBacklog } from '../domain/overview/overview.ts'
import type { ReceiverHealth } from '../domain/overview/receiver-health.ts'
import type { NewToken, StoredToken } from '../domain/people/token.ts'
import type { AlertMethods } from './alert-changes.ts'
import type { EncryptionMethods } from './encryption-keys.ts'
import type { OverviewMethods } from './overview-methods.ts'
import type { PageRequest, Page } from '../domain/page.ts'
import type { PeopleMethods } from './people.ts'
import type { AnnouncementMethods, SilenceMethods, WindowMethods } from './silence-methods.ts'
import type { SourceMethods } from './source-methods.ts'
import type { StateMethods, WebhookMethods } from './webhook-methods.ts'
import type { TimeMethods } from './time-methods.ts'

/**
 * Everything the service remembers. Each engine keeps these promises, and `test/storage/suite/store-suite.ts`
 * checks every engine.
 *
 * A resolved promise means committed and durable; a rejected one, that nothing was written. Rejections are
 * `AppError`s: `unavailable` when the database cannot be written now (disk full, lost, closing), others as
 * named at the method. `now` is the caller's clock.
 *
 * `by` makes the change; absent, the service itself. A change of a webhook, a token, a user or (by a person)
 * a delivery commits together with its audit entry. A call that changes nothing leaves no entry.
 */
export interface Store extends StoreMethods {
  /** Random, made once with the database; with a delivery's id it makes a name that is unique everywhere. */
  readonly installationId: InstallationId

  /**
   * True: claims in the same tick of the event loop see what was written, share its transaction, and need no
   * commit of their own. False: they may, and a writer wakes the dispatcher once more.
   */
  readonly claimsSeeWrites: boolean

  /** Returns the rows that take as long to write as matching patterns may take for one report. Absent: none. */
  readonly matchRows?: () => MatchRows

  /** Has the next claim look for what another node made due. Absent: there are no other nodes. */
  readonly expectWork?: () => void

  /**
   * Waits for what is under way, then closes; repeats are harmless. Later calls are rejected with
   * `unavailable`.
   */
  close(): Promise<void>
}

export interface StoreMethods
  extends
    AlertMethods,
    EncryptionMethods,
    PeopleMethods,
    OverviewMethods,
    SilenceMethods,
    WindowMethods,
    AnnouncementMethods,
    SourceMethods,
    StateMethods,
    TimeMethods,
    WebhookMethods {
  // --- tokens ---

  createToken(token: NewToken, now: Instant, by?: Author): Promise<StoredToken>

  /** Lists all tokens by id, with revoked and expired ones. */
  listTokens(): Promise<readonly StoredToken[]>

  /**
   * Revokes a token; a repeat keeps the first time. `not_found`; `conflict` for the last live token of an
   * admin.
   */
  revokeToken(id: TokenId, now: Instant, by?: Author): Promise<StoredToken>

  /** Sets the last use of each token, never back in time. Skips unknown ids. */
  noteTokensUsed(uses: readonly { readonly id: TokenId; readonly at: Instant }[]): Promise<void>

  // --- intake ---

  /**
   * Applies the observations in order, in one transaction: alert states, events, and a delivery for each
   * webhook that `isNotified` names. A delivery waits after an unfinished one of its subject, and is due at
   * once otherwise. Alerts observed before an absence expire that much later.
   */
  acceptObservations(
    observations: readonly Observation[],
    now: Instant,
    openTime?: OpenTime,
  ): Promise<readonly ObservationAccepted[]>

  /**
   * Does the same for job runs; one whose (source, jobId, runId) is known is a `duplicate` and changes
   * nothing.
   */
  acceptJobRuns(runs: readonly JobRunReport[], now: Instant): Promise<readonly JobRunAccepted[]>

  // --- delivery ---

  /**
   * Leases up to `limit` due deliveries: they become `sending` and their attempt is counted. No two callers
   * get the same one, and never two of one (webhook, subject). The longest due of each webhook come first,
   * within its concurrency, its rate and its breaker (domain/flow/breaker.ts), over all nodes. `failingMax`
   * and `windowFirst` (domain/flow/webhook-queue.ts) limit the slots of this node, which webhooks share
   * equally. A lease lasts as `leaseMsOf` says. A crash of the database may undo the last claims, which are
   * then repeated. A delivery whose event or webhook cannot be read is leased apart.
   */
  claimDue(claim: ClaimRequest): Promise<Claimed>

  /**
   * Writes attempts and next states together. Returns each delivery's state; null, and nothing written, if
   * the lease was lost: the delivery is not `sending` this attempt any more. An ended delivery promotes the
   * oldest `waiting` one of its (webhook, subject) to `pending`, due at once. Disables the webhook where the
   * attempt says so.
   */
  finishAttempts(
    attempts: readonly FinishedAttempt[],
    now: Instant,
  ): Promise<readonly (RecordedState | null)[]>

  /** Gives claims back untried: `pending`, due at `dueAt`, the attempt not counted. Skips lost leases. */
  releaseClaims(claims: readonly LeaseHeld[], dueAt: Instant): Promise<void>

  // --- what an operator can do to a delivery ---

  /**
   * Sends a failed, cancelled, delivered or pending delivery with a new schedule: next at its webhook, as the
   * probe if that is paused; a held one stays held. `not_found`; `conflict` in other states, and in
   * current-state mode if the receiver has that state.
   */
  retryDelivery(id: DeliveryId, now: Instant, by?: Author): Promise<Delivery>

  /** Cancels a delivery. `not_found`; `conflict` if it has ended or is being sent. */
  cancelDelivery(id: DeliveryId, now: Instant, by?: Author): Promise<Delivery>

  // --- operations on many deliveries ---

  /**
   * Begins an operation over the present deliveries that fit the filter; `advanceOperations` does the work.
   * `conflict` if `RUNNING_OPERATIONS_MAX` are running; `invalid_request` for a target webhook that is
   * unknown, is the one that the filter names, or has another payload type.
   */
  startOperation(operation: NewOperation, now: Instant, by?: Author): Promise<Operation>

  /** Stops an operation; what it has done stays done. `not_found`; `conflict` if it has ended. */
  stopOperation(id: OperationId, now: Instant, by?: Author): Promise<Operation>

  findOperation(id: OperationId): Promise<Operation | undefined>
  listOperations(filter: OperationListFilter, page: PageRequest): Promise<readonly Operation[]>

  /**
   * Does one step of one running operation, in rotation: reads at most `limit` deliveries, oldest first, and
   * writes their changes and the progress in one transaction. Returns the operation; null: none is running.
   */
  advanceOperations(step: { readonly now: Instant; readonly limit: number }): Promise<Operation | null>

  /** Counts the deliveries that fit, up to `limit`. */
  countDeliveries(filter: DeliveryFilter, limit: number): Promise<number>

  // --- housekeeping ---

  /**
   * Applies a change of a webhook to at most `limit` deliveries left over (to hold, make due or cancel) when
   * a process ended or the database could not be written. Returns how many it changed. Until then none is
   * sent against the change, no other call waits, and only `countBacklog` counts them as they were.
   */
  catchUpDeliveries(catchUp: { readonly now: Instant; readonly limit: number }): Promise<number>

  /**
   * Removes history that ended before `endedBefore`: finished deliveries with attempts, events without
   * deliveries, job runs, cleared alerts, ended operations, activity, unread cursors of sources. Removes
   * about `limit` rows, or a whole day (UTC) where an engine keeps history by days. Returns how many rows it
   * removed: `limit` or more means that there is more to do. Also prepares the days after `now`.
   */
  pruneHistory(prune: {
    readonly endedBefore: Instant
    readonly now: Instant
    readonly limit: number
  }): Promise<number>

  /** Records an action of a person that leaves no other trace. */
  recordAudit(entry: NewAuditEntry): Promise<void>

  /** Removes at most `limit` entries made before `madeBefore`, the oldest first. Returns how many it removed. */
  pruneAudit(prune: { readonly madeBefore: Instant; readonly limit: number }): Promise<number>

  /**
   * Copies the database as of one moment into a new file. `conflict`: the file exists, or a server has the
   * database.
   */
  backup(file: string): Promise<void>

  // --- seeing ---

  /** Rejects if the database cannot be read and written. */
  checkHealth(now: Instant): Promise<void>

  /**
   * Counts what waits, over all nodes. Cheap, and delays no other call. The counts are exact for one moment,
   * at most `BACKLOG_AGE_MS_MAX` before the call, or before a reading of a twentieth of that time.
   */
  countBacklog(now: Instant): Promise<Backlog>

  /** Returns the health of a webhook's receiver, and what waits for it; undefined for an unknown id. */
  findHealth(webhookId: WebhookId, now: Instant): Promise<WebhookHealth | undefined>

  /** Lists alerts. All lists are newest first (by id), with ids below `before`, as many as the page takes. */
  listAlerts(filter: AlertFilter, page: PageRequest): Promise<Page<Alert>>
  findAlert(id: AlertId): Promise<Alert | undefined>
  listJobRuns(filter: JobRunFilter, page: PageRequest): Promise<Page<JobRun>>
  findJobRun(id: JobRunId): Promise<JobRun | undefined>
  listEvents(filter: EventFilter, page: PageRequest): Promise<Page<Event>>
  /** `damaged` if the stored text cannot be read; lists leave such events out. */
  findEvent(id: EventId): Promise<Event | undefined>
  listDeliveries(filter: DeliveryFilter, page: PageRequest): Promise<readonly Delivery[]>
  findDelivery(id: DeliveryId): Promise<Delivery | undefined>
  /** Returns the delivery that a waiting one waits for; undefined if it does not wait. */
  findDeliveryAhead(id: DeliveryId): Promise<Delivery | undefined>
  /** Returns the newest attempts, oldest first. Older ones that exceed the size lack request and response. */
  listAttempts(deliveryId: DeliveryId, newest?: Omit<PageRequest, 'before'>): Promise<readonly Attempt[]>
  listAudit(filter: AuditFilter, page: PageRequest): Promise<Page<AuditEntry>>
  findAudit(id: AuditId): Promise<AuditEntry | undefined>
}

/** `alertId` is null if the observation was ignored, `eventId` if nothing changed. */
export interface ObservationAccepted {
  readonly result: ObservationResult
  readonly alertId: AlertId | null
  readonly eventId: EventId | null
  /** Webhooks that will be notified. */
  readonly deliveryCount: number
  /** It is an event, and no webhook takes it. */
  readonly notifiedNobody: boolean
}

export interface JobRunAccepted {
  readonly result: JobRunResult
  readonly jobRunId: JobRunId
  readonly eventId: EventId | null
  readonly deliveryCount: number
  readonly notifiedNobody: boolean
}

/** Limits the counts of one webhook. */
export const COUNTED_MAX = 10_000

export interface WebhookHealth extends ReceiverHealth {
  readonly webhookId: WebhookId
  /** Each counted up to `COUNTED_MAX`. */
  readonly sending: number
  readonly pending: number
  readonly waiting: number
  /** Due time of the longest due delivery, or of the next. */
  readonly nextDueAt: Instant | null
  /** Webhooks that name it as their fallback, by id, at most `FALLBACK_FOR_MAX`. */
  readonly fallbackFor: readonly WebhookId[]
}

/** Webhooks listed as those that name one as their fallback. */
export const FALLBACK_FOR_MAX = 100

/** The age of a counted backlog. */
export const BACKLOG_AGE_MS_MAX = 10_000

export interface Backlog {
  readonly waiting: number
  readonly pending: number
  readonly sending: number
  /**
   * Due time of the delivery that has been due longest, of webhooks that are neither paused nor probed; null:
   * nothing is due.
   */
  readonly oldestDueAt: Instant | null
  /** The held part of it, see `standsStill` (domain/flow/breaker.ts). */
  readonly paused: PausedBacklog
  /** Webhooks that wait because their receivers fail or asked for it. */
  readonly pausedWebhooks: number
  /** Enabled webhooks with healthy receivers and something due for `LATE_MS_MIN` (domain/health-problem.ts). */
  readonly lateWebhooks: number
  /** Enabled webhooks whose receivers have accepted nothing since they rejected something. */
  readonly rejectingWebhooks: number
  /** The earliest time since which a failing receiver waits for its next probe; null: none waits. */
  readonly probeDueAt: Instant | null
  /** Notifications that silences hold, counted up to `COUNTED_MAX`. */
  readonly heldNotifications: number
  /** Alerts out of sync at a webhook and not held, counted up to `COUNTED_MAX`. */
  readonly outOfSyncNotifications: number
}

export interface AlertFilter extends StoredFilterOf<typeof ALERTS.filters> {
  /** Only those that wait for their monitor, and that nobody has reported since. */
  readonly silentSince?: Instant
  /** Lists active alerts, the longest active first; there is no second page. */
  readonly order?: 'longest'
}

export type JobRunFilter = StoredFilterOf<typeof JOB_RUNS.filters>

/** `from` is inclusive, `until` exclusive; both by the moment of acceptance. */
export type EventFilter = StoredFilterOf<typeof EVENTS.filters>

export type OperationListFilter = StoredFilterOf<typeof OPERATION_FILTERS>

/** `from` is inclusive, `until` exclusive. */
export type AuditFilter = StoredFilterOf<typeof AUDIT.filters>
