import { isKept } from '../model/model-webhook.ts'
import type { AlertState } from '../../../src/domain/alert/alert.ts'
import type { Certainty } from '../../../src/domain/receiver-state/after-attempt.ts'
import type { Exchange } from '../world/network.ts'
import { demand } from '../model/broken-promise.ts'
import type { ModelClaim } from '../model/model-claim.ts'
import type { Model, ModelEvent } from '../model/model.ts'
import { certaintyBy } from './certainty.ts'
import { countsAsActive, OTHERWISE } from '../model/model-match.ts'
import { countedAs, wantsClear, alertQueueOf, pairName, sentOf, type Pair } from './model-states.ts'

/**
 * What the receiver of a webhook can have been sent of an alert: kept from requests and responses, without the
 * rules by which the service decides, so that its promises can be checked against it.
 */
export interface Received {
  readonly pair: Pair
  /** It has accepted that the alert is raised, and not that it is over. */
  isNotified: boolean
  /** It may have been sent, whatever the response was. */
  isPossiblySent: boolean
  /** It counts as sent, and may never have been. */
  isAssumed: boolean
  /** Its memory was taken away while something was on its way: its clear may be sent, and need not be. */
  isForgotten: boolean
  /** It is notified as a fallback, until it got the clear. */
  escalated: boolean
  /** The newest change of the alert while this webhook was there for it; undefined: none, or the webhook was changed since. */
  newest: { readonly state: AlertState; readonly episodeNumber: number; readonly eventId: number } | undefined
  /** What its receiver has taken last, whether or not the service knows. */
  taken: { readonly state: AlertState; readonly eventId: number } | undefined
  /** Something reached it late, from a process that had lost its lease. */
  isConfused: boolean
  /** Its receiver rejected the delivery, or somebody cancelled it. */
  isExcused: boolean
}

export function receivedOf(model: Model, pair: Pair): Received {
  const name = pairName(pair)
  const known = model.received.get(name)
  if (known) return known
  const { webhookId, alertId } = pair
  const received: Received = {
    pair: { webhookId, alertId },
    isNotified: false,
    isPossiblySent: false,
    isAssumed: false,
    isForgotten: false,
    escalated: false,
    newest: undefined,
    taken: undefined,
    isConfused: false,
    isExcused: false,
  }
  model.received.set(name, received)
  return received
}

/** Nobody knows what its receiver got of this alert. */
export function assume(model: Model, pair: Pair): void {
  const received = receivedOf(model, pair)
  received.isPossiblySent = true
  received.isAssumed = true
}

/** It counts as knowing nothing of this alert, or of any. */
export function forget(model: Model, webhookId: number, alertId?: number): void {
  for (const [name, { pair }] of model.received) {
    if (pair.webhookId === webhookId && (alertId ?? pair.alertId) === pair.alertId)
      model.received.delete(name)
  }
}

/** It counts as knowing nothing of this alert, of which nothing is on its way; what it follows as a fallback it follows still. */
export function forgetKnown(model: Model, pair: Pair): void {
  const received = model.received.get(pairName(pair))
  if (!received?.escalated) return forget(model, pair.webhookId, pair.alertId)
  received.isNotified = false
  received.isPossiblySent = false
  received.isAssumed = false
  received.taken = undefined
}

/** It counts as knowing nothing of this alert, though something is on its way. */
export function forgetUnderWay(model: Model, pair: Pair): void {
  const received = receivedOf(model, pair)
  received.isNotified = false
  received.isPossiblySent = false
  received.isForgotten = true
}

/** It may get the clear of an alert that was never sent in time. */
export function miss(model: Model, pair: Pair): void {
  receivedOf(model, pair).isForgotten = true
}

/** What was there for it may be something else by its new flags, but where it follows as a fallback, for which they do not count. */
export function blur(model: Model, webhookId: number): void {
  for (const received of model.received.values()) {
    if (received.pair.webhookId === webhookId && !received.escalated) received.newest = undefined
  }
}

/** Other webhooks have changed, and with them what is left for those that get what nobody else takes. */
export function blurOtherwise(model: Model): void {
  for (const { id, match } of model.webhooks.values()) if (match === OTHERWISE) blur(model, id)
}

/** An alert has changed: whoever is there for it should know. */
export function noteChange(model: Model, event: ModelEvent): void {
  const { alertId, newState, episodeNumber, id } = event
  if (alertId === undefined || newState === undefined) return
  for (const webhook of model.webhooks.values()) {
    const pair = { alertId, webhookId: webhook.id }
    const known = model.received.get(pairName(pair))
    if (known) endFollowing(model, known)
    const escalated = known?.escalated === true
    if (!escalated && !isKept(webhook)) {
      // It is notified of the change itself, and so nothing more is remembered.
      model.received.delete(pairName(pair))
      continue
    }
    const isActive = countsAsActive(model, webhook, { id: alertId, state: newState })
    const state = countedAs(newState, isActive, escalated)
    if (!known && state === 'cleared') continue
    const received = known ?? receivedOf(model, pair)
    received.newest = { state, episodeNumber, eventId: id }
    received.isExcused = false
    dropEnd(model, received)
  }
}

