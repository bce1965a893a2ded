import type { AlertEvent, Event } from '../alert/event.ts'
import type { Webhook } from '../webhook/webhook.ts'
import type { Certainty, Ended } from './after-attempt.ts'
import { countedState, isFollowing, newTold, type Telling, type Told, type ToldPair } from './told.ts'

/** What a delivery tells of its alert, and what its receiver knew before. */
export interface AsTold {
  readonly telling: Telling
  readonly known: Telling
}

/** What was to be told when its delivery was made is told also if the flags are others since. */
export function tellingOf(
  event: Pick<AlertEvent, 'id' | 'newState' | 'raise'>,
  webhook: Pick<Webhook, 'alertFlags'>,
  told: Pick<Told, 'follows' | 'eventId' | 'present'>,
): Telling {
  if (told.eventId === event.id) return told.present
  return { state: countedState(event.newState, webhook, told), raise: event.raise }
}

/** What a delivery of the event tells; null: the change that it is. `told`: what is remembered of the pair. */
export function asTold(
  event: Event,
  webhook: Webhook,
  told: Pick<Told, 'known' | 'follows' | 'eventId' | 'present'> | undefined,
): AsTold | null {
  if (event.kind !== 'alert' || !isFollowing(webhook, told)) return null
  const pair = told ?? newTold({ alertId: event.alertId, webhookId: webhook.id })
  return { telling: tellingOf(event, webhook, pair), known: pair.known }
}

/**
 * Likewise of one that has ended in a way that says nothing of what it told: by a lease without a record, or claimed while its
 * webhook was told of changes. What was accepted then told the change, whatever the webhook would count it as by now. `before`: what
 * is remembered of the pair. Undefined: it is none that is kept at the present, or has told nothing.
 */
export function unattestedTelling(
  event: Event | undefined,
  webhook: Webhook,
  {
    pair,
    before,
    certainty,
    next,
  }: {
    readonly pair: ToldPair
    readonly before: Told | undefined
    readonly certainty: Certainty
    readonly next: Ended['next']
  },
): Telling | undefined {
  if (!isFollowing(webhook, before)) return undefined
  const told = before ?? newTold(pair)
  if (event?.kind !== 'alert') {
    // One that cannot be read since may have told something all the same. One of which nothing was sent has told nothing, whatever is
    // said here; but what waits behind it is judged by what is known.
    return next === 'pending' || certainty === 'not_told' ? told.present : undefined
  }
  return certainty === 'accepted'
    ? { state: event.newState, raise: event.raise }
    : tellingOf(event, webhook, told)
}

/**
 * The event as its receiver is to read it: the past is what it knows, and not what it was never told. Only of an end that is told
 * because the beginning may have been, it is what that was.
 */
export function eventAsTold(event: Event, { telling, known }: AsTold): Event {
  if (event.kind !== 'alert') return event
  const isEndOfMaybe = telling.state === 'cleared' && known.state === 'cleared'
  return { ...event, oldState: isEndOfMaybe ? event.oldState : known.state, newState: telling.state }
}
