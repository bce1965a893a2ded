import type { MatchRows } from '../domain/write-weight.ts'
import type { Alert, Observation, ObservationResult } from '../domain/alert/alert.ts'
import type { AuditEntry, Author, NewAuditEntry } from '../domain/audit/audit.ts'
import type {
  Attempt,
  Claim,
  Delivery,
  FinishedAttempt,
  LeaseHeld,
  LeaseLength,
  RecordedState,
  UnreadableClaim,
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
  NodeId,
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
import type { QueueLimits } from '../domain/flow/webhook-queue.ts'
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
 * Everything the service remembers, as a list of methods with promises. Each engine keeps them, and
 * `test/storage/suite/store-suite.ts` holds every engine to them.
 *
 * For all methods: a resolved promise means committed and durable; a rejected one means that nothing was written.
 * Rejections are `AppError`s: `unavailable` when the database cannot be written now (disk full, lost, closing), others
 * as named at the method. Times are the caller's clock, passed as `now`.
 *
 * `by` is who makes the change; without it, that is the service itself. What changes a webhook, a token, a user or (by
 * hand) a delivery writes its entry in the audit log with it: both or neither. What changes nothing leaves no entry.
 */
export interface Store extends StoreMethods {
  /** Random, made once with the database: with a delivery's id it names the delivery for all the world. */
  readonly installationId: InstallationId

  /**
   * Claims in the same tick of the event loop see what was written: they share its transaction, find what falls due
   * by it, and need no commit of their own. False: they may, and whoever writes wakes the dispatcher once more.
   */
  readonly claimsSeeWrites: boolean

  /** Returns the rows that take as long to write as patterns may take for one report. Absent: none. */
  readonly matchRows?: () => MatchRows

  /** Another node has made something due: the next claim looks for it. Absent: there are no other nodes. */
  readonly expectWork?: () => void

  /** Waits for what is under way, then closes. Later calls are rejected with `unavailable`. Twice is harmless. */
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

  /** All, revoked and expired ones included, ordered by id. */
  listTokens(): Promise<readonly StoredToken[]>

  /** `not_found`; `conflict` for the last live token of an admin. Twice is harmless: the first moment stays. */
  revokeToken(id: TokenId, now: Instant, by?: Author): Promise<StoredToken>

  /** Sets the last use of each token, never back in time. Unknown ids are passed over. */
  noteTokensUsed(uses: readonly { readonly id: TokenId; readonly at: Instant }[]): Promise<void>

  // --- intake ---

  /**
   * Applies the observations in order, in one transaction: alert states, events, and a delivery for each webhook
   * that `isNotified` names. A delivery waits after an unfinished one of its subject, and is due at once otherwise.
   * Alerts observed before an absence get that much more time.
   */
  acceptObservations(
    observations: readonly Observation[],
    now: Instant,
    openTime?: OpenTime,
  ): Promise<readonly ObservationAccepted[]>

  /** Does the same for job runs; one whose (source, jobId, runId) is known is a `duplicate` and changes nothing. */
  acceptJobRuns(runs: readonly JobRunReport[], now: Instant): Promise<readonly JobRunAccepted[]>

  // --- delivery ---

  /**
   * Leases up to `limit` due deliveries: they become `sending` and their attempt is counted. No two callers get the
   * same one, and never two of one (webhook, subject). The longest due ones of each webhook come first, within its
   * concurrency, its rate and what its receiver has shown lately (domain/flow/breaker.ts); these limits hold over all
   * nodes. `failingMax` and `windowFirst` (domain/flow/webhook-queue.ts) limit the slots of this node, which webhooks
   * share equally. The lease lasts as `leaseMsOf` says. A crash of the database may undo the claims of the last moment:
   * those deliveries are claimed once more. A delivery whose event or webhook cannot be read is leased apart from the
   * others.
   */
  claimDue(claim: ClaimRequest): Promise<Claimed>

  /**
   * Writes attempts and next states together. Returns the state that each delivery has now; null, and nothing written,
   * if the lease was lost: the delivery is not `sending` this very attempt any more. An ended delivery promotes the
   * oldest `waiting` one of its (webhook, subject) to `pending`, due at once. Disables the webhook where the attempt
   * says so.
   */
  finishAttempts(
    attempts: readonly FinishedAttempt[],
    now: Instant,
  ): Promise<readonly (RecordedState | null)[]>

  /** Gives claims back untried: `pending`, due at `dueAt`, the attempt not counted. Lost leases are passed over. */
  releaseClaims(claims: readonly LeaseHeld[], dueAt: Instant): Promise<void>

  // --- what an operator can do to a delivery ---

  /**
   * Sends a failed, cancelled, delivered or pending delivery at once, with a new schedule: it is the next to go to
   * its webhook, as the probe if that is paused; one that is held stays held. `not_found`; `conflict` in other
   * states, and in current-state mode if the receiver has that state.
   */
  retryDelivery(id: DeliveryId, now: Instant, by?: Author): Promise<Delivery>

  /** `not_found`; `conflict` if it has ended or is being sent right now. */
  cancelDelivery(id: DeliveryId, now: Instant, by?: Author): Promise<Delivery>

  // --- operations on many deliveries ---

  /**
   * Begins an operation over the present deliveries that fit the filter; `advanceOperations` does the work. `conflict`
   * if `RUNNING_OPERATIONS_MAX` are running; `invalid_request` for a target webhook that does not exist, is the one
   * that the filter names, or has another payload type.
   */
  startOperation(operation: NewOperation, now: Instant, by?: Author): Promise<Operation>

  /** Stops an operation; what it has done stays done. `not_found`; `conflict` if it has ended. */
  stopOperation(id: OperationId, now: Instant, by?: Author): Promise<Operation>

  findOperation(id: OperationId): Promise<Operation | undefined>
  listOperations(filter: OperationListFilter, page: PageRequest): Promise<readonly Operation[]>

  /**
   * Does one bounded step of one running operation: reads at most `limit` deliveries, the oldest first, and writes
   * their changes and the progress in one transaction. Several operations alternate. Returns the operation;
   * null: none is running.
   */
  advanceOperations(step: { readonly now: Instant; readonly limit: number }): Promise<Operation | null>

  /** Counts the deliveries that fit, up to `limit`. */
  countDeliveries(filter: DeliveryFilter, limit: number): Promise<number>

  // --- housekeeping ---

  /**
   * Applies a change of a webhook to at most `limit` deliveries that a process left undone (held, due again, cancelled)
   * when it ended, or when the database could not be written. Returns how many it changed. No delivery is sent
   * meanwhile against the change; no other call waits for all of them; only `countBacklog` counts them as they are.
   */
  catchUpDeliveries(catchUp: { readonly now: Instant; readonly limit: number }): Promise<number>

  /**
   * Removes history that ended before `endedBefore`: finished deliveries with their attempts, events without
   * deliveries, job runs, cleared alerts, ended operations, activity, cursors of sources that nobody reads any more.
   * A step removes about `limit` rows; an engine that keeps history by days (UTC) may remove a whole day instead.
   * Returns how many rows went: `limit` or more means that there is more to do. Also prepares the days after `now`.
   */
  pruneHistory(prune: {
    readonly endedBefore: Instant
    readonly now: Instant
    readonly limit: number
  }): Promise<number>

  /** Writes down what is done by hand and leaves no other trace. */
  recordAudit(entry: NewAuditEntry): Promise<void>

  /** Removes at most `limit` entries made before `madeBefore`, the oldest first. Returns how many it removed. */
  pruneAudit(prune: { readonly madeBefore: Instant; readonly limit: number }): Promise<number>

  /**
   * Copies the database as of one moment into a new file. `conflict`: the file exists, or a server has the database.
   */
  backup(file: string): Promise<void>

  // --- seeing ---

  /** Reads and writes something trifling: rejects if the database cannot be written. */
  checkHealth(now: Instant): Promise<void>

  /**
   * Counts what waits, over all nodes. Every scrape and health check asks, so it costs little and delays no other call.
   * The counts are exact for one moment, at most `BACKLOG_AGE_MS_MAX` before the call, or before a reading of a
   * twentieth of that time.
   */
  countBacklog(now: Instant): Promise<Backlog>

  /** Returns the health of a webhook's receiver, and what waits for it; undefined for an unknown id. */
  findHealth(webhookId: WebhookId, now: Instant): Promise<WebhookHealth | undefined>

  /** Lists are newest first (by id), those with an id below `before`, as many as the page takes. */
  listAlerts(filter: AlertFilter, page: PageRequest): Promise<Page<Alert>>
  findAlert(id: AlertId): Promise<Alert | undefined>
  listJobRuns(filter: JobRunFilter, page: PageRequest): Promise<Page<JobRun>>
  findJobRun(id: JobRunId): Promise<JobRun | undefined>
  listEvents(filter: EventFilter, page: PageRequest): Promise<Page<Event>>
  /** `damaged` for one whose stored text cannot be read; lists leave it out. */
  findEvent(id: EventId): Promise<Event | undefined>
  listDeliveries(filter: DeliveryFilter, page: PageRequest): Promise<readonly Delivery[]>
  findDelivery(id: DeliveryId): Promise<Delivery | undefined>
  /** The delivery that a waiting one waits for; undefined for one that does not wait. */
  findDeliveryAhead(id: DeliveryId): Promise<Delivery | undefined>
  /** Returns the newest ones, oldest first. Older ones that do not fit into the size lack request and response. */
  listAttempts(deliveryId: DeliveryId, newest?: Omit<PageRequest, 'before'>): Promise<readonly Attempt[]>
  listAudit(filter: AuditFilter, page: PageRequest): Promise<Page<AuditEntry>>
  findAudit(id: AuditId): Promise<AuditEntry | undefined>
}

export interface ClaimRequest extends QueueLimits {
  readonly limit: number
  readonly lease: LeaseLength
  /** The holder of the leases: an id that no other process ever has. */
  readonly node: NodeId
  /** The limit for all webhooks together whose last attempt failed; the rest is kept for the others. */
  readonly failingMax: number
}

export interface Claimed {
  readonly claims: readonly Claim[]
  /** Leased and counted like the others; whoever claims them ends them as failed, so that they hold up nobody. */
  readonly unreadable: readonly UnreadableClaim[]
  /**
   * When there may be something to claim next, if nothing happens before; null: no pending delivery could be
   * claimed.
   */
  readonly nextAt: Instant | null
}

/** `alertId` and `eventId` are null without one: an ignored observation, no transition. */
export interface ObservationAccepted {
  readonly result: ObservationResult
  readonly alertId: AlertId | null
  readonly eventId: EventId | null
  /** The number of webhooks that will be notified. */
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
  /** Due time of its longest due delivery, or of the next. */
  readonly nextDueAt: Instant | null
  /** Webhooks that name it as their fallback, in the order of their ids, at most `FALLBACK_FOR_MAX`. */
  readonly fallbackFor: readonly WebhookId[]
}

/** Webhooks named among those that one is the fallback of. */
export const FALLBACK_FOR_MAX = 100

/** Limits the age of a counted backlog. */
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
  /** Webhooks to which nothing is sent for a while, because their receivers fail or asked for it. */
  readonly pausedWebhooks: number
  /**
   * Enabled webhooks whose receivers are well, with something that has been due for `LATE_MS_MIN`
   * (domain/health-problem.ts).
   */
  readonly lateWebhooks: number
  /** Enabled webhooks whose receivers have accepted nothing since they rejected something. */
  readonly rejectingWebhooks: number
  /** Since when a receiver that fails has waited for its next probe, of those the longest; null: none waits. */
  readonly probeDueAt: Instant | null
  /** The number of notifications that silences hold; counted up to `COUNTED_MAX`. */
  readonly heldNotifications: number
  /** The number of alerts that are out of sync at a webhook, and not held; counted up to `COUNTED_MAX`. */
  readonly outOfSyncNotifications: number
}

export interface AlertFilter extends StoredFilterOf<typeof ALERTS.filters> {
  /** Only those that wait for their monitor, and that nobody has reported since. */
  readonly silentSince?: Instant
  /** Raised ones only, those first that have been so for longest: the first page, for there is no way on from it. */
  readonly order?: 'longest'
}

export type JobRunFilter = StoredFilterOf<typeof JOB_RUNS.filters>

/** `from` is inclusive, `until` exclusive; both by the moment of acceptance. */
export type EventFilter = StoredFilterOf<typeof EVENTS.filters>

export type OperationListFilter = StoredFilterOf<typeof OPERATION_FILTERS>

/** `from` is inclusive, `until` exclusive. */
export type AuditFilter = StoredFilterOf<typeof AUDIT.filters>
