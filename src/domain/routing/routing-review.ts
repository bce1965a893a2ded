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

/** The webhooks that were notified of an event and those that were not: counts, and some of each. */
export interface RoutingReview {
  /** Newest first. */
  readonly notified: readonly NotifiedWebhook[]
  readonly notifiedCounts: Readonly<Record<DeliveryState, number>>
  /** Notified webhooks at whose receivers the alert is closed although it continues. */
  readonly closingIds: ReadonlySet<WebhookId>
  /** Ordered by `NOT_NOTIFIED_REASONS`, then by id. */
  readonly notNotified: readonly NotNotifiedWebhook[]
  readonly notNotifiedCounts: NotNotifiedCounts
  /** Matchers that were undecided, because their owner is above the budget; at most ten. */
  readonly undecided: readonly string[]
}

/** A delivery of the event, with what explains why it is not sent yet. */
export interface NotifiedWebhook {
  readonly delivery: Delivery
  /** Undefined: deleted. */
  readonly webhook: Pick<Webhook, 'id' | 'name' | 'enabled' | 'disabledReason' | 'rateLimit'> | undefined
  /** The delivery that a waiting one waits for. */
  readonly aheadId: DeliveryId | undefined
  /** Nothing is sent to the webhook before; null: it is not paused. */
  readonly pausedUntil: Instant | null
  /** Its deliveries are tried one at a time, paused or not. */
  readonly isProbed: boolean
  /** The attempt that caused the pause; null: neither paused nor probed. */
  readonly pauseReason: string | null
}

export interface ReviewedDelivery extends NotifiedWebhook {
  /** The fallback's delivery, created because this one failed, and the name of its webhook. */
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
 * Reasons that a change of the webhook removes come first. silenced: a silence held it; made_later: the
 * webhook is newer; already_in_sync: it was in current-state mode; not_kept: the old definition is gone;
 * unknown: its delivery was pruned.
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
  /** The silence, if the reason is `silenced`. */
  readonly silenceId: SilenceId | null
  /** Changed or deleted since the event; the reason is that of the event. */
  readonly changedSince: boolean
  readonly isDeleted: boolean
}

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

export interface RoutingReviewLimits {
  readonly openNotificationsMax: number
  readonly notNotifiedMax: number
}

/** The webhooks now, and changed or deleted ones as they were. */
export interface ReviewedWebhooks {
  readonly current: WebhookList<Webhook>
  /** Revisions that counted when the event was accepted, by id. */
  readonly former: readonly FormerWebhook[]
  /** Active when the event was accepted. */
  readonly silences: readonly Silence[]
}

interface WebhookThen {
  readonly webhook: NotNotifiedWebhook['webhook']
  /** Undefined: it did not exist yet, or is not kept. */
  readonly was: RoutedWebhook | undefined
  readonly changedSince: boolean
  readonly isDeleted: boolean
  readonly madeLater: boolean
}

/** Counts all webhooks that were not notified, and keeps some. The reasons are those of when the event was accepted. */
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
 * Tells whether the receiver of a webhook that does not take an active alert has it closed. A fallback may have been
 * sent the alert, and then gets every state.
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

export function countStates(states: Iterable<DeliveryState>): RoutingReview['notifiedCounts'] {
  const counts = { ...NO_DELIVERIES }
  for (const state of states) counts[state] += 1
  return counts
}
