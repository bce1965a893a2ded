import type { AlertState } from '../alert/alert.ts'
import type { AlertEvent } from '../alert/event.ts'
import { isOwnEvent } from '../alert/own-alert.ts'
import type { AlertId, EventId, SilenceId, WebhookId } from '../ids.ts'
import type { Instant } from '../instant.ts'
import type { Webhook } from '../webhook/webhook.ts'

/**
 * A state of an alert, as the receiver counts it, and the episode it belongs to. The number of the episode means
 * nothing while the state is `cleared`.
 */
export interface EpisodeState {
  readonly state: AlertState
  readonly episodeNumber: number
}

/**
 * Says whether a difference waits for a delivery. `none`: nothing differs, or a delivery carries the difference.
 * `later`: the next change or a resync creates the delivery. `due`: the next housekeeping step creates it.
 */
export type Resync = 'none' | 'later' | 'due'
export const RESYNC = ['none', 'later', 'due'] as const satisfies readonly Resync[]

/**
 * The state of an alert at the receiver of a webhook in mode `current_state`. A row exists for each alert whose raise
 * was, or may have been, sent without its clear, and for each alert that is out of sync. In mode `every_change` there
 * is one from the moment at which a silence holds the alert until it clears: so long the webhook gets the current
 * state.
 */
export interface ReceiverState {
  readonly alertId: AlertId
  readonly webhookId: WebhookId
  /** The state that the receiver accepted last; `cleared`: nothing, or the clear. */
  readonly lastSent: EpisodeState
  /** The receiver may have been sent something else after that. */
  readonly uncertain: boolean
  /** The active state is sent once more even if the receiver has it: somebody acknowledged the alert. */
  readonly restate: boolean
  /** The state that the receiver should have. */
  readonly desired: EpisodeState
  /** The event that led to `desired`. */
  readonly eventId: EventId
  readonly resync: Resync
  /** When the two began to differ; null: they are equal. */
  readonly outOfSyncSince: Instant | null
  /** The alert was escalated to the webhook as a fallback: its own mode and flags do not count until the clear. */
  readonly escalated: boolean
  /** The silence that holds the difference: its end creates the delivery. Null: no silence holds anything. */
  readonly heldBy: SilenceId | null
}

/** Names one receiver state. */
export type ReceiverStateKey = Pick<ReceiverState, 'alertId' | 'webhookId'>

const NOTHING: EpisodeState = { state: 'cleared', episodeNumber: 0 }

/** Returns the state of a receiver that was never sent anything of the alert. */
export function newReceiverState(pair: ReceiverStateKey, escalated = false): ReceiverState {
  const { alertId, webhookId } = pair
  return {
    alertId,
    webhookId,
    lastSent: NOTHING,
    uncertain: false,
    restate: false,
    desired: NOTHING,
    eventId: 0,
    resync: 'none',
    outOfSyncSince: null,
    escalated,
    heldBy: null,
  }
}

type Kept = Pick<Webhook, 'mode' | 'payloadType'>

/** Tells whether the webhook is in current-state mode; job runs have no state. */
export function usesCurrentState(webhook: Kept): boolean {
  return webhook.mode === 'current_state' && webhook.payloadType === 'ALERT'
}

/**
 * Tells whether the receiver state decides what is sent: by the mode of the webhook, because it is a fallback, or
 * because a silence held the alert.
 */
export function usesReceiverState(
  webhook: Kept,
  receiverState: Pick<ReceiverState, 'escalated'> | undefined,
): boolean {
  if (receiverState?.escalated === true) return true
  return webhook.payloadType === 'ALERT' && (receiverState !== undefined || usesCurrentState(webhook))
}

type Flagged = Pick<Webhook, 'alertFlags'>

/**
 * Returns the state as the receiver counts it: a state whose flag is off, or which the `match` of the webhook does not
 * fit, counts as `cleared`.
 */
export function countedState(
  state: AlertState,
  isMatched: boolean,
  { escalated }: Pick<ReceiverState, 'escalated'>,
): AlertState {
  return escalated || isMatched ? state : 'cleared'
}

/** Tells whether the receiver gets a notification when the alert clears. */
export function wantsClears(
  { alertFlags }: Flagged,
  { escalated }: Pick<ReceiverState, 'escalated'>,
): boolean {
  return escalated || alertFlags.cleared
}

/** Tells whether alerts are sent that were raised and cleared before anything could be sent. */
export function notifiesMissed(webhook: Kept & Pick<Webhook, 'missedAlerts'>): boolean {
  return usesCurrentState(webhook) && webhook.missedAlerts === 'notify'
}

type Notified = Pick<ReceiverState, 'lastSent' | 'uncertain' | 'restate' | 'desired'>

/**
 * Tells whether something must be sent. State and episode are compared: the next episode is sent even in the same
 * state. The clear goes exactly to receivers that were, or may have been, sent the raise. What was possibly sent can
 * only have been a raise, or a clear after one.
 */
