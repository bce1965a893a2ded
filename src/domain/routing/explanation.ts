import type { Delivery } from '../delivery/delivery.ts'
import type { AlertState } from '../alert/alert.ts'
import { isForOneWebhook, isReminder, type Event } from '../alert/event.ts'
import type { DeliveryId } from '../ids.ts'
import { describeMismatch } from '../matching/describe-mismatch.ts'
import { OTHERWISE } from '../matching/match.ts'
import { formatInstant, type Instant } from '../instant.ts'
import { continuesText } from '../receiver-state/after-change.ts'
import type { NotNotifiedWebhook, NotifiedWebhook } from './routing-review.ts'
import type { RateLimit, Webhook } from '../webhook/webhook.ts'

/** Why a delivery is not sent this moment: one rule for API, CLI and console. */
export type WaitsFor =
  | { readonly kind: 'delivery'; readonly deliveryId: DeliveryId }
  | { readonly kind: 'enabling'; readonly reason: string | null }
  | { readonly kind: 'due_time'; readonly until: Instant }
  | { readonly kind: 'pause'; readonly until: Instant; readonly reason: string | null }
  | { readonly kind: 'probe'; readonly reason: string | null }
  | { readonly kind: 'rate_limit'; readonly rateLimit: RateLimit }

export type WaitFacts = NotifiedWebhook & { readonly now: Instant }

export interface NotifiedFacts extends NotifiedWebhook {
  /** The fallback's delivery, created because this one failed. */
  readonly fallbackDelivery: Delivery | undefined
  /** The state in which the alert continues without this webhook; undefined: the alert is over or still for it. */
  readonly continuesAs: AlertState | undefined
  readonly isReminder: boolean
  readonly now: Instant
}

/** Returns the reason; undefined: nothing holds it, or it has ended, is being sent, or is due. */
export function waitsFor(facts: WaitFacts): WaitsFor | undefined {
  const { delivery, webhook, aheadId, pausedUntil, isProbed, pauseReason, now } = facts
  if (delivery.state === 'waiting')
    return aheadId === undefined ? undefined : { kind: 'delivery', deliveryId: aheadId }
  if (delivery.state !== 'pending') return undefined
  if (webhook && !webhook.enabled) return { kind: 'enabling', reason: webhook.disabledReason }
  const { dueAt } = delivery
  if (pausedUntil !== null && pausedUntil > Math.max(dueAt ?? 0, now))
    return { kind: 'pause', until: pausedUntil, reason: pauseReason }
  if (dueAt !== null && dueAt > now) return { kind: 'due_time', until: dueAt }
  if (isProbed) return { kind: 'probe', reason: pauseReason }
  return webhook?.rateLimit ? { kind: 'rate_limit', rateLimit: webhook.rateLimit } : undefined
}

/** Explains a delivery in plain words: its outcome, why it waits, and why it was created. */
export function explainNotified(facts: NotifiedFacts): string {
  const { delivery, fallbackDelivery, continuesAs, isReminder: reminds } = facts
  const { operationId } = delivery
  return [
    whatBecame(facts),
    continuesAs !== undefined && whyClosed(continuesAs, delivery),
    fallbackDelivery &&
      `Its fallback, webhook ${fallbackDelivery.webhookId}, is notified instead, by delivery ${fallbackDelivery.id}.`,
    reminds &&
      'It is a reminder: the alert lasted, its receiver had that state, and nobody had acknowledged it.',
    delivery.isFallback && whyFallback(delivery),
    operationId !== null && `It was rerouted here by operation ${operationId}.`,
  ]
    .filter((sentence) => typeof sentence === 'string')
    .join(' ')
}

/** The reason of a delivered one already says that the alert continues. */
function whyClosed(continuesAs: AlertState, { state }: Delivery): string {
  const closed = 'Its receiver had been notified before, so the alert is closed there'
  return state === 'delivered' ? `${closed}.` : `${closed}: it ${continuesText(continuesAs)}.`
}

function whyFallback({ fallbackOf }: Delivery): string {
  return fallbackOf === null
    ? 'Created as a fallback, because the webhook before it is disabled.'
    : `Created as a fallback, because delivery ${fallbackOf} had not arrived.`
}

