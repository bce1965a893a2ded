import { type ClockJump, isOutOfReach, momentAgo, NO_CLOCK_JUMP } from '../clock-steps.ts'
import { ASKED_DELAY_MS_MAX, type RetryPolicy, scheduleLengthMs } from '../delivery/retry-policy.ts'
import type { DeliveryId } from '../ids.ts'
import { formatInstant, type Instant } from '../instant.ts'
import { endedHere, type HealthSignal, type Outcome, type RequestResult } from '../receiver/outcome.ts'
import type { Webhook } from '../webhook/webhook.ts'

/**
 * The circuit breaker of a webhook: how its receiver has behaved lately, and what may be sent to it therefore. One
 * that fails several times in a row is paused, then probed with a single attempt at a time, at an interval that
 * grows while one delivery after the other fails, until one is accepted; one that asks for time gets it. What it
 * rejects counts for nothing here: that concerns one notification. Kept for all nodes together.
 */
export interface Breaker {
  /** Failed attempts since the last accepted one. */
  readonly failures: number
  /** Since when it has been failing; null: it is not. */
  readonly failingSince: Instant | null
  /** The delivery whose attempt failed last; null: it is not failing. The next probe is another one. */
  readonly failedId: DeliveryId | null
  /** The length of the last pause that failures made; the next is twice as long, if another delivery makes it. */
  readonly pauseMs: number
  /** Its failures forbid anything before; null or past: they do not. */
  readonly pausedUntil: Instant | null
  /** The receiver asked for nothing before this time; null or past: it does not. Only time ends it. */
  readonly askedUntil: Instant | null
  /** The reason in the words of the attempt that made the pause, of either kind. */
  readonly pauseReason: string | null
  /** Moment of the first rejection since the receiver accepted something last; null: it rejected nothing. */
  readonly rejectedAt: Instant | null
  /** Count of attempts that the receiver rejected since it accepted something last. */
  readonly rejections: number
  /** Reason of the last of these rejections; null: it rejected nothing. */
  readonly rejectReason: string | null
  /**
   * When it first accepted something after it had rejected something: what was first tried before, and is rejected, is
   * itself to blame. Not kept up without need: while nothing is rejected nothing is written here.
   */
  readonly acceptedAt: Instant | null
  /** Moment of the first acceptance, written once; null: the receiver never accepted anything. */
  readonly firstAcceptedAt: Instant | null
  /** Moment of the last rejection since it accepted something last; null: none, or an earlier release noted it. */
  readonly lastRejectedAt: Instant | null
}

/** Nothing holds anything back, and nothing was ever sent. */
export const CLOSED: Breaker = {
  failures: 0,
  failingSince: null,
  failedId: null,
  pauseMs: 0,
  pausedUntil: null,
  askedUntil: null,
  pauseReason: null,
  rejectedAt: null,
  rejections: 0,
  rejectReason: null,
  acceptedAt: null,
  firstAcceptedAt: null,
  lastRejectedAt: null,
}

/** The number of failures in a row that make a pause: fewer happen at any restart of a receiver. */
export const FAILURES_BEFORE_PAUSE = 5
/** The first pause, as long as the first retry waits anyway. */
export const PAUSE_MS_FIRST = 5_000
/**
 * The longest pause between two probes of a receiver that fails, in milliseconds: so soon it is noticed that it is well
 * again.
 */
export const PAUSE_MS_MAX = 60_000

export function signalOf(result: RequestResult, outcome: Outcome): HealthSignal {
  if (outcome.kind === 'accept') return { kind: 'healthy' }
  if (endedHere(result)) return { kind: 'unknown' }
  if (outcome.kind === 'retry' && outcome.askedMs > 0) return { kind: 'throttling', askedMs: outcome.askedMs }
  return outcome.kind === 'retry' && outcome.failure === 'rejected'
    ? { kind: 'rejecting' }
    : { kind: 'failing' }
}

/** The facts about the attempt that gives a signal. */
export interface SignalGiven {
  readonly now: Instant
  readonly reason: string
  readonly deliveryId: DeliveryId
}

/** Returns the breaker after a health signal. The very same object if nothing changes. */
export function afterSignal(
  breaker: Breaker,
  signal: HealthSignal,
  { now, reason, deliveryId }: SignalGiven,
): Breaker {
  if (signal.kind === 'unknown') return breaker
  if (signal.kind === 'healthy') return afterAccepted(breaker, now)
  if (signal.kind === 'rejecting') {
    const { rejectedAt, rejections } = breaker
    const rejected = { rejectedAt: rejectedAt ?? now, lastRejectedAt: now, rejections: rejections + 1 }
    return { ...breaker, ...rejected, rejectReason: reason }
  }
  if (signal.kind === 'throttling') {
    const until = now + Math.min(signal.askedMs, ASKED_DELAY_MS_MAX)
    if (until <= (askedEndOf(breaker, now) ?? 0)) return breaker
    return { ...breaker, askedUntil: until, pauseReason: reason }
  }
  // Attempts that were under way when the pause began say nothing new.
  if (isPaused(breaker, now)) return breaker
  const failures = breaker.failures + 1
  const failing = {
    ...breaker,
    failures,
    failingSince: breaker.failingSince ?? now,
    failedId: deliveryId,
    pauseReason: reason,
  }
  if (failures < FAILURES_BEFORE_PAUSE) return failing
  // One delivery that fails again and again says nothing new.
  const factor = deliveryId === breaker.failedId ? 1 : 2
  const pauseMs = Math.min(Math.max(breaker.pauseMs * factor, PAUSE_MS_FIRST), PAUSE_MS_MAX)
  return { ...failing, pauseMs, pausedUntil: now + pauseMs }
}

