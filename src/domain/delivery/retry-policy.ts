import type { Instant } from '../instant.ts'
import type { Outcome } from '../receiver/outcome.ts'
import { formatDuration } from '../spelling.ts'
import type { Webhook } from '../webhook/webhook.ts'
import type { AttemptStep, Claim } from './delivery.ts'

export interface RetryPolicy {
  /** The delay before each attempt, the first included: its length is the number of attempts. */
  readonly scheduleMs: readonly number[]
}

/** The webhook's own schedule, or that of the service. */
interface WebhookRetryPolicy extends RetryPolicy {
  /** For a notification that is rejected by a receiver that takes others. */
  readonly rejectedScheduleMs: readonly number[]
}

/**
 * Delays before the attempts of a rejected notification, the first included. The template or the receiver may be fixed
 * in that time; more attempts would seldom help.
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

/**
 * The longest wait that a receiver may ask for (`Retry-After`), in milliseconds; it never shortens the planned delay.
 */
export const ASKED_DELAY_MS_MAX = 24 * 3600_000

/** Skips the quick retries where nothing will change soon. */
export const SLOW_DELAY_MS_MIN = 5 * 60_000

/** A delivery may still be retried so long after the planned end of its schedule. */
export const OVERTIME_MS_MAX = 48 * 3600_000

/** The interval of retries of the current state after a schedule with a single attempt. */
const CURRENT_STATE_INTERVAL_MS = 60_000

/** Spreads the retries of a crowd by up to a tenth. */
const JITTER_SHARE = 0.1

/**
 * Returns how far in the future a delivery can be due, by the attempts of its schedule. `isAsked`: the receiver asked
 * for time. The last entry is for more attempts than the schedule has, which may have been longer.
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

function lastIntervalMs({ scheduleMs }: RetryPolicy): number {
  return scheduleMs.at(-1) || CURRENT_STATE_INTERVAL_MS
}

/** Returns the planned time from the first attempt to the last. */
export function scheduleLengthMs({ scheduleMs }: RetryPolicy): number {
  return scheduleMs.reduce((sum, delayMs) => sum + delayMs, 0)
}

interface AttemptEnd {
  /** The number of the attempt that ended, from 1. */
  readonly attempt: number
  /** When the first attempt began. */
  readonly begunAt: Instant
  readonly now: Instant
  /** For the jitter: 0 <= fraction < 1. */
  readonly fraction: number
  readonly isRejectedAlone: boolean
  /** The delivery sends the current state, which does not grow old. */
  readonly isCurrentState?: boolean
}

/** A rejected notification is itself to blame once its receiver accepted another since the first attempt. */
export function isRejectedAlone(
  outcome: Outcome,
  { begunAt, acceptedAt }: Pick<Claim, 'begunAt' | 'acceptedAt'>,
): boolean {
  return (
    outcome.kind === 'retry' && outcome.failure === 'rejected' && acceptedAt !== null && acceptedAt >= begunAt
  )
}

/**
 * Decides what a finished attempt does to its delivery. It fails when its attempts are used up, or the next
 * one would come more than two days after the planned end. A notification rejected alone gets few attempts;
 * if the receiver may reject everything, the whole schedule applies. The current state goes on after its
 * schedule.
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
 * Says why a delivery is too old to send; undefined: it is not. The current state does not grow old, and neither does a
 * delivery whose schedule was restarted: somebody retried it, or the outcome of a cut-off attempt is unknown.
 */
export function whyOutdated(
  { webhook: { maxAgeMs, mode }, attempt, scheduleAttempt, sentStates }: Aged,
  ageMs: number,
): string | undefined {
  if (maxAgeMs === null || mode === 'current_state' || sentStates !== null) return undefined
  if (ageMs <= maxAgeMs || attempt > scheduleAttempt) return undefined
  return `not sent: older than ${formatDuration(maxAgeMs)}, the max_age of its webhook`
}
