import type { AlertEvent, Event } from '../alert/event.ts'
import type { Webhook } from '../webhook/webhook.ts'
import type { Certainty, Ended } from './after-attempt.ts'
import {
  countedState,
  usesReceiverState,
  newReceiverState,
  type EpisodeState,
  type ReceiverState,
  type ReceiverStateKey,
} from './receiver-state.ts'

/** What a delivery tells of its alert, and what its receiver knew before. */
export interface SentStates {
  readonly episodeState: EpisodeState
  readonly lastSent: EpisodeState
}

/** What was to be told when its delivery was made is told also if the flags are others since. */
export function episodeStateOf(
  event: Pick<AlertEvent, 'id' | 'newState' | 'episodeNumber'>,
  webhook: Pick<Webhook, 'alertFlags'>,
  receiverState: Pick<ReceiverState, 'escalated' | 'eventId' | 'desired'>,
): EpisodeState {
  if (receiverState.eventId === event.id) return receiverState.desired
  return { state: countedState(event.newState, webhook, receiverState), episodeNumber: event.episodeNumber }
}

/** What a delivery of the event tells; null: the change that it is. `receiverState`: what is remembered of the pair. */
export function sentStates(
  event: Event,
  webhook: Webhook,
  receiverState: Pick<ReceiverState, 'lastSent' | 'escalated' | 'eventId' | 'desired'> | undefined,
): SentStates | null {
  if (event.kind !== 'alert' || !usesReceiverState(webhook, receiverState)) return null
  const pair = receiverState ?? newReceiverState({ alertId: event.alertId, webhookId: webhook.id })
  return { episodeState: episodeStateOf(event, webhook, pair), lastSent: pair.lastSent }
}

/**
 * Likewise of one that has ended in a way that says nothing of what it told: by a lease without a record, or claimed while its
 * webhook was told of changes. What was accepted then told the change, whatever the webhook would count it as by now. `before`: what
 * is remembered of the pair. Undefined: it is none that is kept at the present, or has told nothing.
 */
export function unconfirmedEpisodeState(
  event: Event | undefined,
  webhook: Webhook,
  {
    pair,
    before,
    certainty,
    next,
  }: {
    readonly pair: ReceiverStateKey
    readonly before: ReceiverState | undefined
    readonly certainty: Certainty
    readonly next: Ended['next']
  },
): EpisodeState | undefined {
  if (!usesReceiverState(webhook, before)) return undefined
  const receiverState = before ?? newReceiverState(pair)
  if (event?.kind !== 'alert') {
    // One that cannot be read since may have told something all the same. One of which nothing was sent has told nothing, whatever is
    // said here; but what waits behind it is judged by what is known.
    return next === 'pending' || certainty === 'not_notified' ? receiverState.desired : undefined
  }
  return certainty === 'accepted'
    ? { state: event.newState, episodeNumber: event.episodeNumber }
    : episodeStateOf(event, webhook, receiverState)
}

/**
 * The event as its receiver is to read it: the past is what it knows, and not what it was never told. Only of an end that is told
 * because the beginning may have been, it is what that was.
 */
export function eventForReceiver(event: Event, { episodeState, lastSent }: SentStates): Event {
  if (event.kind !== 'alert') return event
  const isClearOfUncertain = episodeState.state === 'cleared' && lastSent.state === 'cleared'
  return {
    ...event,
    oldState: isClearOfUncertain ? event.oldState : lastSent.state,
    newState: episodeState.state,
  }
}