/**
 * Returns the breaker after an accepted attempt, which may have been under way already when the receiver asked another
 * one to wait.
 */
function afterAccepted(breaker: Breaker, now: Instant): Breaker {
  const { rejectedAt, askedUntil, pauseReason, firstAcceptedAt } = breaker
  const isCalm = breaker.failures === 0 && breaker.pausedUntil === null && rejectedAt === null
  if (isCalm && firstAcceptedAt !== null) return breaker
  return {
    ...CLOSED,
    ...(askedUntil !== null && { askedUntil, pauseReason }),
    acceptedAt: rejectedAt === null ? breaker.acceptedAt : now,
    firstAcceptedAt: firstAcceptedAt ?? now,
  }
}

/** True while no attempt has ended. An attempt that was cancelled does not count. */
export function isNeverCalled(breaker: Breaker): boolean {
  const { failures, rejections, askedUntil, firstAcceptedAt } = breaker
  return failures === 0 && rejections === 0 && askedUntil === null && firstAcceptedAt === null
}

/** When something may be sent again; null or past: now. A pause that reaches further than it can counts for nothing. */
export function pauseEndOf(breaker: Breaker, now: Instant): Instant | null {
  const { pausedUntil, pauseMs } = breaker
  const pauseEnd = reachable(pausedUntil, now, Math.max(pauseMs, PAUSE_MS_FIRST))
  const askedEnd = askedEndOf(breaker, now)
  if (pauseEnd === null || askedEnd === null) return pauseEnd ?? askedEnd
  return Math.max(pauseEnd, askedEnd)
}

/** Until when it asked for time; null or past: it does not. */
export function askedEndOf({ askedUntil }: Breaker, now: Instant): Instant | null {
  return reachable(askedUntil, now, ASKED_DELAY_MS_MAX)
}

function reachable(until: Instant | null, now: Instant, aheadMsMax: number): Instant | null {
  return until !== null && isOutOfReach(until, now, aheadMsMax) ? null : until
}

export function isPaused(breaker: Breaker, now: Instant): boolean {
  return (pauseEndOf(breaker, now) ?? 0) > now
}

/** Tells whether the receiver failed so often that it gets only probes, one at a time. */
export function isProbed({ failures }: Breaker): boolean {
  return failures >= FAILURES_BEFORE_PAUSE
}

/** Since when no probe has been made, for comparing; of one that may be probed at once because somebody asks: ever. */
export function probedAtOf({ pausedUntil, pauseMs }: Breaker): Instant {
  return pausedUntil === null ? 0 : pausedUntil - pauseMs
}

/** Tells whether its deliveries are held but for a probe now and then, also while one is under way. */
export function standsStill(breaker: Breaker, now: Instant): boolean {
  return isPaused(breaker, now) || isProbed(breaker)
}

/** Returns how many attempts may be under way at once, by the behaviour of the receiver. */
export function attemptsAllowed(breaker: Breaker, now: Instant): number {
  if (isPaused(breaker, now)) return 0
  return isProbed(breaker) ? 1 : Number.POSITIVE_INFINITY
}

/**
 * Somebody asks for another try, or has changed something: the next probe need not wait. What the receiver asked for
 * stays.
 */
export function withoutPause(breaker: Breaker): Breaker {
  return isProbed(breaker) && breaker.pausedUntil !== null ? { ...breaker, pausedUntil: null } : breaker
}

/** Somebody wants the receiver called now, whatever it asked for. */
export function resumed(breaker: Breaker): Breaker {
  const unpaused = withoutPause(breaker)
  return unpaused.askedUntil === null ? unpaused : { ...unpaused, askedUntil: null }
}

/** However short its schedule is, a delivery has been due for so long before it is given up; in milliseconds. */
export const OVERDUE_MS_MIN = 3600_000

export interface Overdue {
  /** Deliveries that have been due since before are given up. */
  readonly dueBefore: Instant
  readonly reason: string
}

/**
 * Finds the deliveries of a webhook that are given up: those that have been due for as long as their whole schedule
 * lasts, while their receiver fails and is only probed. Undefined: none.
 */
export function findOverdue(
  { retryScheduleMs }: Pick<Webhook, 'retryScheduleMs'>,
  breaker: Breaker,
  { now, scheduleMs, clockJump = NO_CLOCK_JUMP }: RetryPolicy & { now: Instant; clockJump?: ClockJump },
): Overdue | undefined {
  if (!isProbed(breaker)) return undefined
  const lengthMs = scheduleLengthMs({ scheduleMs: retryScheduleMs ?? scheduleMs })
  return {
    dueBefore: momentAgo(Math.max(lengthMs, OVERDUE_MS_MIN), now, clockJump),
    reason: whyOverdue(breaker, now),
  }
}

function whyOverdue({ failingSince, pauseReason }: Breaker, now: Instant): string {
  return `no longer retried: its receiver has been failing since ${formatInstant(failingSince ?? now)} (${pauseReason ?? 'it did not respond'})`
}
