import type { AlertState } from '../alert/alert.ts'
import type { AlertEvent } from '../alert/event.ts'
import type { AlertId, EventId, WebhookId } from '../ids.ts'
import type { Instant } from '../instant.ts'
import type { Webhook } from '../webhook/webhook.ts'

/**
 * What is told of an alert, or is to be: a state as the receiver counts it, and of which of the alert's raises. Of the raise it
 * means nothing while the state is `cleared`.
 */
export interface EpisodeState {
  readonly state: AlertState
  readonly episodeNumber: number
}

/**
 * Whether the difference is carried by a delivery (`none`: or there is no difference), is left until something takes it up
 * (`resync`), or is to get its delivery now (`due`).
 */
export type Resync = 'none' | 'later' | 'due'
export const RESYNC = ['none', 'later', 'due'] as const satisfies readonly Resync[]

/**
 * What a webhook that is kept at the present has been told of an alert, and what it should know. There is one for each pair of
 * which it may have been told a beginning without the end, and for each with something to tell.
 */
export interface ReceiverState {
  readonly alertId: AlertId
  readonly webhookId: WebhookId
  /** The last thing that it certainly took; `cleared`: nothing, or the end. */
  readonly lastSent: EpisodeState
  /** After that it may have been told something else: nobody knows. */
  readonly uncertain: boolean
  /** As it should know. */
  readonly desired: EpisodeState
  /** By which `desired` came about. */
  readonly eventId: EventId
  readonly resync: Resync
  /** Since when the two have differed; null: they do not. */
  readonly outOfSyncSince: Instant | null
  /** It is told as somebody's fallback, so that its own mode and flags do not count until the end. */
  readonly escalated: boolean
}

/** One that may be told an alert, by its mode or as a fallback. */
export type ReceiverStateKey = Pick<ReceiverState, 'alertId' | 'webhookId'>

const NOTHING: EpisodeState = { state: 'cleared', episodeNumber: 0 }

/** Of a pair of which there is nothing yet. */
export function newReceiverState(pair: ReceiverStateKey, escalated = false): ReceiverState {
  const { alertId, webhookId } = pair
  return {
    alertId,
    webhookId,
    lastSent: NOTHING,
    uncertain: false,
    desired: NOTHING,
    eventId: 0,
    resync: 'none',
    outOfSyncSince: null,
    escalated,
  }
}

type Kept = Pick<Webhook, 'mode' | 'payloadType'>

/** Whether it is kept at the present by its mode. */
export function usesCurrentState(webhook: Kept): boolean {
  return webhook.mode === 'current_state' && webhook.payloadType === 'ALERT'
}

/** Whether what it is told of an alert goes by what it knows: by its mode, or as somebody's fallback. */
export function usesReceiverState(
  webhook: Kept,
  receiverState: Pick<ReceiverState, 'escalated'> | undefined,
): boolean {
  return receiverState?.escalated === true || usesCurrentState(webhook)
}

type Flagged = Pick<Webhook, 'alertFlags'>

/** An alert in a state that its webhook is not told of is over, as its receiver counts. */
export function countedState(
  state: AlertState,
  { alertFlags }: Flagged,
  { escalated }: Pick<ReceiverState, 'escalated'>,
): AlertState {
  return escalated || alertFlags[state] ? state : 'cleared'
}

/** Whether it is told when something is over. */
export function wantsClears(
  { alertFlags }: Flagged,
  { escalated }: Pick<ReceiverState, 'escalated'>,
): boolean {
  return escalated || alertFlags.cleared
}

/** Whether it is told of what was raised and over before anything of it could be sent. */
export function notifiesMissed(webhook: Kept & Pick<Webhook, 'missedAlerts'>): boolean {
  return usesCurrentState(webhook) && webhook.missedAlerts === 'notify'
}

/**
 * Whether something is to be told. Compared are state and raise: the next raise is told even in the state that was told last. That
 * it is over is told exactly to those that were, or may have been, told of the beginning: what may have been told can only have
 * been a beginning, or an end after one.
 */
export function mustNotify(
  { lastSent, uncertain, desired }: Pick<ReceiverState, 'lastSent' | 'uncertain' | 'desired'>,
  wantsClear: boolean,
): boolean {
  if (desired.state === 'cleared') return wantsClear && (uncertain || lastSent.state !== 'cleared')
  return uncertain || !isSame(lastSent, desired)
}

/** Over, and nothing is left to tell: then it need not be remembered. */
export function isOver(
  receiverState: Pick<ReceiverState, 'lastSent' | 'uncertain' | 'desired'>,
  wantsClear: boolean,
): boolean {
  return receiverState.desired.state === 'cleared' && !mustNotify(receiverState, wantsClear)
}

/**
 * One of its deliveries has ended in another way than by an attempt that says what it told: what it would have told is owed, as
 * `resync` says, unless another one is left in its line. `head`: of that line. Behind one that is being sent, it is left once that
 * has ended. Null: it is forgotten; undefined: it stays as it is.
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

/** Whether a delivery of this event may be tried again by hand: of one that is kept at the present only what is so, and is not known. */
export function mayBeRetried(
  receiverState: ReceiverState | undefined,
  webhook: Kept & Flagged,
  eventId: EventId,
): boolean {
  if (!usesReceiverState(webhook, receiverState)) return true
  return receiverState?.eventId === eventId && mustNotify(receiverState, wantsClears(webhook, receiverState))
}

export function isSame(one: EpisodeState, other: EpisodeState): boolean {
  return one.state === other.state && (one.state === 'cleared' || one.episodeNumber === other.episodeNumber)
}

/**
 * Whether a fallback is told of an alert instead of its webhook: not of the end, which it would be the first thing to hear of, and not if
 * it knows the alert already, by itself or for another webhook.
 */
export function mayEscalate(
  receiverState: Pick<ReceiverState, 'lastSent' | 'uncertain' | 'outOfSyncSince'> | undefined,
  event: Pick<AlertEvent, 'newState'>,
): boolean {
  return receiverState === undefined && event.newState !== 'cleared'
}

/**
 * Of a fallback that is told of this event instead of its webhook. `hasLine`: what it is told of the alert by itself is on its way, so
 * nobody knows what it has of that.
 */
export function newEscalation(
  pair: ReceiverStateKey,
  { id, newState, episodeNumber }: Pick<AlertEvent, 'id' | 'newState' | 'episodeNumber'>,
  { hasLine, now }: { readonly hasLine: boolean; readonly now: Instant },
): ReceiverState {
  const desired = { state: newState, episodeNumber }
  return { ...newReceiverState(pair, true), uncertain: hasLine, desired, eventId: id, outOfSyncSince: now }
}
