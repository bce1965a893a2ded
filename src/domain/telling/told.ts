import type { AlertState } from '../alert/alert.ts'
import type { AlertEvent } from '../alert/event.ts'
import type { AlertId, EventId, WebhookId } from '../ids.ts'
import type { Instant } from '../instant.ts'
import type { Webhook } from '../webhook/webhook.ts'

/**
 * What is told of an alert, or is to be: a state as the receiver counts it, and of which of the alert's raises. Of the raise it
 * means nothing while the state is `cleared`.
 */
export interface Telling {
  readonly state: AlertState
  readonly raise: number
}

/**
 * Whether the difference is carried by a delivery (`none`: or there is no difference), is left until something takes it up
 * (`owed`), or is to get its delivery now (`due`).
 */
export type Owed = 'none' | 'owed' | 'due'
export const OWED = ['none', 'owed', 'due'] as const satisfies readonly Owed[]

/**
 * What a webhook that is kept at the present has been told of an alert, and what it should know. There is one for each pair of
 * which it may have been told a beginning without the end, and for each with something to tell.
 */
export interface Told {
  readonly alertId: AlertId
  readonly webhookId: WebhookId
  /** The last thing that it certainly took; `cleared`: nothing, or the end. */
  readonly known: Telling
  /** After that it may have been told something else: nobody knows. */
  readonly maybe: boolean
  /** As it should know. */
  readonly present: Telling
  /** By which `present` came about. */
  readonly eventId: EventId
  readonly owed: Owed
  /** Since when the two have differed; null: they do not. */
  readonly owedSince: Instant | null
  /** It is told as somebody's fallback, so that its own mode and flags do not count until the end. */
  readonly follows: boolean
}

/** One that may be told an alert, by its mode or as a fallback. */
export type ToldPair = Pick<Told, 'alertId' | 'webhookId'>

const NOTHING: Telling = { state: 'cleared', raise: 0 }

/** Of a pair of which there is nothing yet. */
export function newTold(pair: ToldPair, follows = false): Told {
  const { alertId, webhookId } = pair
  return {
    alertId,
    webhookId,
    known: NOTHING,
    maybe: false,
    present: NOTHING,
    eventId: 0,
    owed: 'none',
    owedSince: null,
    follows,
  }
}

type Kept = Pick<Webhook, 'mode' | 'payloadType'>

/** Whether it is kept at the present by its mode. */
export function isKeptPresent(webhook: Kept): boolean {
  return webhook.mode === 'present' && webhook.payloadType === 'ALERT'
}

/** Whether what it is told of an alert goes by what it knows: by its mode, or as somebody's fallback. */
export function isFollowing(webhook: Kept, told: Pick<Told, 'follows'> | undefined): boolean {
  return told?.follows === true || isKeptPresent(webhook)
}

type Flagged = Pick<Webhook, 'alertFlags'>

/** An alert in a state that its webhook is not told of is over, as its receiver counts. */
export function countedState(
  state: AlertState,
  { alertFlags }: Flagged,
  { follows }: Pick<Told, 'follows'>,
): AlertState {
  return follows || alertFlags[state] ? state : 'cleared'
}

/** Whether it is told when something is over. */
export function wantsEnds({ alertFlags }: Flagged, { follows }: Pick<Told, 'follows'>): boolean {
  return follows || alertFlags.cleared
}

/** Whether it is told of what was raised and over before anything of it could be sent. */
export function tellsMissed(webhook: Kept & Pick<Webhook, 'missed'>): boolean {
  return isKeptPresent(webhook) && webhook.missed === 'tell'
}

/**
 * Whether something is to be told. Compared are state and raise: the next raise is told even in the state that was told last. That
 * it is over is told exactly to those that were, or may have been, told of the beginning: what may have been told can only have
 * been a beginning, or an end after one.
 */
export function mustBeTold(
  { known, maybe, present }: Pick<Told, 'known' | 'maybe' | 'present'>,
  isEndWanted: boolean,
): boolean {
  if (present.state === 'cleared') return isEndWanted && (maybe || known.state !== 'cleared')
  return maybe || !isSame(known, present)
}

/** Over, and nothing is left to tell: then it need not be remembered. */
export function isOver(told: Pick<Told, 'known' | 'maybe' | 'present'>, isEndWanted: boolean): boolean {
  return told.present.state === 'cleared' && !mustBeTold(told, isEndWanted)
}

/**
 * One of its deliveries has ended in another way than by an attempt that says what it told: what it would have told is owed, as
 * `owed` says, unless another one is left in its line. `head`: of that line. Behind one that is being sent, it is left once that
 * has ended. Null: it is forgotten; undefined: it stays as it is.
 */
export function leaveTold(
  told: Told | undefined,
  webhook: Kept & Flagged,
  {
    owed,
    head,
    now,
  }: {
    readonly owed: Exclude<Owed, 'none'>
    readonly head: 'pending' | 'sending' | undefined
    readonly now: Instant
  },
): Told | null | undefined {
  if (!told || !isFollowing(webhook, told) || head === 'pending') return undefined
  if (head === 'sending') return { ...told, owed }
  if (mustBeTold(told, wantsEnds(webhook, told))) return { ...told, owed, owedSince: told.owedSince ?? now }
  return told.present.state === 'cleared' ? null : undefined
}

/** Whether a delivery of this event may be tried again by hand: of one that is kept at the present only what is so, and is not known. */
export function mayBeRetried(told: Told | undefined, webhook: Kept & Flagged, eventId: EventId): boolean {
  if (!isFollowing(webhook, told)) return true
  return told?.eventId === eventId && mustBeTold(told, wantsEnds(webhook, told))
}

export function isSame(one: Telling, other: Telling): boolean {
  return one.state === other.state && (one.state === 'cleared' || one.raise === other.raise)
}

/**
 * Whether a fallback is told of an alert instead of its webhook: not of the end, which it would be the first thing to hear of, and not if
 * it knows the alert already, by itself or for another webhook.
 */
export function tellsFallback(
  told: Pick<Told, 'known' | 'maybe' | 'owedSince'> | undefined,
  event: Pick<AlertEvent, 'newState'>,
): boolean {
  return told === undefined && event.newState !== 'cleared'
}

/**
 * Of a fallback that is told of this event instead of its webhook. `hasLine`: what it is told of the alert by itself is on its way, so
 * nobody knows what it has of that.
 */
export function newFollower(
  pair: ToldPair,
  { id, newState, raise }: Pick<AlertEvent, 'id' | 'newState' | 'raise'>,
  { hasLine, now }: { readonly hasLine: boolean; readonly now: Instant },
): Told {
  const present = { state: newState, raise }
  return { ...newTold(pair, true), maybe: hasLine, present, eventId: id, owedSince: now }
}
