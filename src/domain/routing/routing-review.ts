import type { Delivery, DeliveryState } from '../delivery/delivery.ts'
import { isForOneWebhook, type Event } from '../alert/event.ts'
import { isProbed, type Breaker } from '../flow/breaker.ts'
import type { DeliveryId, SilenceId, WebhookId } from '../ids.ts'
import type { Instant } from '../instant.ts'
import { isUndecided, whyNotNotified, type ReasonNotNotified } from './matching.ts'
import type { FormerWebhook, RoutedWebhook, WebhookList } from './routed-webhook.ts'
import { receiverHealthOf } from '../overview/receiver-health.ts'
import { usesCurrentState } from '../receiver-state/receiver-state.ts'
import { Silences, type Covering } from '../silence/silences.ts'
import type { Silence } from '../silence/silence.ts'
import type { Webhook } from '../webhook/webhook.ts'

/**
 * The webhooks that were notified of an event, and those that were not: in numbers, and some of each, for there may be
 * very many.
 */
export interface RoutingReview {
  /** Newest first. */
  readonly notified: readonly NotifiedWebhook[]
  readonly notifiedCounts: Readonly<Record<DeliveryState, number>>
  /** The notified webhooks whose receivers are notified that the alert continues, and is no longer for them. */
  readonly closingIds: ReadonlySet<WebhookId>
  /** Ordered by `NOT_NOTIFIED_REASONS` and then by id. */
  readonly notNotified: readonly NotNotifiedWebhook[]
  readonly notNotifiedCounts: NotNotifiedCounts
  /**
   * Says which matchers could not be decided, because their owner is above the budget, and what followed; at most
   * ten.
   */
  readonly undecided: readonly string[]
}

/** A delivery of the event, with what it takes to say why it is not sent yet. */
export interface NotifiedWebhook {
  readonly delivery: Delivery
  /** Undefined: it has been deleted. */
  readonly webhook: Pick<Webhook, 'id' | 'name' | 'enabled' | 'disabledReason' | 'rateLimit'> | undefined
  /** The delivery in front of a waiting one, if there is one. */
  readonly aheadId: DeliveryId | undefined
  /** Nothing is sent to the webhook before, because its receiver fails or asked for time; null: it is not paused. */
  readonly pausedUntil: Instant | null
  /** Its receiver has failed so often that its deliveries are tried one at a time, paused or not. */
  readonly isProbed: boolean
  /** The attempt that led to the pause; null: it is neither paused nor probed. */
  readonly pauseReason: string | null
}

/** A delivery as it stands, with the webhook that is notified instead. */
export interface ReviewedDelivery extends NotifiedWebhook {
  /** The delivery to the fallback that was made because this one failed, and the name of that webhook. */
  readonly instead: { readonly delivery: Delivery; readonly webhookName: string | null } | undefined
}

type ReceiverOfWebhook = Pick<NotifiedWebhook, 'pausedUntil' | 'isProbed' | 'pauseReason'>

/** Describes what the breaker of a webhook means for what is still to be sent to it. */
export function receiverOfWebhook(breaker: Breaker, now: Instant): ReceiverOfWebhook {
  const { pausedUntil } = receiverHealthOf(breaker, now)
  const probed = isProbed(breaker)
  const pauseReason = pausedUntil !== null || probed ? breaker.pauseReason : null
  return { pausedUntil, isProbed: probed, pauseReason }
}

/**
 * silenced: a silence held it; made_later: the webhook did not exist yet; already_in_sync: it was in current-state
 * mode; not_kept: it was changed since, and what it was then is not kept; unknown: it would have been notified, so its
 * delivery is no longer kept.
 * Reasons that a change of the webhook removes for the next event come first.
 */
export const NOT_NOTIFIED_REASONS = [
  'disabled',
  'state',
  'match',
  'acknowledgements',
  'maintenance_windows',
  'taken_by_others',
  'silenced',
  'not_kept',
  'unknown',
  'already_in_sync',
  'made_later',
  'payload_type',
] as const
export type NotNotifiedReason = (typeof NOT_NOTIFIED_REASONS)[number] &
  (ReasonNotNotified | 'silenced' | 'made_later' | 'already_in_sync' | 'not_kept' | 'unknown')
export type NotNotifiedCounts = Readonly<Record<NotNotifiedReason, number>>

export interface NotNotifiedWebhook {
  readonly webhook: Pick<Webhook, 'id' | 'name' | 'payloadType' | 'disabledReason' | 'match'>
  readonly reason: NotNotifiedReason
  /** The silence that held it; null: the reason is another one. */
  readonly silenceId: SilenceId | null
  /** It was changed or deleted since the event; the reason is that of the event. */
  readonly changedSince: boolean
  readonly isDeleted: boolean
}

/** None of any state. */
export const NO_DELIVERIES = {
  waiting: 0,
  pending: 0,
  sending: 0,
  delivered: 0,
  failed: 0,
  cancelled: 0,
  superseded: 0,
  outdated: 0,
} as const satisfies Record<DeliveryState, 0>

/** Limits what a review shows. */
export interface RoutingReviewLimits {
  readonly openNotificationsMax: number
  readonly notNotifiedMax: number
}

/** The webhooks now, and those that were changed or deleted since the event as they were then. */
export interface ReviewedWebhooks {
  readonly current: WebhookList<Webhook>
  /** The revisions that counted when the event was accepted, by id. */
  readonly former: readonly FormerWebhook[]
  /** The silences that were active when the event was accepted. */
  readonly silences: readonly Silence[]
}

/** A webhook as it was when the event was accepted. */
interface WebhookThen {
  readonly webhook: NotNotifiedWebhook['webhook']
  /** Undefined: it was not there yet, or what it was is not kept. */
  readonly was: RoutedWebhook | undefined
  readonly changedSince: boolean
  readonly isDeleted: boolean
  readonly madeLater: boolean
}

