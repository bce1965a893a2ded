import type { DeliveryId, EventId } from '../ids.ts'
import type { Instant } from '../instant.ts'
import { REPLACED_BY_NEWER, type NOTHING_LEFT } from '../receiver-state/after-change.ts'
import type { ReceiverState, ReceiverStateKey } from '../receiver-state/receiver-state.ts'
import type { Webhook } from '../webhook/webhook.ts'
import { notifyAttempt, type NotifiedAttempt } from './notify.ts'
import { passedOn, takenOver, type Former, type TakenOver, type TriedAgain } from '../delivery/successor.ts'
import type { Urgency } from '../delivery/urgency.ts'

export interface WaitingDelivery {
  readonly id: DeliveryId
  readonly eventId: EventId
  readonly urgency: Urgency
  /** Its own step in the retry schedule, if it was tried before. */
  readonly own: Former
}

export interface EndedAttempt extends Omit<NotifiedAttempt, 'newestBehind'> {
  readonly former: Former
  readonly again: TriedAgain
  /** Newest first; several if another mode left them. */
  readonly waiting: readonly WaitingDelivery[]
}

/** Rows that an engine writes after an attempt, besides the attempt. */
export interface AttemptPlan {
  readonly pair: ReceiverStateKey
  readonly before: ReceiverState | undefined
  /** Null: it is removed. */
  readonly after: ReceiverState | null
  /** The reason for superseding the sent delivery instead of retrying it. */
  readonly superseded: string | null
  readonly ending: readonly { readonly id: DeliveryId; readonly reason: string }[]
  readonly promoted: (TakenOver & { readonly id: DeliveryId; readonly urgency: Urgency }) | null
}

/** Plans what follows an attempt; undefined: no receiver state decides about the webhook any more. */
export function planAttempt(webhook: Webhook | undefined, attempt: EndedAttempt): AttemptPlan | undefined {
  const { former, again, waiting, ...sent } = attempt
  const [newest, ...older] = waiting
  const effects = notifyAttempt(webhook, { ...sent, newestBehind: newest?.eventId })
  if (!effects) return undefined
  const { receiverState: after, superseded, behind } = effects
  const { pair, before, now } = attempt
  const { isReminder = false } = attempt.sentNotification
  const unsent = { pair, before, after, superseded }
  if (behind !== 'promoted' || !newest)
    return { ...unsent, ending: endingOf(waiting, behind), promoted: null }
  return {
    ...unsent,
    ending: endingOf(older, REPLACED_BY_NEWER),
    promoted: promote(newest, isReminder ? undefined : passedOn(former, { superseded, ...again }, now), now),
  }
}

function endingOf(
  waiting: readonly WaitingDelivery[],
  behind: 'promoted' | typeof NOTHING_LEFT | typeof REPLACED_BY_NEWER | null,
): AttemptPlan['ending'] {
  const reason = behind === 'promoted' || behind === null ? REPLACED_BY_NEWER : behind
  return waiting.map(({ id }) => ({ id, reason }))
}

function promote(
  { id, urgency, own }: WaitingDelivery,
  former: Former | undefined,
  now: Instant,
): AttemptPlan['promoted'] {
  return { id, urgency, ...takenOver(former, { ...own, urgency }, now) }
}
