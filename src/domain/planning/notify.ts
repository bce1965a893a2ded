import type { AlertEvent } from '../alert/event.ts'
import type { EventId, SilenceId } from '../ids.ts'
import type { Instant } from '../instant.ts'
import type { SentNotification, Ended, AttemptEffects } from '../receiver-state/after-attempt.ts'
import { afterSending, afterSentAttempt } from '../receiver-state/after-attempt.ts'
import { afterChange, type Changed } from '../receiver-state/after-change.ts'
import { dueAfterAccepted, hasActiveState } from '../receiver-state/reminder.ts'
import { changeForReceiver, type SentStates } from '../receiver-state/sent-states.ts'
import {
  countedState,
  usesReceiverState,
  isOnlyRestated,
  newReceiverState,
  notifiesMissed,
  wantsClears,
  type ReceiverState,
  type ReceiverStateKey,
} from '../receiver-state/receiver-state.ts'
import type { Webhook } from '../webhook/webhook.ts'
import { urgencyOf, type Urgency } from '../delivery/urgency.ts'

/** The effects of a change on one webhook with a receiver state, and its new delivery. */
export interface ReceiverStateChange extends Changed {
  readonly urgency: Urgency
  /** The fallback's time counts from here; null: only an acknowledgement is missing. */
  readonly outOfSyncSince: Instant | null
  /** False: an unsent delivery is only a reminder, which passes nothing on. */
  readonly takesOver: boolean
}

/** Decides what a change of an alert does to one webhook. `before`: the receiver state so far. */
export function notifyChange(
  event: AlertEvent,
  webhook: Webhook,
  {
    before,
    isMatched,
    isSending,
    coveredBy,
  }: {
    readonly before: ReceiverState | undefined
    /** The webhook counts the new state as active. */
    readonly isMatched: boolean
    readonly isSending: boolean
    readonly coveredBy: SilenceId | null
  },
): ReceiverStateChange {
  const receiverState = before ?? newReceiverState({ alertId: event.alertId, webhookId: webhook.id })
  const desired = {
    state: countedState(event.newState, isMatched, receiverState),
    episodeNumber: event.episodeNumber,
  }
  const now = event.acceptedAt
  const changed = afterChange(
    { receiverState, desired, eventId: event.id, restate: mustRestate(event, receiverState), now },
    {
      isSending,
      isEnabled: webhook.enabled,
      coveredBy,
      wantsClear: wantsClears(webhook, receiverState),
      notifiesMissed: notifiesMissed(webhook),
    },
  )
  const lastSent = changed.receiverState?.lastSent ?? receiverState.lastSent
  const urgency = urgencyForReceiver(event, { episodeState: desired, lastSent })
  const after = changed.receiverState
  const outOfSyncSince = after && isOnlyRestated(after) ? null : (after?.outOfSyncSince ?? now)
  const takesOver = !(before && before.reminders > 0 && hasActiveState(before))
  return { ...changed, urgency, outOfSyncSince, takesOver }
}

function mustRestate({ trigger, acknowledgement }: AlertEvent, { restate }: ReceiverState): boolean {
  return trigger === 'acknowledgement' || (restate && acknowledgement !== undefined)
}

export interface NotifiedAttempt extends Pick<Ended, 'next' | 'now'> {
  readonly pair: ReceiverStateKey
  readonly before: ReceiverState | undefined
  readonly eventId: EventId
  readonly sentNotification: SentNotification
  readonly newestBehind: EventId | undefined
}

/** Decides what follows an attempt; undefined: no receiver state decides about the webhook any more. */
export function notifyAttempt(
  webhook: Webhook | undefined,
  attempt: NotifiedAttempt,
): AttemptEffects | undefined {
  const { pair, before, eventId, sentNotification, next, newestBehind, now } = attempt
  if (!webhook || !usesReceiverState(webhook, before)) return undefined
  const { episodeState, certainty, isReminder = false } = sentNotification
  const receiverState = before ?? {
    ...newReceiverState(pair),
    ...(isReminder && { lastSent: episodeState }),
    desired: episodeState,
    eventId,
  }
  const effects = afterSentAttempt({
    receiverState: afterSending(receiverState, sentNotification, eventId),
    episodeState,
    isReminder,
    next,
    behind: newestBehind === undefined ? null : newestBehind >= receiverState.eventId ? 'newest' : 'older',
    wantsClear: wantsClears(webhook, receiverState),
    notifiesMissed: notifiesMissed(webhook),
    now,
  })
  const after = effects.receiverState
  return certainty === 'accepted' && after && hasActiveState(after)
    ? { ...effects, receiverState: { ...after, nextDue: dueAfterAccepted(receiverState, webhook, now) } }
    : effects
}

/** Returns the urgency for the receiver: that of a clear follows what it was last sent. */
export function urgencyForReceiver(event: Omit<AlertEvent, 'id'>, sentStates: SentStates): Urgency {
  return urgencyOf({ ...event, ...changeForReceiver(event, sentStates) })
}
