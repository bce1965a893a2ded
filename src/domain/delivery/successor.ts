import type { Urgency } from './urgency.ts'
import type { Instant } from '../instant.ts'

/** The part of an unaccepted delivery that its successor takes over. */
export interface Former {
  readonly attemptsMade: number
  readonly attemptsUncounted: number
  readonly begunAt: Instant | null
  readonly dueAt: Instant | null
  readonly queueUrgency: Urgency
  readonly fallbackAt: Instant | null
  /** The receiver rejected that one notification, and may accept another. */
  readonly isRejected: boolean
}

/** The properties of a successor by itself. */
export interface Own extends Pick<Former, 'attemptsMade' | 'attemptsUncounted' | 'begunAt' | 'fallbackAt'> {
  readonly urgency: Urgency
}

export interface TakenOver {
  readonly dueAt: Instant
  readonly begunAt: Instant | null
  /** Less than 0: so many attempts of the former one count for it. */
  readonly attemptsUncounted: number
  readonly fallbackAt: Instant | null
}

/**
 * A successor goes on where the one before it was: its step in the retry schedule, when it is due unless it is more
 * urgent or that one was rejected, and when the fallback is notified. It may have been tried itself before: what it was
 * in the schedule counts for nobody else. `former` undefined: nobody was before it.
 */
export function takenOver(former: Former | undefined, own: Own, now: Instant): TakenOver {
  const { attemptsMade, attemptsUncounted, begunAt, fallbackAt, urgency } = own
  if (!former) return { dueAt: now, begunAt, attemptsUncounted, fallbackAt }
  return {
    dueAt: former.isRejected || urgency < former.queueUrgency ? now : (former.dueAt ?? now),
    begunAt: former.begunAt,
    attemptsUncounted: former.attemptsUncounted - former.attemptsMade + attemptsMade,
    fallbackAt: former.fallbackAt,
  }
}

/** Returns the successor that is made now, of which nothing was ever sent. */
export function newSuccessor(
  former: Former | undefined,
  own: Pick<Own, 'urgency' | 'fallbackAt'>,
  now: Instant,
): TakenOver {
  return takenOver(former, { ...own, attemptsMade: 0, attemptsUncounted: 0, begunAt: null }, now)
}

/** The way in which a sent delivery would have been retried. */
export interface TriedAgain {
  /** Null: it would not have been. */
  readonly dueAt: Instant | null
  /** Its retry schedule is used up. */
  readonly isScheduleOver: boolean
  readonly isRejected: boolean
}

/** Returns how a delivery goes on that is due again, without a record of an attempt. */
export function againAt(dueAt: Instant): TriedAgain {
  return { dueAt, isScheduleOver: false, isRejected: false }
}

/**
 * When the fallback is notified, after an attempt that did not arrive: at once where the retry schedule is used up, for
 * then its webhook counts as failing, whatever time is left. Null: it is not notified, or was already.
 */
export function fallbackAtAfter(
  before: Instant | null,
  { isScheduleOver, now }: { readonly isScheduleOver: boolean; readonly now: Instant },
): Instant | null {
  return before !== null && isScheduleOver ? Math.min(before, now) : before
}

/**
 * Returns what a sent delivery passes on to the one that waits for it: only a delivery that is superseded by it passes
 * anything on.
 */
export function passedOn(
  sent: Former,
  { superseded, dueAt, isScheduleOver, isRejected }: TriedAgain & { readonly superseded: string | null },
  now: Instant,
): Former | undefined {
  if (superseded === null) return undefined
  const fallbackAt = fallbackAtAfter(sent.fallbackAt, { isScheduleOver, now })
  return { ...sent, dueAt: dueAt ?? now, fallbackAt, isRejected }
}