/**
 * Counts all webhooks that were not notified, and keeps some of them. The reasons are those of the moment at which the
 * event was accepted.
 */
export function reviewNotNotified(
  event: Event,
  webhooks: ReviewedWebhooks,
  { notifiedIds, max }: { readonly notifiedIds: ReadonlySet<WebhookId>; readonly max: number },
): Pick<RoutingReview, 'closingIds' | 'notNotified' | 'notNotifiedCounts' | 'undecided'> {
  const counts = forEachReason(() => 0)
  const kept = forEachReason((): NotNotifiedWebhook[] => [])
  const all = webhooksThen(event, webhooks)
  const listThen = all.flatMap(({ was }) => was ?? [])
  const silences = new Silences(webhooks.silences)
  const closingIds = new Set<WebhookId>()
  const coveredBy = silences.over(event, event.acceptedAt)
  for (const one of all) {
    const { webhook, changedSince, isDeleted } = one
    if (notifiedIds.has(webhook.id)) {
      if (isClosing(event, one.was, listThen)) closingIds.add(webhook.id)
      continue
    }
    const reason = findReasonNotNotified(event, one, { webhooks: listThen, coveredBy })
    const silenceId = reason === 'silenced' ? coveredBy(webhook.id) : null
    counts[reason] += 1
    if (kept[reason].length < max) kept[reason].push({ webhook, reason, silenceId, changedSince, isDeleted })
  }
  return {
    closingIds,
    notNotified: NOT_NOTIFIED_REASONS.flatMap((reason) => kept[reason]).slice(0, max),
    notNotifiedCounts: counts,
    undecided: describeUndecided(event, listThen, silences),
  }
}

/**
 * Tells whether a webhook is notified of an active alert that it does not take: what its receiver has is closed. A
 * fallback may have been escalated the alert, and then gets every state.
 */
function isClosing(event: Event, was: RoutedWebhook | undefined, webhooks: WebhookList): boolean {
  if (!was || !usesCurrentState(was) || event.kind !== 'alert' || event.newState === 'cleared') return false
  if ([...webhooks.values()].some(({ fallbackWebhookId }) => fallbackWebhookId === was.id)) return false
  return CLOSING.has(whyNotNotified(was, webhooks, event))
}

const CLOSING: ReadonlySet<ReasonNotNotified | undefined> = new Set(['state', 'match', 'taken_by_others'])

const UNDECIDED_MAX = 10

function describeUndecided(
  event: Event,
  webhooks: readonly RoutedWebhook[],
  silences: Silences,
): readonly string[] {
  const because = 'its patterns are above the budget, and did not look at so long a value'
  return [
    ...silences
      .check(event, event.acceptedAt)
      .undecided.map(({ id }) => `Silence ${id} held nothing of it, undecided: ${because}.`),
    ...webhooks
      .filter(
        (webhook) =>
          isUndecided(webhook, webhooks, event) && whyNotNotified(webhook, webhooks, event) === undefined,
      )
      .map(({ id }) => `Webhook ${id} counts as matching, undecided: ${because}.`),
  ].slice(0, UNDECIDED_MAX)
}

function webhooksThen({ acceptedAt }: Event, { current, former }: ReviewedWebhooks): readonly WebhookThen[] {
  const formerOf = new Map(former.map((one) => [one.id, one]))
  const all = Array.from(current.values(), (webhook): WebhookThen => {
    const before = formerOf.get(webhook.id)
    formerOf.delete(webhook.id)
    const madeLater = webhook.createdAt > acceptedAt
    const changedSince = webhook.routedSince > acceptedAt && !madeLater
    const was = before ?? (webhook.routedSince > acceptedAt ? undefined : webhook)
    return {
      webhook: { ...briefOf(before ?? webhook), name: webhook.name },
      was,
      changedSince,
      isDeleted: false,
      madeLater,
    }
  })
  const deleted = Array.from(formerOf.values(), (before) => ({
    webhook: briefOf(before),
    was: before,
    changedSince: true,
    isDeleted: true,
    madeLater: false,
  }))
  return [...all, ...deleted].toSorted((one, other) => one.webhook.id - other.webhook.id)
}

function forEachReason<Value>(make: () => Value): Record<NotNotifiedReason, Value> {
  const entries = NOT_NOTIFIED_REASONS.map((reason) => [reason, make()])
  // Each reason is in the list.
  return Object.fromEntries(entries) as Record<NotNotifiedReason, Value>
}

function findReasonNotNotified(
  event: Event,
  { was, madeLater }: WebhookThen,
  { webhooks, coveredBy }: { readonly webhooks: WebhookList; readonly coveredBy: Covering },
): NotNotifiedReason {
  if (madeLater) return 'made_later'
  if (!was) return 'not_kept'
  const reason = whyNotNotified(was, webhooks, event)
  if (reason !== undefined) return reason
  if (event.kind === 'alert' && isForOneWebhook(event)) return 'already_in_sync'
  if (coveredBy(was.id) !== null) return 'silenced'
  return usesCurrentState(was) ? 'already_in_sync' : 'unknown'
}

function briefOf({
  id,
  name,
  payloadType,
  disabledReason,
  match,
}: RoutedWebhook & Pick<Webhook, 'name' | 'disabledReason'>): NotNotifiedWebhook['webhook'] {
  return { id, name, payloadType, disabledReason, match }
}

/** With a number for each state. */
export function countStates(states: Iterable<DeliveryState>): RoutingReview['notifiedCounts'] {
  const counts = { ...NO_DELIVERIES }
  for (const state of states) counts[state] += 1
  return counts
}
