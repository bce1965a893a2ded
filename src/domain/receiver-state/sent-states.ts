import type { AlertEvent, Event } from '../alert/event.ts'
import { meetsAlone } from '../matching/compile-match.ts'
import type { Webhook } from '../webhook/webhook.ts'
import { continuingState } from './after-change.ts'
import type { Certainty, Ended } from './after-attempt.ts'
import type { EpisodeState, ReceiverState, ReceiverStateKey } from './receiver-state.ts'
import { countedState, usesCurrentState, usesReceiverState, newReceiverState } from './receiver-state.ts'

export interface SentStates {
  readonly episodeState: EpisodeState
  readonly lastSent: EpisodeState
}

/** Ignores changes of flags since the delivery was created; `otherwise` counts as it was then. */
function episodeStateOf(
  event: AlertEvent,
  webhook: Pick<Webhook, 'alertFlags' | 'match'>,
  {
    receiverState,
    charactersMax,
  }: {
    readonly receiverState: Pick<ReceiverState, 'escalated' | 'eventId' | 'desired'>
    readonly charactersMax: number
  },
): EpisodeState {
  if (receiverState.eventId === event.id) return receiverState.desired
  const isMatched = webhook.alertFlags[event.newState] && meetsAlone(webhook.match, event, charactersMax)
  return { state: countedState(event.newState, isMatched, receiverState), episodeNumber: event.episodeNumber }
}

/**
 * Returns what a delivery of the event sends; null: the change itself, in mode `every_change`. `charactersMax`: see
 * `meetsAlone`.
 */
export function sentStates(
  event: Event,
  webhook: Webhook,
  {
    receiverState,
    charactersMax,
  }: {
    readonly receiverState: Pick<ReceiverState, 'lastSent' | 'escalated' | 'eventId' | 'desired'> | undefined
    readonly charactersMax: number
  },
): SentStates | null {
  if (event.kind !== 'alert' || !usesReceiverState(webhook, receiverState)) return null
  const pair = receiverState ?? newReceiverState({ alertId: event.alertId, webhookId: webhook.id })
  return {
    episodeState: episodeStateOf(event, webhook, { receiverState: pair, charactersMax }),
    lastSent: pair.lastSent,
  }
}

/**
 * Returns what a delivery sent that ended without a record, because its lease ran out or it was claimed in mode
 * `every_change`. An accepted one sent the change itself. `before`: the state so far. Undefined: no receiver state
 * applies, or nothing was sent.
 */
export function unconfirmedEpisodeState(
  event: Event | undefined,
  webhook: Webhook,
  {
    pair,
    before,
    certainty,
    next,
    charactersMax,
  }: {
    readonly pair: ReceiverStateKey
    readonly before: ReceiverState | undefined
    readonly certainty: Certainty
    readonly next: Ended['next']
    readonly charactersMax: number
  },
): EpisodeState | undefined {
  if (!usesReceiverState(webhook, before)) return undefined
  const receiverState = before ?? newReceiverState(pair)
  if (event?.kind !== 'alert') {
    // An unreadable delivery may have been sent before. If nothing was sent, the waiting ones follow the state so far.
    return next === 'pending' || certainty === 'not_notified' ? receiverState.desired : undefined
  }
  return certainty === 'accepted'
    ? { state: event.newState, episodeNumber: event.episodeNumber }
    : episodeStateOf(event, webhook, { receiverState, charactersMax })
}

/**
 * Returns the change for the receiver: the old state is what it was last sent. The clear of a possibly sent raise keeps
 * the old state of the event.
 */
export function changeForReceiver(
  { oldState }: Pick<AlertEvent, 'oldState'>,
  { episodeState, lastSent }: SentStates,
): Pick<AlertEvent, 'oldState' | 'newState'> {
  const isClearOfUncertain = episodeState.state === 'cleared' && lastSent.state === 'cleared'
  return { oldState: isClearOfUncertain ? oldState : lastSent.state, newState: episodeState.state }
}

/**
 * Returns the event for the receiver. In mode `current_state`, `continuesAs` says that an alert closed there goes on;
 * in mode `every_change` it reads as cleared.
 */
export function eventForReceiver({
  event,
  webhook,
  sentStates,
}: {
  readonly event: Event
  readonly webhook: Pick<Webhook, 'mode' | 'payloadType'>
  readonly sentStates: SentStates | null
}): Event {
  if (event.kind !== 'alert' || !sentStates) return event
  const continuesAs = usesCurrentState(webhook)
    ? continuingState(event.newState, sentStates.episodeState.state)
    : null
  return { ...event, ...(continuesAs !== null && { continuesAs }), ...changeForReceiver(event, sentStates) }
}