/** A webhook that wants no clears when an alert clears gets none, also later. */
function dropEnd(model: Model, received: Received): void {
  const { pair, newest, escalated } = received
  const webhook = model.webhooks.get(pair.webhookId)
  // Of one that came to this mode later, the change may be older than that.
  const state = newest?.state ?? [...model.alerts.values()].find(({ id }) => id === pair.alertId)?.state
  if (state !== 'cleared' || !webhook || wantsClear(webhook, { escalated })) return
  received.isNotified = false
  received.isPossiblySent = false
  received.taken = undefined
}

/** A fallback follows an alert until it got the clear, or no clear is to come. */
export function endFollowing(model: Model, received: Received): void {
  const { isNotified, isPossiblySent, isForgotten, newest } = received
  // Its memory was taken away: only that says whether a clear that may have been sent is due once more.
  if (isForgotten && sentOf(model, received.pair)?.escalated === true) return
  if (newest?.state === 'cleared' && !isNotified && !isPossiblySent && !isUnderWay(model, received))
    received.escalated = false
}

/** Whether the memory of what was sent counts for what is claimed. */
function isRemembered(model: Model, claim: ModelClaim, pair: Pair): boolean {
  return claim.sentStates !== undefined && (isKept(claim.webhook) || model.received.has(pairName(pair)))
}

/** Its webhook is notified of changes since it was claimed: its memory was removed with that. */
function hasLeft(model: Model, pair: Pair): boolean {
  const webhook = model.webhooks.get(pair.webhookId)
  return webhook !== undefined && !isKept(webhook) && !model.received.has(pairName(pair))
}

/** At the moment when a request leaves. */
export function checkNotifying(
  model: Model,
  claim: ModelClaim,
  { exchange, state }: { readonly exchange: Exchange; readonly state: AlertState },
): void {
  const pair = pairOfClaim(model, claim)
  if (!pair || !isRemembered(model, claim, pair) || hasLeft(model, pair)) return
  const received = receivedOf(model, pair)
  const delivery = model.deliveries.get(claim.deliveryId)
  const isLate = delivery?.attemptsMade !== claim.attempt || delivery.state !== 'sending'
  if (isLate) {
    received.isConfused = true
    return
  }
  model.saw(state === 'cleared' ? 'a clear is sent' : 'a raise is sent')
  demand(
    state !== 'cleared' || received.isNotified || received.isPossiblySent || received.isForgotten,
    'nobody is notified of the clear of an alert that they never got',
    () => `${pairName(pair)}, delivery ${exchange.deliveryId}, attempt ${exchange.attempt}`,
  )
}

/** Its receiver has got a request, and taken it. */
export function noteTaken(model: Model, exchange: Exchange, state: AlertState): void {
  const delivery = model.deliveries.get(exchange.deliveryId)
  const alertId = delivery && model.events.get(delivery.eventId)?.alertId
  if (!delivery || alertId === undefined) return
  const received = model.received.get(pairName({ webhookId: delivery.webhookId, alertId }))
  if (!received || !model.claimOf(exchange)?.sentStates) return
  received.taken = { state, eventId: delivery.eventId }
  if (delivery.attemptsMade !== exchange.attempt) received.isConfused = true
}

/** An attempt has ended, with a response or without a record. */
export function noteAttempt(model: Model, claim: ModelClaim, { isLost }: { readonly isLost: boolean }): void {
  const pair = pairOfClaim(model, claim)
  if (!pair || !(isRemembered(model, claim, pair) || isTakenForIt(model, pair, isLost))) return
  const received = receivedOf(model, pair)
  const certainty: Certainty = isLost ? 'possible' : certaintyBy(claim.exchange?.receiverState)
  const delivery = model.deliveries.get(claim.deliveryId)
  const event = delivery && model.events.get(delivery.eventId)
  const isRaise = (claim.sentStates?.episodeState.state ?? event?.newState) !== 'cleared'
  if (certainty === 'possible') {
    if (isRaise) received.isPossiblySent = true
    model.saw(isLost ? 'a lost lease may have notified' : 'a failure may have notified')
  } else if (certainty === 'accepted') {
    received.isNotified = isRaise
    received.isPossiblySent = false
    received.isAssumed = false
    received.isForgotten = false
    if (!isRaise && received.newest?.state === 'cleared') received.escalated = false
  }
  dropEnd(model, received)
}

/**
 * What was claimed as a change counts once its webhook is in current-state mode. To one that only follows, as a
 * fallback, it stays open what it has of what was on its way before.
 */
function isTakenForIt(model: Model, pair: Pair, isLost: boolean): boolean {
  const webhook = model.webhooks.get(pair.webhookId)
  const counts = isLost || (webhook !== undefined && isKept(webhook))
  return counts && model.received.get(pairName(pair))?.isAssumed === true
}

function pairOfClaim(model: Model, { deliveryId }: ModelClaim): Pair | undefined {
  const delivery = model.deliveries.get(deliveryId)
  const alertId = delivery && model.events.get(delivery.eventId)?.alertId
  return alertId === undefined || !delivery ? undefined : { webhookId: delivery.webhookId, alertId }
}

/** One has ended untold, because of its receiver or of somebody. */
export function excuse(model: Model, pair: Pair | undefined): void {
  if (pair) receivedOf(model, pair).isExcused = true
}

/** Whether anything is on its way to it. */
export function isUnderWay(model: Model, { pair }: Received): boolean {
  return alertQueueOf(model, pair).length > 0
}
