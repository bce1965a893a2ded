import { isOutOfReach } from '../clock-steps.ts'
import { formatInstant, type Instant } from '../instant.ts'
import type { Outcome, ReceiverSign, Reply } from '../receiver/outcome.ts'
import { ASKED_DELAY_MS_MAX } from '../delivery/retry-policy.ts'

/**
 * How the receiver of a webhook has behaved lately, and what may be sent to it therefore. One that fails several times in a row is paused, then probed with a single attempt at a growing
 * interval until one is accepted; one that asks for time gets it. Kept for all nodes together.
 */
export interface Flow {
  /** Failed attempts since the last accepted one. */
  readonly failures: number
  /** Since when it has been failing; null: it is not. */
  readonly failingSince: Instant | null
  /** The length of the last pause that failures made; the next is twice as long. */
  readonly pauseMs: number
  /** Its failures forbid anything before; null or past: they do not. */
  readonly pausedUntil: Instant | null
  /** It asked for nothing before; null or past: it does not. Only time ends this. */
  readonly askedUntil: Instant | null
  /** In the words of the attempt that made the pause, of either kind. */
  readonly pauseReason: string | null
}

export const CALM: Flow = {
  failures: 0,
  failingSince: null,
  pauseMs: 0,
  pausedUntil: null,
  askedUntil: null,
  pauseReason: null,
}

/** So many failures in a row make a pause: fewer happen at any restart of a receiver. */
export const FAILURES_BEFORE_PAUSE = 5
/** As long as the first retry waits anyway. */
export const PAUSE_MS_FIRST = 5_000
/** The longest pause between two probes of a receiver that fails. */
export const PAUSE_MS_MAX = 5 * 60_000

export function signOf(reply: Reply, outcome: Outcome): ReceiverSign {
  if (outcome.kind === 'accept') return { kind: 'well' }
  if (reply.kind === 'no-response' && reply.reason === 'cancelled') return { kind: 'unknown' }
  if (outcome.kind === 'retry' && outcome.askedMs > 0) return { kind: 'throttling', askedMs: outcome.askedMs }
  return { kind: 'failing' }
}

/** The flow after a sign. The very same object if nothing changes. */
export function afterSign(
  flow: Flow,
  sign: ReceiverSign,
  { now, reason }: { readonly now: Instant; readonly reason: string },
): Flow {
  if (sign.kind === 'unknown') return flow
  if (sign.kind === 'well') return afterAccepted(flow)
  if (sign.kind === 'throttling') {
    const until = now + Math.min(sign.askedMs, ASKED_DELAY_MS_MAX)
    if (until <= (askedEndOf(flow, now) ?? 0)) return flow
    return { ...flow, askedUntil: until, pauseReason: reason }
  }
  // Attempts that were under way when the pause began say nothing new.
  if (isPaused(flow, now)) return flow
  const failures = flow.failures + 1
  const failing = { ...flow, failures, failingSince: flow.failingSince ?? now }
  if (failures < FAILURES_BEFORE_PAUSE) return failing
  const pauseMs = Math.min(Math.max(flow.pauseMs * 2, PAUSE_MS_FIRST), PAUSE_MS_MAX)
  return { ...failing, pauseMs, pausedUntil: now + pauseMs, pauseReason: reason }
}

/** It was accepted, but may have been under way already when the receiver asked another one to wait. */
function afterAccepted(flow: Flow): Flow {
  if (flow.failures === 0 && flow.pausedUntil === null) return flow
  if (flow.askedUntil === null) return CALM
  return { ...CALM, askedUntil: flow.askedUntil, pauseReason: flow.pauseReason }
}

/** When something may be sent again; null or past: now. A pause that reaches further than it can counts for nothing. */
export function pauseEndOf(flow: Flow, now: Instant): Instant | null {
  const { pausedUntil, pauseMs } = flow
  const pauseEnd = reachable(pausedUntil, now, Math.max(pauseMs, PAUSE_MS_FIRST))
  const askedEnd = askedEndOf(flow, now)
  if (pauseEnd === null || askedEnd === null) return pauseEnd ?? askedEnd
  return Math.max(pauseEnd, askedEnd)
}

/** Until when it asked for time; null or past: it does not. */
export function askedEndOf({ askedUntil }: Flow, now: Instant): Instant | null {
  return reachable(askedUntil, now, ASKED_DELAY_MS_MAX)
}

function reachable(until: Instant | null, now: Instant, aheadMsMax: number): Instant | null {
  return until !== null && isOutOfReach(until, now, aheadMsMax) ? null : until
}

export function isPaused(flow: Flow, now: Instant): boolean {
  return (pauseEndOf(flow, now) ?? 0) > now
}

/** It has failed so often that it must prove itself: what goes to it are probes, one at a time. */
export function isProbed({ failures }: Flow): boolean {
  return failures >= FAILURES_BEFORE_PAUSE
}

/** What it is to be told stands still but for a probe now and then, also while one is under way. */
export function standsStill(flow: Flow, now: Instant): boolean {
  return isPaused(flow, now) || isProbed(flow)
}

/** How many attempts may be under way at once, as far as its behaviour is concerned. */
export function attemptsAllowed(flow: Flow, now: Instant): number {
  if (isPaused(flow, now)) return 0
  return isProbed(flow) ? 1 : Number.POSITIVE_INFINITY
}

/** Somebody asks for another try, or has changed something: the next probe need not wait. What the receiver asked for stays. */
export function withoutPause(flow: Flow): Flow {
  return isProbed(flow) && flow.pausedUntil !== null ? { ...flow, pausedUntil: null } : flow
}

/** Why a delivery to a receiver that is only probed is given up, when its whole schedule has passed. */
export function whyOverdue({ failingSince, pauseReason }: Flow, now: Instant): string {
  return `not tried any more: its receiver has been failing since ${formatInstant(failingSince ?? now)} (${pauseReason ?? 'it did not answer'})`
}
