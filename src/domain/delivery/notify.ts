import type { AlertEvent, Event } from '../alert/event.ts'
import type { EventId } from '../ids.ts'
import type { Instant } from '../instant.ts'
import {
  afterSending,
  afterSentAttempt,
  type SentNotification,
  type Ended,
  type AttemptEffects,
} from '../receiver-state/after-attempt.ts'
import { afterChange, type Changed } from '../receiver-state/after-change.ts'
import { eventForReceiver, episodeStateOf, type SentStates } from '../receiver-state/sent-states.ts'
import {
  usesReceiverState,
  newReceiverState,
  notifiesMissed,
  wantsClears,
  type ReceiverState,
  type ReceiverStateKey,
} from '../receiver-state/receiver-state.ts'
import type { Webhook } from '../webhook/webhook.ts'
import { urgencyOf, type Urgency } from './urgency.ts'

/** What a change does to one webhook that follows its alert, and what the delivery is like that is made of it. */
export interface ReceiverStateChange extends Changed {
  readonly urgency: Urgency
  /** From then on the time counts after which the fallback is told. */
  readonly outOfSyncSince: Instant
}

/** `before`: what is remembered of the pair; undefined: nothing. `isSending`: a delivery of theirs is on its way at this moment. */
export function notifyChange(
  event: AlertEvent,
  webhook: Webhook,
  { before, isSending }: { readonly before: ReceiverState | undefined; readonly isSending: boolean },
): ReceiverStateChange {
  const receiverState = before ?? newReceiverState({ alertId: event.alertId, webhookId: webhook.id })
  const desired = episodeStateOf(event, webhook, receiverState)
  const now = event.acceptedAt
  const changed = afterChange(
    { receiverState, desired, eventId: event.id, now },
    {
      isSending,
      isEnabled: webhook.enabled,
      wantsClear: wantsClears(webhook, receiverState),
      notifiesMissed: notifiesMissed(webhook),
    },
  )
  const lastSent = changed.receiverState?.lastSent ?? receiverState.lastSent
  const urgency = urgencyForReceiver(event, { episodeState: desired, lastSent })
  return { ...changed, urgency, outOfSyncSince: changed.receiverState?.outOfSyncSince ?? now }
}

/** One that has been sent, and what came of it. */
export interface NotifiedAttempt extends Pick<Ended, 'next' | 'now'> {
  readonly pair: ReceiverStateKey
  /** Undefined: nothing is remembered of the pair. */
  readonly before: ReceiverState | undefined
  /** Of which it told. */
  readonly eventId: EventId
  readonly sentNotification: SentNotification
  /** The event of the newest that waits behind it; undefined: none does. */
  readonly newestBehind: EventId | undefined
}

/** What leaves after an attempt. Undefined: its webhook is not kept at the present any more, or is gone; it goes the way of all others. */
export function notifyAttempt(
  webhook: Webhook | undefined,
  attempt: NotifiedAttempt,
): AttemptEffects | undefined {
  const { pair, before, eventId, sentNotification, next, newestBehind, now } = attempt
  if (!webhook || !usesReceiverState(webhook, before)) return undefined
  const receiverState = before ?? {
    ...newReceiverState(pair),
    desired: sentNotification.episodeState,
    eventId,
  }
  return afterSentAttempt({
    receiverState: afterSending(receiverState, sentNotification),
    episodeState: sentNotification.episodeState,
    next,
    behind: newestBehind === undefined ? null : newestBehind >= receiverState.eventId ? 'newest' : 'older',
    wantsClear: wantsClears(webhook, receiverState),
    notifiesMissed: notifiesMissed(webhook),
    now,
  })
}

/** As urgent as what its receiver hears: of an end, by what it knows, and not by what the alert was. */
export function urgencyForReceiver(event: Event, sentStates: SentStates): Urgency {
  return urgencyOf(eventForReceiver(event, sentStates))
}
