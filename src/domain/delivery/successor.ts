import type { Urgency } from './urgency.ts'
import type { Instant } from '../instant.ts'

export interface Former {
  readonly attemptsMade: number
  readonly attemptsUncounted: number
  readonly begunAt: Instant | null
  readonly dueAt: Instant | null
  readonly queueUrgency: Urgency
  readonly fallbackAt: Instant | null
  /** The receiver rejected that notification, and may accept another. */
  readonly isRejected: boolean
}

export interface Own extends Pick<Former, 'attemptsMade' | 'attemptsUncounted' | 'begunAt' | 'fallbackAt'> {
  readonly urgency: Urgency
}

export interface TakenOver {
  readonly dueAt: Instant
  readonly begunAt: Instant | null
  /** Negative: so many attempts of the former delivery count for it. */
  readonly attemptsUncounted: number
  readonly fallbackAt: Instant | null
}

/**
 * Continues where the former delivery was: its step in the retry schedule, its due time (unless it was rejected or is
 * less urgent), and the time of the fallback. Earlier attempts of the successor do not count.
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

export interface TriedAgain {
  /** Null: not at all. */
  readonly dueAt: Instant | null
  readonly isScheduleOver: boolean
  readonly isRejected: boolean
}

/** Returns how a delivery continues that is due again without a recorded attempt. */
export function againAt(dueAt: Instant): TriedAgain {
  return { dueAt, isScheduleOver: false, isRejected: false }
}

/**
 * Returns when the fallback is notified after a failed attempt: at once when the retry schedule is used up, as the
 * webhook then counts as failing. Null: never, or already done.
 */
export function fallbackAtAfter(
  before: Instant | null,
  { isScheduleOver, now }: { readonly isScheduleOver: boolean; readonly now: Instant },
): Instant | null {
  return before !== null && isScheduleOver ? Math.min(before, now) : before
}

/** Returns what a superseded delivery passes on to the one that waits for it; any other passes nothing on. */
export function passedOn(
  sent: Former,
  { superseded, dueAt, isScheduleOver, isRejected }: TriedAgain & { readonly superseded: string | null },
  now: Instant,
): Former | undefined {
  if (superseded === null) return undefined
  const fallbackAt = fallbackAtAfter(sent.fallbackAt, { isScheduleOver, now })
  return { ...sent, dueAt: dueAt ?? now, fallbackAt, isRejected }
}
