import type { AttemptStep, Claim } from './delivery.ts'
import type { Instant } from '../instant.ts'
import type { Outcome } from '../receiver/outcome.ts'
import type { Webhook } from '../webhook/webhook.ts'

export interface RetryPolicy {
  /** Delay before each attempt, the first included: its length is the number of attempts. */
  readonly scheduleMs: readonly number[]
}

/** Of one webhook: its own schedule, or that of the service. */
export interface WebhookRetryPolicy extends RetryPolicy {
  /** Instead, for a notice that is rejected by a receiver that takes others. */
  readonly rejectedScheduleMs: readonly number[]
}

/**
 * The delays before the attempts of a notice that its receiver rejects while it takes others, the first included; in
 * milliseconds. Somebody may mend the template, or the receiver; more would come of more attempts only by chance.
 */
export const REJECTED_SCHEDULE_MS = [0, 60_000, 5 * 60_000, 30 * 60_000] as const

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

/** How long after the planned end of its schedule a delivery may still be retried. */
export const OVERTIME_MS_MAX = 48 * 3600_000

/** What tells the present is tried again and again: by the last delay of its schedule or, if that is none, this one. */
const CURRENT_STATE_INTERVAL_MS = 60_000

/** Spreads the retries of a crowd: up to a tenth more than planned. */
const JITTER_SHARE = 0.1

/**
 * How far ahead a delivery can be due at the most, by how many attempts of its schedule were made: what `afterAttempt`
 * can bring about. `isAsked`: its receiver has asked for time. The last one is for more attempts than the schedule has,
 * which may have been longer.
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

/** How often a present difference is tried again once its schedule is used up. */
function lastIntervalMs({ scheduleMs }: RetryPolicy): number {
  return scheduleMs.at(-1) || CURRENT_STATE_INTERVAL_MS
}

/** From the first attempt to the last, as planned. */
export function scheduleLengthMs({ scheduleMs }: RetryPolicy): number {
  return scheduleMs.reduce((sum, delayMs) => sum + delayMs, 0)
}

export interface AttemptEnd {
  /** The number of the attempt that just ended, from 1. */
  readonly attempt: number
  /** When the first one began. */
  readonly begunAt: Instant
  readonly now: Instant
  /** The chance in the jitter: 0 <= fraction < 1. */
  readonly fraction: number
  /** Its receiver rejects this notice, and accepts others. */
  readonly isRejectedAlone: boolean
  /** It tells the present, which does not grow old. */
  readonly isCurrentState?: boolean
}

/** A notice that is rejected is itself to blame once its receiver has accepted another since the first try. */
export function isRejectedAlone(
  outcome: Outcome,
  { begunAt, acceptedAt }: Pick<Claim, 'begunAt' | 'acceptedAt'>,
): boolean {
  return (
    outcome.kind === 'retry' && outcome.failure === 'rejected' && acceptedAt !== null && acceptedAt >= begunAt
  )
}

/**
 * What one finished attempt does to its delivery. It fails when its attempts are used up, and also when the next one
 * would come more than two days after the schedule should have ended: what a receiver asks for, and pauses, end as
 * well. One that is rejected alone has few attempts; for one that may be rejected because its receiver rejects
 * everything, having a bad release perhaps, the schedule is that of any failure. What tells the present goes on after
 * its schedule, and says that it is over.
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
