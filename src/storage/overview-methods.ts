import type { Activity, ActivityRange } from '../domain/overview/activity.ts'
import type { AlertState } from '../domain/alert/alert.ts'
import type { Event } from '../domain/alert/event.ts'
import type { BriefEvent } from '../domain/alert/brief-event.ts'
import type { QueuesSummary } from '../domain/overview/backlog.ts'
import type { NotifiedCounts, UnnotifiedAlert } from '../domain/overview/on-call.ts'
import type { AlertId, DeliveryId, EventId, JobRunId, NodeId, WebhookId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import type { WebhookCounts } from '../domain/overview/overview.ts'
import type { FailingWebhook } from '../domain/overview/receiver-health.ts'
import type { Page } from '../domain/page.ts'
import type {
  ReviewedDelivery,
  RoutingReview,
  RoutingReviewLimits,
} from '../domain/routing/routing-review.ts'
import type { Webhook, WebhookRevision } from '../domain/webhook/webhook.ts'
import type { WebhookCalls } from '../domain/overview/webhook-calls.ts'
import type { ListedWebhook, WebhookPage, WebhookSearch } from '../domain/overview/webhook-search.ts'

/** Methods of the store for the overview. */
export interface OverviewMethods {
  /**
   * Replaces a node's counts of these minutes, so a failed call can be repeated. Statistics: a crash loses
   * the last seconds.
   */
  recordActivity(node: NodeId, minutes: readonly Activity[]): Promise<void>

  /**
   * Returns the counts of all nodes, summed by steps, in the order of time, without empty steps. Reads a row
   * per minute and node.
   */
  listActivity(range: ActivityRange): Promise<readonly Activity[]>

  /**
   * Returns the state of webhooks and of alerts, each as of one moment. Costs some milliseconds with 10,000
   * of each, whatever the number of deliveries; frequent callers share a result.
   */
  snapshot(asked: { readonly now: Instant; readonly failingMax: number }): Promise<Snapshot>

  /**
   * Counts who was notified of each alert's present state. For a page of alerts: some hundreds. Leaves out
   * alerts without a kept event.
   */
  countNotified(alertIds: readonly AlertId[]): Promise<readonly NotifiedCounts[]>

  /**
   * Returns those of the alerts whose present state no receiver has accepted, and whether a delivery of it is
   * unfinished. For a page of alerts: some hundreds.
   */
  findUnnotified(alertIds: readonly AlertId[]): Promise<readonly UnnotifiedAlert[]>

  /**
   * Adds the calls that a node counted since its last call; skips deleted webhooks. Statistics: a repeat
   * after a lost response counts twice.
   */
  addCalls(counted: readonly WebhookCalls[]): Promise<void>

  /**
   * Returns how often each webhook was called lately, by id, and its unfinished deliveries, counted up to
   * `UNFINISHED_COUNTED_MAX`.
   */
  listCalls(
    webhookIds: readonly WebhookId[],
  ): Promise<readonly (WebhookCalls & { readonly unfinished: number })[]>

  /**
   * Returns matching webhooks with the health of their receivers, by id, those after `page.after`. Looks
   * through all in memory: some milliseconds for 10,000.
   */
  searchWebhooks(search: WebhookSearch, page: WebhookPage, now: Instant): Promise<Page<ListedWebhook>>

  /** Returns these members of `countBacklog` as of now. Counts no deliveries, so that a start is fast. */
  summariseQueues(now: Instant): Promise<Pick<QueuesSummary, 'oldestDueAt' | 'rejectingWebhooks'>>

  /** Returns the revisions of the webhooks that `listWebhooks` would list, without its limit of size. */
  listRevisions(page: Partial<WebhookPage>): Promise<readonly WebhookRevision[]>

  /**
   * Returns events in any order, without unknown and removed ones. For some hundreds; `findEvents` reads
   * whole events, some tens at a time.
   */
  findEvents(ids: readonly EventId[]): Promise<readonly BriefEvent[]>

  /** Returns the event of each job run, in any order, without runs whose event is unknown or removed. */
  findEventsOfJobRuns(
    ids: readonly JobRunId[],
  ): Promise<readonly { readonly jobRunId: JobRunId; readonly eventId: EventId }[]>

  /**
   * Returns which webhooks are notified of an event and which are not: some ten milliseconds with 10,000
   * deliveries and webhooks.
   */
  reviewRouting(event: Event, limits: RoutingReviewLimits, now: Instant): Promise<RoutingReview>

  /** Lists all webhooks as intake knows them, by id. Callers must not change the list. */
  listRoutedWebhooks(): Promise<readonly Webhook[]>

  /** Counts the events since then that no webhook took when they were accepted, up to `limit`. */
  countNotifiedNobody(count: { readonly since: Instant; readonly limit: number }): Promise<number>

  /** Returns a delivery, why it is not sent now, and who was notified instead. */
  reviewDelivery(id: DeliveryId, now: Instant): Promise<ReviewedDelivery | undefined>

  /**
   * Returns the names of webhooks and whether they are enabled, in any order, without deleted ones. For some
   * hundreds.
   */
  nameWebhooks(ids: readonly WebhookId[]): Promise<readonly NamedWebhook[]>

  /**
   * Returns those of the events, in any order, that the webhook was or will be notified of. For some
   * hundreds.
   */
  findReceiverState(webhookId: WebhookId, eventIds: readonly EventId[]): Promise<readonly EventId[]>
}

export interface NamedWebhook {
  readonly id: WebhookId
  readonly name: string
  readonly enabled: boolean
}

export interface Snapshot {
  readonly webhooks: WebhookCounts
  /** The worst enabled ones that fail or are paused, at most `failingMax`, see `compareFailing`. */
  readonly failing: readonly FailingWebhook[]
  readonly alerts: RaisedAlerts
  readonly watermarks: Watermarks
}

export type RaisedAlerts = Readonly<Record<Exclude<AlertState, 'cleared'>, number>>

/** Numbers that grow when any node adds something of their kind; they may grow without. */
export interface Watermarks {
  readonly events: number
  readonly jobRuns: number
  readonly deliveries: number
  /** Grows when webhooks or silences change. */
  readonly webhooks: number
}
