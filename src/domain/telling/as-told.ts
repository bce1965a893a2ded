import type { AlertEvent, Event } from '../alert/event.ts'
import type { Webhook } from '../webhook/webhook.ts'
import { countedState, isFollowing, newTold, type Telling, type Told } from './told.ts'

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
 * Likewise of one that has ended without word of what it told. What was accepted then was claimed while its webhook was told of
 * changes: it told the change, whatever the webhook would count it as by now.
 */
export function unattestedTelling(
  event: Pick<AlertEvent, 'id' | 'newState' | 'raise'>,
  webhook: Pick<Webhook, 'alertFlags'>,
  {
    told,
    isAccepted,
  }: { readonly told: Pick<Told, 'follows' | 'eventId' | 'present'>; readonly isAccepted: boolean },
): Telling {
  return isAccepted ? { state: event.newState, raise: event.raise } : tellingOf(event, webhook, told)
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
