import type { Instant } from '../instant.ts'
import type { Outcome } from '../receiver/outcome.ts'
import { formatDuration } from '../spelling.ts'
import type { Webhook } from '../webhook/webhook.ts'
import type { AttemptStep, Claim } from './delivery.ts'

export interface RetryPolicy {
  /** Delay before each attempt, the first included: its length is the number of attempts. */
  readonly scheduleMs: readonly number[]
}

/** The policy for one webhook: its own schedule, or that of the service. */
interface WebhookRetryPolicy extends RetryPolicy {
  /** Instead, for a notification that is rejected by a receiver that takes others. */
  readonly rejectedScheduleMs: readonly number[]
}

/**
 * The delays before the attempts of a notification that its receiver rejects while it takes others, the first included;
 * in milliseconds. Somebody may mend the template, or the receiver; more would come of more attempts only by chance.
 */
const REJECTED_SCHEDULE_MS = [0, 60_000, 5 * 60_000, 30 * 60_000] as const

export function retryPolicyOf(
  { retryScheduleMs }: Pick<Webhook, 'retryScheduleMs'>,
  { scheduleMs }: RetryPolicy,
): WebhookRetryPolicy {
  return {
    scheduleMs: retryScheduleMs ?? scheduleMs,
    rejectedScheduleMs: retryScheduleMs ?? REJECTED_SCHEDULE_MS,
  }
}

/** The time that a receiver may ask for (`Retry-After`): more than planned, never less, and not more than this. */
export const ASKED_DELAY_MS_MAX = 24 * 3600_000

/** Where nothing will change soon, the quick retries are skipped. */
export const SLOW_DELAY_MS_MIN = 5 * 60_000

/** The time after the planned end of its schedule in which a delivery may still be retried. */
export const OVERTIME_MS_MAX = 48 * 3600_000

/** The interval at which the current state is retried after a schedule with a single attempt. */
const CURRENT_STATE_INTERVAL_MS = 60_000

/** Spreads the retries of a crowd: up to a tenth more than planned. */
const JITTER_SHARE = 0.1

/**
 * Returns how far ahead a delivery can be due at most, by the number of attempts of its schedule. `isAsked`: its
 * receiver asked for time. The last entry is for more attempts than the schedule has, which may have been longer.
 */
export function dueAheadsMsMax(
  { scheduleMs, rejectedScheduleMs }: WebhookRetryPolicy,
  isAsked: boolean,
): readonly number[] {
  const leastMs = isAsked ? ASKED_DELAY_MS_MAX : SLOW_DELAY_MS_MIN
  const retriesMs = scheduleMs
    .slice(1)
    .map((plannedMs, index) => Math.max(plannedMs, rejectedScheduleMs[index + 1] ?? 0, leastMs))
  const lastMs = Math.max(leastMs, lastIntervalMs({ scheduleMs }))
  return [0, ...[...retriesMs, lastMs].map((delayMs) => Math.ceil(delayMs * (1 + JITTER_SHARE)))]
}

/** Returns the interval of retries after the schedule is used up. */
function lastIntervalMs({ scheduleMs }: RetryPolicy): number {
  return scheduleMs.at(-1) || CURRENT_STATE_INTERVAL_MS
}

/** Returns the planned time from the first attempt to the last. */
export function scheduleLengthMs({ scheduleMs }: RetryPolicy): number {
  return scheduleMs.reduce((sum, delayMs) => sum + delayMs, 0)
}

interface AttemptEnd {
  /** The number of the attempt that just ended, from 1. */
  readonly attempt: number
  /** When the first one began. */
  readonly begunAt: Instant
  readonly now: Instant
  /** The chance in the jitter: 0 <= fraction < 1. */
  readonly fraction: number
  /** Its receiver rejects this notification, and accepts others. */
  readonly isRejectedAlone: boolean
  /** The delivery sends the current state, which does not grow old. */
  readonly isCurrentState?: boolean
}

/** A notification that is rejected is itself to blame once its receiver has accepted another since the first try. */
export function isRejectedAlone(
  outcome: Outcome,
  { begunAt, acceptedAt }: Pick<Claim, 'begunAt' | 'acceptedAt'>,
): boolean {
  return (
    outcome.kind === 'retry' && outcome.failure === 'rejected' && acceptedAt !== null && acceptedAt >= begunAt
  )
}

/**
 * Decides what a finished attempt does to its delivery. A delivery fails when its attempts are used up, and when the
 * next one would come more than two days after the planned end of the schedule: requests to wait and pauses end as
 * well. A rejected delivery has few attempts, unless the receiver may reject everything, because of a bad release
 * perhaps. A delivery of the current state goes on after its schedule, and says that the schedule is over.
 */
export function afterAttempt(
  outcome: Outcome,
  policy: WebhookRetryPolicy,
  { attempt, begunAt, now, fraction, isRejectedAlone: isAlone, isCurrentState = false }: AttemptEnd,
): AttemptStep {
  if (outcome.kind === 'accept') return { state: 'delivered' }
  if (outcome.kind === 'refuse') return { state: 'failed' }
  const goesOn = isCurrentState && !isAlone
  const scheduledMs = (isAlone ? policy.rejectedScheduleMs : policy.scheduleMs)[attempt]
  const plannedMs = scheduledMs ?? (goesOn ? lastIntervalMs(policy) : undefined)
  if (plannedMs === undefined) return { state: 'failed' }

  const leastMs = Math.max(
    outcome.slow && !isAlone ? SLOW_DELAY_MS_MIN : 0,
    Math.min(outcome.askedMs, ASKED_DELAY_MS_MAX),
  )
  const delayMs = Math.max(plannedMs, leastMs)
  const dueAt = Math.ceil(now + delayMs * (1 + JITTER_SHARE * fraction))
  if (goesOn) return { state: 'pending', dueAt, ...(scheduledMs === undefined && { isScheduleOver: true }) }
  const latestAt = begunAt + (1 + JITTER_SHARE) * scheduleLengthMs(policy) + OVERTIME_MS_MAX
  return dueAt > latestAt ? { state: 'failed' } : { state: 'pending', dueAt }
}

interface Aged extends Pick<Claim, 'attempt' | 'scheduleAttempt' | 'sentStates'> {
  readonly webhook: Pick<Webhook, 'maxAgeMs' | 'mode'>
}

/**
 * Why a delivery of this age is not sent any more; undefined: its webhook wants it, however old it is, or it is not
 * that old. What says the current state does not grow old. What was tried before and restarts its schedule is
 * wanted: somebody asked for that by hand, or the outcome is unknown of an attempt that was cut off.
 */
export function whyOutdated(
  { webhook: { maxAgeMs, mode }, attempt, scheduleAttempt, sentStates }: Aged,
  ageMs: number,
): string | undefined {
  if (maxAgeMs === null || mode === 'current_state' || sentStates !== null) return undefined
  if (ageMs <= maxAgeMs || attempt > scheduleAttempt) return undefined
  return `not sent: older than ${formatDuration(maxAgeMs)}, the max_age of its webhook`
}
