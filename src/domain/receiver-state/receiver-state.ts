import type { AlertState } from '../alert/alert.ts'
import type { AlertEvent } from '../alert/event.ts'
import { isOwnEvent } from '../alert/own-alert.ts'
import type { AlertId, EventId, SilenceId, WebhookId } from '../ids.ts'
import type { Instant } from '../instant.ts'
import type { Webhook } from '../webhook/webhook.ts'

/** A state of an alert, as the receiver counts it, and its episode; a `cleared` one has no meaningful episode. */
export interface EpisodeState {
  readonly state: AlertState
  readonly episodeNumber: number
}

/**
 * Says who creates the missing delivery. `none`: nothing is missing. `later`: the next change or a resync. `due`: the
 * next housekeeping step.
 */
export type Resync = 'none' | 'later' | 'due'
export const RESYNC = ['none', 'later', 'due'] as const satisfies readonly Resync[]

/**
 * The state of an alert at a receiver. In mode `current_state` it exists while the raise was, or may have been, sent
 * without its clear, or the alert is out of sync. In mode `every_change` it exists from when a silence holds the alert
 * until it clears; until then the webhook gets the current state.
 */
export interface ReceiverState {
  readonly alertId: AlertId
  readonly webhookId: WebhookId
  /** The last accepted state; `cleared`: nothing, or the clear. */
  readonly lastSent: EpisodeState
  /** Something else may have been sent after that. */
  readonly uncertain: boolean
  /** Somebody acknowledged the alert: the active state is sent again even if the receiver has it. */
  readonly restate: boolean
  /** The state that the receiver should have. */
  readonly desired: EpisodeState
  /** The event that led to `desired`. */
  readonly eventId: EventId
  readonly resync: Resync
  /** When the two began to differ; null: they are equal. */
  readonly outOfSyncSince: Instant | null
  /** The webhook is a fallback for the alert: its own mode and flags do not count until the clear. */
  readonly escalated: boolean
  /** The silence whose end creates the delivery. */
  readonly heldBy: SilenceId | null
  /** The one timer of the pair: when a reminder is due; null: none. */
  readonly nextDue: Instant | null
  /** Reminders created since the alert last got worse. */
  readonly reminders: number
}

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
    nextDue: null,
    reminders: 0,
  }
}

type Kept = Pick<Webhook, 'mode' | 'payloadType'>

/** Tells whether the webhook is in current-state mode; job runs have no state. */
export function usesCurrentState(webhook: Kept): boolean {
  return webhook.mode === 'current_state' && webhook.payloadType === 'ALERT'
}

/**
 * Tells whether the receiver state decides what is sent: because of the mode, an escalation, or a silence that held the
 * alert.
 */
export function usesReceiverState(
  webhook: Kept,
  receiverState: Pick<ReceiverState, 'escalated'> | undefined,
): boolean {
  if (receiverState?.escalated === true) return true
  return webhook.payloadType === 'ALERT' && (receiverState !== undefined || usesCurrentState(webhook))
}

type Flagged = Pick<Webhook, 'alertFlags'>

/** Returns `cleared` for a state whose flag is off or which does not meet the `match`. */
export function countedState(
  state: AlertState,
  isMatched: boolean,
  { escalated }: Pick<ReceiverState, 'escalated'>,
): AlertState {
  return escalated || isMatched ? state : 'cleared'
}

/** Tells whether the receiver gets clears. */
export function wantsClears(
  { alertFlags }: Flagged,
  { escalated }: Pick<ReceiverState, 'escalated'>,
): boolean {
  return escalated || alertFlags.cleared
}

/** Tells whether alerts are sent that cleared before anything could be sent. */
export function notifiesMissed(webhook: Kept & Pick<Webhook, 'missedAlerts'>): boolean {
  return usesCurrentState(webhook) && webhook.missedAlerts === 'notify'
}

type Notified = Pick<ReceiverState, 'lastSent' | 'uncertain' | 'restate' | 'desired'>

/**
 * Tells whether something must be sent. The next episode is sent even in the same state. A clear goes only to receivers
 * that were, or may have been, sent the raise: what was possibly sent can only be a raise, or a clear after one.
 */
export function mustNotify(
  { lastSent, uncertain, restate, desired }: Notified,
  wantsClear: boolean,
): boolean {
  if (desired.state === 'cleared') return wantsClear && (uncertain || lastSent.state !== 'cleared')
  return uncertain || restate || !isSame(lastSent, desired)
}

/** Tells whether the state can be forgotten: the alert is over, and nothing is left to send. */
export function isOver(receiverState: Notified, wantsClear: boolean): boolean {
  return receiverState.desired.state === 'cleared' && !mustNotify(receiverState, wantsClear)
}

/**
 * Returns the state after a delivery ended without an attempt that says what was sent. A resync handles the difference
 * unless another delivery of the alert waits or is being sent (`head`), which then decides. Null: forget the state;
 * undefined: it does not change.
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
 * Tells whether somebody may retry a delivery of this event: in current-state mode only the desired state, if it is not
 * sent.
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
 * Tells whether an alert is escalated to the fallback: not if it cleared, not if the fallback has it, and not if Tocsin
 * itself raised it.
 */
export function mayEscalate(
  receiverState: Pick<ReceiverState, 'lastSent' | 'uncertain' | 'outOfSyncSince'> | undefined,
  event: Pick<AlertEvent, 'source' | 'alertKey' | 'newState'>,
): boolean {
  return receiverState === undefined && event.newState !== 'cleared' && !isOwnEvent(event)
}

/**
 * Tells whether the newest stored event still has the alert's state: newer ones may be pruned while an older delivery
 * waits.
 */
export function saysCurrentState(
  { newState, episodeNumber }: Pick<AlertEvent, 'newState' | 'episodeNumber'>,
  alert: EpisodeState,
): boolean {
  return isSame(alert, { state: newState, episodeNumber })
}

/**
 * Returns the state of a fallback for an alert whose newest event is pruned; a resync creates the delivery. `eventId`:
 * the newest stored event.
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
  const event = { id: eventId, newState: alert.state, episodeNumber: alert.episodeNumber }
  return { ...newEscalation(pair, event, { hasAlertQueue, now }), resync: 'due' }
}

/**
 * Returns the state of a fallback to which this event is escalated. `hasAlertQueue`: a delivery of the alert is
 * unfinished, so it is uncertain what the receiver has.
 */
export function newEscalation(
  pair: ReceiverStateKey,
  { id, newState, episodeNumber }: Pick<AlertEvent, 'id' | 'newState' | 'episodeNumber'>,
  { hasAlertQueue, now }: { readonly hasAlertQueue: boolean; readonly now: Instant },
): ReceiverState {
  return {
    ...newReceiverState(pair, true),
    uncertain: hasAlertQueue,
    desired: { state: newState, episodeNumber },
    eventId: id,
    outOfSyncSince: now,
  }
}