export function mustNotify(
  { lastSent, uncertain, restate, desired }: Notified,
  wantsClear: boolean,
): boolean {
  if (desired.state === 'cleared') return wantsClear && (uncertain || lastSent.state !== 'cleared')
  return uncertain || restate || !isSame(lastSent, desired)
}

/** Tells whether the alert is over and nothing is left to send, so that the state can be forgotten. */
export function isOver(receiverState: Notified, wantsClear: boolean): boolean {
  return receiverState.desired.state === 'cleared' && !mustNotify(receiverState, wantsClear)
}

/**
 * Returns the state after a delivery ended without an attempt that says what was sent. The difference is left for a
 * resync, unless another delivery of the alert waits (`head` is the first of them) or is being sent: then that one
 * decides. Null: forget the state; undefined: it does not change.
 */
export function leaveOutOfSync(
  receiverState: ReceiverState | undefined,
  webhook: Kept & Flagged,
  {
    resync,
    head,
    now,
  }: {
    readonly resync: Exclude<Resync, 'none'>
    readonly head: 'pending' | 'sending' | undefined
    readonly now: Instant
  },
): ReceiverState | null | undefined {
  if (!receiverState || !usesReceiverState(webhook, receiverState) || head === 'pending') return undefined
  if (head === 'sending') return { ...receiverState, resync }
  if (mustNotify(receiverState, wantsClears(webhook, receiverState)))
    return { ...receiverState, resync, outOfSyncSince: receiverState.outOfSyncSince ?? now }
  return receiverState.desired.state === 'cleared' ? null : undefined
}

/**
 * Tells whether a delivery of this event may be retried by hand: in current-state mode only the desired state, if it
 * was not sent.
 */
export function mayBeRetried(
  receiverState: ReceiverState | undefined,
  webhook: Kept & Flagged,
  eventId: EventId,
): boolean {
  if (!usesReceiverState(webhook, receiverState)) return true
  return receiverState?.eventId === eventId && mustNotify(receiverState, wantsClears(webhook, receiverState))
}

/** Tells whether the receiver has the state, and only an acknowledgement is missing. */
export function isOnlyRestated({ restate, uncertain, lastSent, desired }: Notified): boolean {
  return restate && !uncertain && isSame(lastSent, desired)
}

export function isSame(one: EpisodeState, other: EpisodeState): boolean {
  return one.state === other.state && (one.state === 'cleared' || one.episodeNumber === other.episodeNumber)
}

/**
 * Tells whether an alert is escalated to the fallback: not a clear, which would be the first thing that it is sent,
 * and not an alert that its receiver already has, and nothing that Tocsin itself reports: nobody is paged by that.
 */
export function mayEscalate(
  receiverState: Pick<ReceiverState, 'lastSent' | 'uncertain' | 'outOfSyncSince'> | undefined,
  event: Pick<AlertEvent, 'source' | 'alertKey' | 'newState'>,
): boolean {
  return receiverState === undefined && event.newState !== 'cleared' && !isOwnEvent(event)
}

/**
 * Tells whether the newest event that is kept still says how the alert is: newer ones may be pruned while an older
 * delivery waits.
 */
export function saysCurrentState(
  { newState, episodeNumber }: Pick<AlertEvent, 'newState' | 'episodeNumber'>,
  alert: EpisodeState,
): boolean {
  return isSame(alert, { state: newState, episodeNumber })
}

/**
 * Returns the state of a fallback to which an alert is escalated whose newest event is pruned: a resync creates the
 * delivery. `eventId`: the newest event that is kept.
 */
export function newEscalationOfState(
  pair: ReceiverStateKey,
  alert: EpisodeState,
  {
    eventId,
    hasAlertQueue,
    now,
  }: { readonly eventId: EventId; readonly hasAlertQueue: boolean; readonly now: Instant },
): ReceiverState {
  const { state, episodeNumber } = alert
  return {
    ...newReceiverState(pair, true),
    uncertain: hasAlertQueue,
    desired: { state, episodeNumber },
    eventId,
    resync: 'due',
    outOfSyncSince: now,
  }
}

/**
 * Returns the state of a fallback to which this event is escalated. `hasAlertQueue`: a delivery of the alert is on its
 * way to it already, so nobody knows what its receiver has.
 */
export function newEscalation(
  pair: ReceiverStateKey,
  { id, newState, episodeNumber }: Pick<AlertEvent, 'id' | 'newState' | 'episodeNumber'>,
  { hasAlertQueue, now }: { readonly hasAlertQueue: boolean; readonly now: Instant },
): ReceiverState {
  const desired = { state: newState, episodeNumber }
  return {
    ...newReceiverState(pair, true),
    uncertain: hasAlertQueue,
    desired,
    eventId: id,
    outOfSyncSince: now,
  }
}
