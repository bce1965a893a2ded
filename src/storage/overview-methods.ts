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

/** The methods of `Store` (store.ts) for seeing at a glance how it goes; what holds for all methods holds for these. */
export interface OverviewMethods {
  /**
   * Keeps what a node has counted in these minutes, in place of what it said of them before: so a call that may have
   * failed is made again without harm. Statistics, not history: nodes write them every few seconds, and a crash loses
   * what they had not written, or (of the database) what it took in within the last second.
   */
  recordActivity(node: NodeId, minutes: readonly Activity[]): Promise<void>

  /**
   * Returns the counts of all nodes, added up by steps, in the order of time; steps without any are left out. Reads a
   * row for each minute and node, so a long period is better asked for day by day.
   */
  listActivity(range: ActivityRange): Promise<readonly Activity[]>

  /**
   * Returns the state of webhooks and alerts, at one moment for each of the two. Costs some milliseconds with 10,000
   * webhooks and 10,000 active alerts, whatever the number of deliveries; whoever asks often shares a result.
   */
  snapshot(asked: { readonly now: Instant; readonly failingMax: number }): Promise<Snapshot>

  /**
   * Counts who was notified of the present state of each alert, by the deliveries of its last change and of what came
   * after it. For a page of alerts: some hundreds. Alerts without a kept event are left out.
   */
  countNotified(alertIds: readonly AlertId[]): Promise<readonly NotifiedCounts[]>

  /**
   * Returns those of the alerts whose present state no receiver has accepted, with whether a delivery of it is
   * unfinished. For a page of alerts: some hundreds.
   */
  findUnnotified(alertIds: readonly AlertId[]): Promise<readonly UnnotifiedAlert[]>

  /**
   * Adds what a node has counted of its calls since it did so last; webhooks that are gone are passed over. Statistics,
   * as activity: what is added twice because a response was lost counts twice.
   */
  addCalls(counted: readonly WebhookCalls[]): Promise<void>

  /**
   * Returns how often each webhook was called lately, in the order of the ids, and how many of its deliveries are
   * unfinished, counted up to `UNFINISHED_COUNTED_MAX`.
   */
  listCalls(
    webhookIds: readonly WebhookId[],
  ): Promise<readonly (WebhookCalls & { readonly unfinished: number })[]>

  /**
   * Webhooks that fit, with how their receivers do, ordered by id: those after `page.after`, as many as the page takes.
   * Looks through all of them in memory, some milliseconds for 10,000.
   */
  searchWebhooks(search: WebhookSearch, page: WebhookPage, now: Instant): Promise<Page<ListedWebhook>>

  /**
   * Returns these members of `countBacklog` at this moment. It counts no deliveries, so a starting node is ready as
   * early with a million waiting ones as with none.
   */
  summariseQueues(now: Instant): Promise<Pick<QueuesSummary, 'oldestDueAt' | 'rejectingWebhooks'>>

  /** Returns the revisions of the webhooks that `listWebhooks` would list, without its limit of size. */
  listRevisions(page: Partial<WebhookPage>): Promise<readonly WebhookRevision[]>

  /**
   * Returns events in any order, without those that are unknown or no longer stored. For a page of a list: some
   * hundreds. `findEvents` reads all of each event, so it is asked for some tens at a time.
   */
  findEvents(ids: readonly EventId[]): Promise<readonly BriefEvent[]>

  /** The event of each job run, in any order; runs whose event is unknown or not kept any more are left out. */
  findEventsOfJobRuns(
    ids: readonly JobRunId[],
  ): Promise<readonly { readonly jobRunId: JobRunId; readonly eventId: EventId }[]>

  /**
   * Returns which webhooks are notified of an event and which present ones are not. Reads a state for each delivery of
   * the event and all webhooks in memory, so it takes some ten milliseconds where both are 10,000.
   */
  reviewRouting(event: Event, limits: RoutingReviewLimits, now: Instant): Promise<RoutingReview>

  /** Lists all webhooks as intake knows them, by id. The list must not be changed. */
  listRoutedWebhooks(): Promise<readonly Webhook[]>

  /** Counts the events since then that no webhook took when they were accepted, up to `limit`. */
  countNotifiedNobody(count: { readonly since: Instant; readonly limit: number }): Promise<number>

  /** Returns a delivery with everything that explains why it does not go out now, and who was notified instead. */
  reviewDelivery(id: DeliveryId, now: Instant): Promise<ReviewedDelivery | undefined>

  /**
   * Returns the present names of webhooks and whether they are enabled, in any order, without deleted ones. For some
   * hundreds.
   */
  nameWebhooks(ids: readonly WebhookId[]): Promise<readonly NamedWebhook[]>

  /** Returns those of the events, in any order, that the webhook was notified of, or is to be. For some hundreds. */
  findReceiverState(webhookId: WebhookId, eventIds: readonly EventId[]): Promise<readonly EventId[]>
}

export interface NamedWebhook {
  readonly id: WebhookId
  readonly name: string
  readonly enabled: boolean
}

export interface Snapshot {
  readonly webhooks: WebhookCounts
  /** Enabled ones that are failing or paused: the worst, at most `failingMax`, see `compareFailing`. */
  readonly failing: readonly FailingWebhook[]
  /** The number of alerts in each state but `cleared`. */
  readonly alerts: RaisedAlerts
  readonly watermarks: Watermarks
}

export type RaisedAlerts = Readonly<Record<Exclude<AlertState, 'cleared'>, number>>

/** Each grows when there is something new of its kind, by whatever node, and may grow without. */
export interface Watermarks {
  readonly events: number
  readonly jobRuns: number
  readonly deliveries: number
  /** The watermark of webhooks also grows when silences change. */
  readonly webhooks: number
}
