import type { Urgency } from './urgency.ts'
import type { Instant } from '../instant.ts'

/** Of a delivery that was not accepted, what its successor takes over. */
export interface Former {
  readonly attemptsMade: number
  readonly attemptsUncounted: number
  readonly begunAt: Instant | null
  readonly dueAt: Instant | null
  readonly lineUrgency: Urgency
  readonly fallbackAt: Instant | null
}

export interface TakenOver {
  readonly dueAt: Instant
  readonly begunAt: Instant | null
  /** Less than 0: so many attempts of the former one count for it. */
  readonly attemptsUncounted: number
}

/**
 * A successor goes on where the one before it was: its place in the retry schedule, and when it is due unless it is more
 * urgent. Undefined: nobody was before it.
 */
export function takenOver(former: Former | undefined, urgency: Urgency, now: Instant): TakenOver {
  if (!former) return { dueAt: now, begunAt: null, attemptsUncounted: 0 }
  const { attemptsMade, attemptsUncounted, begunAt, dueAt, lineUrgency } = former
  return {
    dueAt: urgency < lineUrgency ? now : (dueAt ?? now),
    begunAt,
    attemptsUncounted: attemptsUncounted - attemptsMade,
  }
}

/** Of one that waited behind it, and may have been tried itself before: what it was in the schedule counts for nobody else. */
export function takenOverBy(
  former: Former | undefined,
  successor: Pick<Former, 'attemptsMade' | 'attemptsUncounted' | 'begunAt'> & { readonly urgency: Urgency },
  now: Instant,
): TakenOver {
  const taken = takenOver(former, successor.urgency, now)
  const { attemptsMade, attemptsUncounted, begunAt } = successor
  if (!former) return { ...taken, attemptsUncounted, begunAt }
  return { ...taken, attemptsUncounted: taken.attemptsUncounted + attemptsMade }
}
