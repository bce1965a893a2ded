import type { Delivery, DeliveryState } from '../delivery/delivery.ts'
import type { Event } from '../alert/event.ts'
import { isProbed, type Breaker } from '../flow/breaker.ts'
import type { DeliveryId, WebhookId } from '../ids.ts'
import type { Instant } from '../instant.ts'
import { whyNotTold, type ReasonNotTold } from './matching.ts'
import { receiverHealthOf } from '../overview/receiver-health.ts'
import { isKeptPresent } from '../telling/told.ts'
import type { Webhook } from '../webhook/webhook.ts'

/** Who is told of an event and who is not: in numbers, and some of each, for there may be very many. */
export interface RoutingReview {
  /** Newest first. */
  readonly told: readonly ToldWebhook[]
  readonly toldCounts: Readonly<Record<DeliveryState, number>>
  /** By `NOT_TOLD_REASONS` and then by id. */
  readonly notTold: readonly NotToldWebhook[]
  readonly notToldCounts: NotToldCounts
}

/** A delivery of the event, with what it takes to say why it is not sent yet. */
export interface ToldWebhook {
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

/** One delivery as it stands, with who is told instead. */
export interface ReviewedDelivery extends ToldWebhook {
  /** The delivery to the fallback that was made because this one failed, and the name of that webhook. */
  readonly instead: { readonly delivery: Delivery; readonly webhookName: string | null } | undefined
}

type ReceiverOfTold = Pick<ToldWebhook, 'pausedUntil' | 'isProbed' | 'pauseReason'>

/** What the breaker of a webhook says about what is still to be sent to it. */
export function receiverOfTold(breaker: Breaker, now: Instant): ReceiverOfTold {
  const { pausedUntil } = receiverHealthOf(breaker, now)
  const probed = isProbed(breaker)
  const pauseReason = pausedUntil !== null || probed ? breaker.pauseReason : null
  return { pausedUntil, isProbed: probed, pauseReason }
}

/**
 * made_later: it was not there yet; present: it is kept at the present, and not told of each change; unknown: by what it is now it would be told. Those come first that a change of the
 * webhook would let know of the next event.
 */
export const NOT_TOLD_REASONS = [
  'disabled',
  'state',
  'unknown',
  'present',
  'made_later',
  'payload_type',
] as const
export type NotToldReason = (typeof NOT_TOLD_REASONS)[number] &
  (ReasonNotTold | 'made_later' | 'present' | 'unknown')
export type NotToldCounts = Readonly<Record<NotToldReason, number>>

export interface NotToldWebhook {
  readonly webhook: Pick<Webhook, 'id' | 'name' | 'payloadType' | 'disabledReason'>
  readonly reason: NotToldReason
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

/** What is shown of a review at the most. */
export interface RoutingReviewLimits {
  readonly toldMax: number
  readonly notToldMax: number
}

/** Counts all webhooks that are not among the told ones, and keeps some of them. Webhooks come by id. */
export function reviewNotTold(
  event: Event,
  webhooks: Iterable<Webhook>,
  { toldIds, max }: { readonly toldIds: ReadonlySet<WebhookId>; readonly max: number },
): { readonly notTold: readonly NotToldWebhook[]; readonly notToldCounts: NotToldCounts } {
  const counts = { disabled: 0, state: 0, unknown: 0, present: 0, made_later: 0, payload_type: 0 }
  const kept: Readonly<Record<NotToldReason, NotToldWebhook[]>> = {
    disabled: [],
    state: [],
    unknown: [],
    present: [],
    made_later: [],
    payload_type: [],
  }
  for (const webhook of webhooks) {
    if (toldIds.has(webhook.id)) continue
    const { reason, changedSince } = judgeNotTold(event, webhook)
    counts[reason] += 1
    if (kept[reason].length < max) kept[reason].push({ webhook: briefOf(webhook), reason, changedSince })
  }
  return { notTold: NOT_TOLD_REASONS.flatMap((reason) => kept[reason]).slice(0, max), notToldCounts: counts }
}

function judgeNotTold(event: Event, webhook: Webhook): Pick<NotToldWebhook, 'reason' | 'changedSince'> {
  if (webhook.createdAt > event.acceptedAt) return { reason: 'made_later', changedSince: false }
  const isPresent = isKeptPresent(webhook) || (event.kind === 'alert' && event.cause !== 'change')
  const reason = whyNotTold(webhook, event) ?? (isPresent ? 'present' : undefined) ?? 'unknown'
  return { reason, changedSince: webhook.updatedAt > event.acceptedAt }
}

function briefOf({ id, name, payloadType, disabledReason }: Webhook): NotToldWebhook['webhook'] {
  return { id, name, payloadType, disabledReason }
}

/** With a number for each state. */
export function countStates(states: Iterable<DeliveryState>): RoutingReview['toldCounts'] {
  const counts = { ...NO_DELIVERIES }
  for (const state of states) counts[state] += 1
  return counts
}
