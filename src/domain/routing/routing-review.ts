import type { Delivery, DeliveryState } from '../delivery/delivery.ts'
import type { Event } from '../alert/event.ts'
import { isProbed, type Breaker } from '../flow/breaker.ts'
import type { DeliveryId, WebhookId } from '../ids.ts'
import type { Instant } from '../instant.ts'
import { whyNotNotified, type ReasonNotNotified, type WebhookList } from './matching.ts'
import { receiverHealthOf } from '../overview/receiver-health.ts'
import { usesCurrentState } from '../receiver-state/receiver-state.ts'
import type { Webhook } from '../webhook/webhook.ts'

/**
 * The webhooks that were notified of an event, and those that were not: in numbers, and some of each, for there may be
 * very many.
 */
export interface RoutingReview {
  /** Newest first. */
  readonly notified: readonly NotifiedWebhook[]
  readonly notifiedCounts: Readonly<Record<DeliveryState, number>>
  /** Ordered by `NOT_NOTIFIED_REASONS` and then by id. */
  readonly notNotified: readonly NotNotifiedWebhook[]
  readonly notNotifiedCounts: NotNotifiedCounts
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
 * made_later: the webhook did not exist yet; already_in_sync: it is in current-state mode; unknown: with its present
 * settings it would be notified. Reasons that a change of the webhook removes for the next event come first.
 */
export const NOT_NOTIFIED_REASONS = [
  'disabled',
  'state',
  'match',
  'taken_by_others',
  'unknown',
  'already_in_sync',
  'made_later',
  'payload_type',
] as const
export type NotNotifiedReason = (typeof NOT_NOTIFIED_REASONS)[number] &
  (ReasonNotNotified | 'made_later' | 'already_in_sync' | 'unknown')
export type NotNotifiedCounts = Readonly<Record<NotNotifiedReason, number>>

export interface NotNotifiedWebhook {
  readonly webhook: Pick<Webhook, 'id' | 'name' | 'payloadType' | 'disabledReason' | 'match'>
  readonly reason: NotNotifiedReason
  /** The webhook has changed since the event, so the reason is that of today. */
  readonly changedSince: boolean
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

/** Counts all webhooks that were not notified, and keeps some of them. Webhooks come by id. */
export function reviewNotNotified(
  event: Event,
  webhooks: WebhookList<Webhook>,
  { notifiedIds, max }: { readonly notifiedIds: ReadonlySet<WebhookId>; readonly max: number },
): { readonly notNotified: readonly NotNotifiedWebhook[]; readonly notNotifiedCounts: NotNotifiedCounts } {
  const counts = forEachReason(() => 0)
  const kept = forEachReason((): NotNotifiedWebhook[] => [])
  for (const webhook of webhooks.values()) {
    if (notifiedIds.has(webhook.id)) continue
    const { reason, changedSince } = findReasonNotNotified(event, webhook, webhooks)
    counts[reason] += 1
    if (kept[reason].length < max) kept[reason].push({ webhook: briefOf(webhook), reason, changedSince })
  }
  return {
    notNotified: NOT_NOTIFIED_REASONS.flatMap((reason) => kept[reason]).slice(0, max),
    notNotifiedCounts: counts,
  }
}

function forEachReason<Value>(make: () => Value): Record<NotNotifiedReason, Value> {
  const entries = NOT_NOTIFIED_REASONS.map((reason) => [reason, make()])
  // Each reason is in the list.
  return Object.fromEntries(entries) as Record<NotNotifiedReason, Value>
}

function findReasonNotNotified(
  event: Event,
  webhook: Webhook,
  webhooks: WebhookList,
): Pick<NotNotifiedWebhook, 'reason' | 'changedSince'> {
  if (webhook.createdAt > event.acceptedAt) return { reason: 'made_later', changedSince: false }
  const isCurrentState = usesCurrentState(webhook) || (event.kind === 'alert' && event.trigger !== 'change')
  const reason =
    whyNotNotified(webhook, webhooks, event) ?? (isCurrentState ? 'already_in_sync' : undefined) ?? 'unknown'
  return { reason, changedSince: webhook.updatedAt > event.acceptedAt }
}

function briefOf({ id, name, payloadType, disabledReason, match }: Webhook): NotNotifiedWebhook['webhook'] {
  return { id, name, payloadType, disabledReason, match }
}

/** With a number for each state. */
export function countStates(states: Iterable<DeliveryState>): RoutingReview['notifiedCounts'] {
  const counts = { ...NO_DELIVERIES }
  for (const state of states) counts[state] += 1
  return counts
}