function whatBecame(facts: NotifiedFacts): string {
  const { delivery, webhook } = facts
  const who = webhook ? nameOf(webhook) : `Webhook ${delivery.webhookId}, which has been deleted,`
  const attempts = `${delivery.attemptsMade} ${delivery.attemptsMade === 1 ? 'attempt' : 'attempts'}`
  const last = delivery.lastReason ?? 'none was made'
  switch (delivery.state) {
    case 'delivered':
      return `${who} was notified, with ${attempts}: ${last}.`
    case 'failed':
      return `${who} could not be notified: given up after ${attempts}, the last one: ${last}.`
    case 'cancelled':
      return `${who} is not notified any more: ${last}.`
    case 'outdated':
      return `${who} was not notified of this: ${last}.`
    case 'superseded':
      return delivery.attemptsMade === 0
        ? `${who} was not notified of this: ${last}.`
        : `${who} did not accept this, with ${attempts}: ${last}.`
    case 'sending':
      return `${who} is being notified right now, attempt ${delivery.attemptsMade}.`
    case 'waiting':
    case 'pending':
      return `${who} ${whyNotYet(facts, attempts)}`
  }
}

function whyNotYet(facts: NotifiedFacts, attempts: string): string {
  const { delivery } = facts
  const soFar =
    delivery.attemptsMade === 0 ? '' : ` (${attempts} so far, the last one: ${delivery.lastReason})`
  const reason = waitsFor(facts)
  switch (reason?.kind) {
    case 'delivery':
      return `waits until delivery ${reason.deliveryId} has ended: it is about the same alert or job, and one goes after the other${soFar}.`
    case 'enabling':
      return `is disabled${reason.reason === null ? '' : ` (${reason.reason})`}: it is notified when somebody enables it${soFar}.`
    case 'due_time':
      return `is notified at ${formatInstant(reason.until)}${soFar}.`
    case 'pause':
      return `is paused until ${formatInstant(reason.until)}, because its receiver fails${reason.reason === null ? '' : ` (${reason.reason})`}${soFar}.`
    case 'probe':
      return `is tried with one delivery at a time, because its receiver fails${reason.reason === null ? '' : ` (${reason.reason})`}: this one goes when its turn comes${soFar}.`
    case 'rate_limit':
      return `is notified as soon as its limits allow: the delivery is due, and the rate limit is ${reason.rateLimit.count} in ${reason.rateLimit.intervalMs / 1000} s${soFar}.`
    case undefined:
      return delivery.state === 'waiting'
        ? `waits until an earlier delivery about the same alert or job has ended${soFar}.`
        : `is notified next: the delivery is due${soFar}.`
  }
}

export interface NotNotifiedFacts extends NotNotifiedWebhook {
  readonly event: Event
}

export function explainNotNotified(facts: NotNotifiedFacts): string {
  const { webhook, reason, changedSince, isDeleted } = facts
  const sentence = `${nameOf(webhook)} ${whyNot(facts)}.`
  if (!changedSince || reason === 'not_kept') return sentence
  return `${sentence} So it was at that time; it has been ${isDeleted ? 'deleted' : 'changed'} since.`
}

function whyNot({ webhook, event, reason, silenceId }: NotNotifiedFacts): string {
  switch (reason) {
    case 'made_later':
      return 'was not there yet when the event was accepted'
    case 'payload_type':
      return webhook.payloadType === 'ALERT'
        ? 'gets alerts only, and this is a job run'
        : 'gets job runs only, and this is an alert'
    case 'state':
      return event.kind === 'alert'
        ? `is not notified when an alert becomes ${event.newState}: that flag is off`
        : 'is not notified of this state'
    case 'acknowledgements':
      return 'is not notified of acknowledgements: that setting is off'
    case 'maintenance_windows':
      return 'is not notified of maintenance windows: that setting is off'
    case 'match':
      return `does not match: ${describeMismatch(webhook.match ?? OTHERWISE, event)}`
    case 'taken_by_others':
      return 'gets what no other webhook takes, and another one takes this'
    case 'silenced':
      return event.kind === 'alert' && event.newState !== 'cleared'
        ? `was not notified, because silence ${silenceId} held it: the current state is sent when the silence ends, if the receiver does not have it`
        : `was not notified, because silence ${silenceId} held it`
    case 'already_in_sync':
      if (isReminder(event))
        return 'was not to be reminded: this is no change of the alert, it reminds another receiver'
      return event.kind === 'alert' && isForOneWebhook(event)
        ? 'was not out of sync: this is no change of the alert, it was created to resync others'
        : 'is in current-state mode: its receiver had that state already, or was sent a newer one'
    case 'disabled':
      return `is disabled${webhook.disabledReason === null ? '' : ` (${webhook.disabledReason})`}`
    case 'unknown':
      return 'would have been notified; its delivery is no longer kept'
    case 'not_kept':
      return 'was changed since, and its definition was not kept at that time'
  }
}

function nameOf({ id, name }: Pick<Webhook, 'id' | 'name'>): string {
  return `Webhook ${id} "${name}"`
}
