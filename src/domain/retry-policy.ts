import type { NextStep } from './delivery.ts'
import type { Instant } from './instant.ts'
import type { Outcome } from './outcome.ts'

export interface RetryPolicy {
  /** Delay before each attempt, the first included: its length is the number of attempts. */
  readonly scheduleMs: readonly number[]
}

/** A receiver may ask for more time than planned, never for less, and not for longer than this. */
export const ASKED_DELAY_MS_MAX = 24 * 3600_000

/** Where nothing will change soon, the quick retries are skipped. */
export const SLOW_DELAY_MS_MIN = 5 * 60_000

/** Spreads the retries of a crowd: up to a tenth more than planned. */
const JITTER_SHARE = 0.1

/**
 * What one finished attempt does to its delivery. Pure: `fraction` (0 <= fraction < 1) is the chance in the jitter.
 * `attempt` is the number of the attempt that just ended, from 1.
 */
export function afterAttempt(
  outcome: Outcome,
  policy: RetryPolicy,
  { attempt, now, fraction }: { readonly attempt: number; readonly now: Instant; readonly fraction: number },
): NextStep {
  if (outcome.kind === 'accept') return { state: 'delivered' }
  if (outcome.kind === 'refuse') return { state: 'failed' }
  const plannedMs = policy.scheduleMs[attempt]
  if (plannedMs === undefined) return { state: 'failed' }

  const leastMs = Math.max(
    outcome.slow ? SLOW_DELAY_MS_MIN : 0,
    Math.min(outcome.askedMs, ASKED_DELAY_MS_MAX),
  )
  const delayMs = Math.max(plannedMs, leastMs)
  return { state: 'pending', dueAt: Math.ceil(now + delayMs * (1 + JITTER_SHARE * fraction)) }
}
