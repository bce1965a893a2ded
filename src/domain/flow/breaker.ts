import { type ClockJump, isOutOfReach, momentAgo, NO_CLOCK_JUMP } from '../clock-steps.ts'
import { ASKED_DELAY_MS_MAX, type RetryPolicy, scheduleLengthMs } from '../delivery/retry-policy.ts'
import type { DeliveryId, WebhookId } from '../ids.ts'
import { formatInstant, type Instant } from '../instant.ts'
import { endedHere, type HealthSignal, type Outcome, type RequestResult } from '../receiver/outcome.ts'
import type { Webhook } from '../webhook/webhook.ts'

/**
 * The circuit breaker of a webhook, shared by all nodes. After several failures in a row the receiver is
 * paused, then probed with one attempt at a time until one is accepted; pauses grow. A receiver that asks
 * for time gets it. Rejections never pause: they concern one notification.
 */
export interface Breaker {
  /** Failed attempts since the last accepted one. */
  readonly failures: number
  readonly failingSince: Instant | null
  /** The delivery that failed last; the next probe is another one. */
  readonly failedId: DeliveryId | null
  /** The length of the last pause; the next is twice as long if another delivery causes it. */
  readonly pauseMs: number
  /** Nothing is sent before, because of failures; null or past: no pause. */
  readonly pausedUntil: Instant | null
  /**
   * The receiver asked us to wait until then; only time, or somebody who resumes the webhook, ends the wait. Null or
   * past: no wait.
   */
  readonly askedUntil: Instant | null
  /** The reason of the attempt that caused either wait. */
  readonly pauseReason: string | null
  /** The first rejection since the receiver last accepted something. */
  readonly rejectedAt: Instant | null
  /** Attempts rejected since the receiver last accepted something. */
  readonly rejections: number
  /** The reason of the last rejection since then. */
  readonly rejectReason: string | null
  /**
   * When it first accepted something after a rejection: what was first tried before that, and is rejected, is itself to
   * blame. Nothing is written here while nothing is rejected.
   */
  readonly acceptedAt: Instant | null
  /** The first acceptance, written once; null: it never accepted anything. */
  readonly firstAcceptedAt: Instant | null
  /** The last rejection since it accepted something; null: there was no rejection, or an older release noted it. */
  readonly lastRejectedAt: Instant | null
}

/** Returns the very same breaker if nothing changes. */
export type BreakerChange = (breaker: Breaker, webhookId: WebhookId) => Breaker

/** A breaker while nothing was sent, and nothing is held. */
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

/** Failures in a row before a pause: a restart of a receiver causes fewer. */
export const FAILURES_BEFORE_PAUSE = 5
/** The first pause, which lasts as long as the first retry waits anyway. */
export const PAUSE_MS_FIRST = 5_000
/** The longest pause between two probes, in milliseconds: a recovery is noticed as soon. */
export const PAUSE_MS_MAX = 60_000

export function signalOf(result: RequestResult, outcome: Outcome): HealthSignal {
  if (outcome.kind === 'accept') return { kind: 'healthy' }
  if (endedHere(result)) return { kind: 'unknown' }
  if (outcome.kind === 'retry' && outcome.askedMs > 0) return { kind: 'throttling', askedMs: outcome.askedMs }
  return outcome.kind === 'retry' && outcome.failure === 'rejected'
    ? { kind: 'rejecting' }
    : { kind: 'failing' }
}

export interface SignalGiven {
  readonly now: Instant
  readonly reason: string
  readonly deliveryId: DeliveryId
}

/** Returns the very same object if nothing changes. */
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
  // Attempts from before the pause say nothing new.
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
  // Repeated failures of one delivery say nothing new.
  const factor = deliveryId === breaker.failedId ? 1 : 2
  const pauseMs = Math.min(Math.max(breaker.pauseMs * factor, PAUSE_MS_FIRST), PAUSE_MS_MAX)
  return { ...failing, pauseMs, pausedUntil: now + pauseMs }
}

/** Keeps the wait that the receiver asked for: this attempt may have begun before. */
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

/** Returns true while no attempt has ended; cancelled ones do not count. */
export function isNeverCalled(breaker: Breaker): boolean {
  const { failures, rejections, askedUntil, firstAcceptedAt } = breaker
  return failures === 0 && rejections === 0 && askedUntil === null && firstAcceptedAt === null
}

/**
 * Returns when something may be sent again; null or past: now. Ignores a pause that is longer than possible.
 */
export function pauseEndOf(breaker: Breaker, now: Instant): Instant | null {
  const { pausedUntil, pauseMs } = breaker
  const pauseEnd = reachable(pausedUntil, now, Math.max(pauseMs, PAUSE_MS_FIRST))
  const askedEnd = askedEndOf(breaker, now)
  if (pauseEnd === null || askedEnd === null) return pauseEnd ?? askedEnd
  return Math.max(pauseEnd, askedEnd)
}

/** Returns until when the receiver asked for time; null or past: it did not. */
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

/** Returns when the last probe was made, for comparison; 0 if somebody asked for the next one at once. */
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
 * Lets the next probe go at once, because somebody asked for it or changed something. The receiver's own wait stays.
 */
export function withoutPause(breaker: Breaker): Breaker {
  return isProbed(breaker) && breaker.pausedUntil !== null ? { ...breaker, pausedUntil: null } : breaker
}

/** Ends the receiver's own wait as well. */
export function resumed(breaker: Breaker): Breaker {
  const unpaused = withoutPause(breaker)
  return unpaused.askedUntil === null ? unpaused : { ...unpaused, askedUntil: null }
}

/** However short its schedule, a delivery is given up only after it was due for so many milliseconds. */
export const OVERDUE_MS_MIN = 3600_000

export interface Overdue {
  /** Deliveries that have been due since before are given up. */
  readonly dueBefore: Instant
  readonly reason: string
}

/**
 * Finds the deliveries to give up: due for as long as the whole schedule lasts, while the receiver fails and is only
 * probed.
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
