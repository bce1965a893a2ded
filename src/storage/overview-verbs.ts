import type { Activity, ActivitySpan } from '../domain/overview/activity.ts'
import type { AlertState } from '../domain/alert/alert.ts'
import type { BriefEvent, Event } from '../domain/alert/event.ts'
import type { DeliveryId, EventId, JobRunId, NodeId, WebhookId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import type { FailingWebhook, WebhookCounts } from '../domain/overview/overview.ts'
import type { Part } from '../domain/part.ts'
import type {
  ReviewedDelivery,
  RoutingReview,
  RoutingReviewLimits,
} from '../domain/routing/routing-review.ts'
import type { WebhookRevision } from '../domain/webhook/webhook.ts'
import type { ListedWebhook, WebhookPage, WebhookSearch } from '../domain/overview/webhook-search.ts'

/** The verbs of `Store` (store.ts) for seeing at a glance how it goes; what holds for all verbs holds for these. */
export interface OverviewVerbs {
  /**
   * Keeps what a node has counted in these minutes, in place of what it said of them before: so a call that may have
   * failed is made again without harm. Statistics, not history: nodes write them every few seconds, and a crash loses
   * what they had not written, or (of the database) what it took in within the last second.
   */
  recordActivity(node: NodeId, minutes: readonly Activity[]): Promise<void>

  /**
   * What all nodes have counted, added up by steps, in the order of time; steps in which there was nothing are left
   * out. Reads a row for each minute and node, so a long span is better asked for day by day.
   */
  listActivity(span: ActivitySpan): Promise<readonly Activity[]>

  /**
   * How webhooks and alerts stand, at one moment for each of the two. Costs some milliseconds with 10,000 webhooks and
   * 10,000 raised alerts, and the same however many deliveries there are; whoever asks often shares an answer.
   */
  survey(asked: { readonly now: Instant; readonly failingMax: number }): Promise<Survey>

  /**
   * Webhooks that fit, with how their receivers do, ordered by id: those after `page.after`, as many as the page takes.
   * Looks through all of them in memory, some milliseconds for 10,000.
   */
  searchWebhooks(search: WebhookSearch, page: WebhookPage, now: Instant): Promise<Part<ListedWebhook>>

  /**
   * What `countBacklog` tells as `oldestDueAt`, of the present moment: nothing is counted for it, so that a node which
   * has just begun says that it is ready as early with a million deliveries that wait as with none.
   */
  findDueTime(now: Instant): Promise<Instant | null>

  /** Of those that `listWebhooks` would list, without its limit of size. */
  listRevisions(page: Partial<WebhookPage>): Promise<readonly WebhookRevision[]>

  /**
   * In any order; what is unknown, or not kept any more, is left out. For a page of a list: some hundreds. `findEvents`
   * reads all of each event to tell a little of it, so it is asked for some tens at a time.
   */
  findEvents(ids: readonly EventId[]): Promise<readonly BriefEvent[]>

  /**
   * The event of each job run, in any order; runs whose event is unknown or not kept any more are left out. Likewise.
   */
  findEventsOfJobRuns(
    ids: readonly JobRunId[],
  ): Promise<readonly { readonly jobRunId: JobRunId; readonly eventId: EventId }[]>

  /**
   * Who is told of an event, and which of the webhooks that there are now are not. Reads a state for each delivery of
   * the event and looks through all webhooks in memory, so it takes some ten milliseconds where both are 10,000.
   */
  reviewRouting(event: Event, limits: RoutingReviewLimits, now: Instant): Promise<RoutingReview>

  /** One delivery with what it takes to say why it does not go out now, and who was told instead. */
  reviewDelivery(id: DeliveryId, now: Instant): Promise<ReviewedDelivery | undefined>

  /** What they are called now and whether they are enabled, in any order; deleted ones are left out. Likewise. */
  nameWebhooks(ids: readonly WebhookId[]): Promise<readonly NamedWebhook[]>

  /** Those of the events, in any order, that the webhook has been told of, or is to be told of. For some hundreds. */
  findReceiverState(webhookId: WebhookId, eventIds: readonly EventId[]): Promise<readonly EventId[]>
}

export interface NamedWebhook {
  readonly id: WebhookId
  readonly name: string
  readonly enabled: boolean
}

export interface Survey {
  readonly webhooks: WebhookCounts
  /** Enabled ones that are failing or paused: the worst, at most `failingMax`, see `compareFailing`. */
  readonly failing: readonly FailingWebhook[]
  /** How many alerts there are in each state but `cleared`. */
  readonly alerts: RaisedAlerts
  readonly marks: Marks
}

export type RaisedAlerts = Readonly<Record<Exclude<AlertState, 'cleared'>, number>>

/** Each grows when there is something new of its kind, by whatever node, and may grow without. */
export interface Marks {
  readonly events: number
  readonly jobRuns: number
  readonly deliveries: number
  readonly webhooks: number
}
