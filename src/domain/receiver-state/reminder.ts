import { acknowledgementAt } from '../alert/acknowledgement.ts'
import type { Acknowledgement, Alert } from '../alert/alert.ts'
import { alertEventOf, isReminder, type NewEvent } from '../alert/event.ts'
import { isOwn } from '../alert/own-alert.ts'
import type { SilenceId } from '../ids.ts'
import type { Instant } from '../instant.ts'
import { REMIND_MS_MIN } from '../webhook/webhook-limits.ts'
import type { Webhook } from '../webhook/webhook.ts'
import { countedState, isSame, mustNotify, type ReceiverState, usesCurrentState } from './receiver-state.ts'

type Reminding = Pick<Webhook, 'mode' | 'payloadType' | 'remindMs'>

/** Returns the distances between reminders; null: the webhook sends none. */
export function remindersOf(webhook: Reminding | undefined): readonly number[] | null {
  return webhook && usesCurrentState(webhook) && webhook.remindMs?.length ? webhook.remindMs : null
}

/** Returns when the next reminder is due, by the number of those before it; null: never. */
export function reminderTimes(webhook: Reminding | undefined, now: Instant): readonly Instant[] | null {
  return remindersOf(webhook)?.map((distanceMs) => now + distanceMs) ?? null
}

/** Tells whether the receiver certainly has the active state. */
export function hasActiveState(receiverState: ReceiverState): boolean {
  return receiverState.desired.state !== 'cleared' && !mustNotify(receiverState, true)
}

/** Returns how far ahead a reminder can be due; 0 if the webhook sends none. */
export function remindAheadMsMax(webhook: Reminding): number {
  return Math.max(0, ...(remindersOf(webhook) ?? []))
}

/** Returns when the next reminder is due after so many, the last distance repeating; undefined: never. */
export function nextReminderAt(
  webhook: Reminding | undefined,
  reminders: number,
  now: Instant,
): Instant | undefined {
  const times = reminderTimes(webhook, now)
  return times?.[reminders] ?? times?.at(-1)
}

/**
 * Returns the timer of a pair whose receiver accepted the active state. After an acknowledgement it is due at
 * the end of the term, which its own notification leaves as it is.
 */
export function dueAfterAccepted(
  before: Pick<ReceiverState, 'nextDue' | 'reminders' | 'restate'>,
  webhook: Reminding,
  now: Instant,
): Instant | null {
  if (before.restate && before.nextDue !== null) return before.nextDue
  return nextReminderAt(webhook, before.reminders, now) ?? before.nextDue
}

/** The reason why no reminder was created at its time. */
export type Skipped =
  | 'not_wanted'
  | 'over'
  | 'acknowledged'
  | 'disabled'
  | 'silenced'
  | 'no_longer_for_receiver'
  | 'unfinished'

interface DuePair {
  readonly receiverState: ReceiverState
  /** Undefined: deleted. */
  readonly webhook: (Reminding & Pick<Webhook, 'alertFlags' | 'enabled'>) | undefined
  readonly meetsMatch: boolean
  readonly coveredBy: SilenceId | null
  /** Undefined: no longer stored. */
  readonly alert: Pick<Alert, 'state' | 'episodeNumber' | 'acknowledgement' | 'source' | 'key'> | undefined
  /** The first delivery of the alert queue; undefined: it is empty. */
  readonly head: 'pending' | 'sending' | undefined
  readonly now: Instant
}

export interface RemindedPair {
  readonly receiverState: ReceiverState
  /** Null: a reminder is created. */
  readonly skipped: Skipped | null
  /** The unfinished delivery is an earlier reminder that was not sent. */
  readonly supersedes: boolean
}

/**
 * Decides what happens to a pair whose timer is due: a reminder, or another time. What is skipped is not made up
 * for.
 */
export function remindPair(pair: DuePair): RemindedPair {
  const { receiverState, webhook, alert, head, now } = pair
  const skipped = whySkipped(pair)
  const supersedes = head === 'pending' && hasActiveState(receiverState)
  const reminders = receiverState.reminders + (skipped === null ? 1 : 0)
  const acknowledged = alert && acknowledgementAt(alert, now)
  const nextDue =
    skipped === 'not_wanted' || skipped === 'over'
      ? null
      : acknowledged && skipped === 'acknowledged'
        ? endOfTerm(acknowledged, head, now)
        : (nextReminderAt(webhook, reminders, now) ?? null)
  return { receiverState: { ...receiverState, reminders, nextDue }, skipped, supersedes }
}

/** Returns a time soon if a reminder is being sent, so that it is superseded instead of retried. */
function endOfTerm({ until }: Acknowledgement, head: DuePair['head'], now: Instant): Instant {
  return head === 'sending' ? Math.min(until, now + REMIND_MS_MIN) : until
}

function whySkipped({
  receiverState,
  webhook,
  meetsMatch,
  coveredBy,
  alert,
  head,
  now,
}: DuePair): Skipped | null {
  if (!webhook || remindersOf(webhook) === null) return 'not_wanted'
  const { desired, lastSent } = receiverState
  if (!alert || alert.state === 'cleared' || desired.state === 'cleared' || isOwn(alert)) return 'over'
  if (acknowledgementAt(alert, now) !== undefined) return 'acknowledged'
  if (!webhook.enabled) return 'disabled'
  if (coveredBy !== null) return 'silenced'
  const isMatched = meetsMatch && webhook.alertFlags[alert.state]
  const current = {
    state: countedState(alert.state, isMatched, receiverState),
    episodeNumber: alert.episodeNumber,
  }
  if (current.state === 'cleared') return 'no_longer_for_receiver'
  const isInSync = hasActiveState(receiverState) && isSame(current, lastSent)
  return isInSync && head !== 'sending' ? null : 'unfinished'
}

/** Returns the event of a reminder. `staleAfterMs`: unreported for so long, an alert without an end is stale. */
export function reminderEvent(
  alert: Alert,
  { now, staleAfterMs }: { readonly now: Instant; readonly staleAfterMs: number },
): Extract<NewEvent, { kind: 'alert' }> {
  const event = alertEventOf({ before: alert, after: alert, oldState: alert.state }, now)
  const isStale = alert.expiresAt === null && now - alert.observedAt >= staleAfterMs
  return { ...event, at: now, trigger: 'reminder', ...(isStale && { unconfirmedSince: alert.observedAt }) }
}

/**
 * Says why a reminder is not sent any more: its webhook was enabled or changed since, and an enabled one sends only
 * what differs. Undefined: it is sent. Before that time by the clock, nothing is known.
 */
export function whyReminderOver(
  { event, webhook }: { readonly event: NewEvent; readonly webhook: Pick<Webhook, 'routedSince'> },
  now: Instant,
): string | undefined {
  const isOver = isReminder(event) && event.acceptedAt < webhook.routedSince && webhook.routedSince <= now
  return isOver ? 'not sent: a reminder from before its webhook was enabled or changed' : undefined
}
