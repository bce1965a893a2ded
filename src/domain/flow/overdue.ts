import { momentAgo, NO_CLOCK_JUMP, type ClockJump } from '../clock-steps.ts'
import { scheduleLengthMs, type RetryPolicy } from '../delivery/retry-policy.ts'
import { formatInstant, type Instant } from '../instant.ts'
import type { Webhook } from '../webhook/webhook.ts'
import { isProbed, type Breaker } from './breaker.ts'

/** However short its schedule is, a delivery has been due for so long before it is given up; in milliseconds. */
export const OVERDUE_MS_MIN = 3600_000

export interface Overdue {
  /** Deliveries that have been due since before are given up. */
  readonly dueBefore: Instant
  readonly reason: string
}

/**
 * Which deliveries of a webhook are given up: those that have been due for as long as their whole schedule lasts, while
 * their receiver fails and is only probed. Undefined: none.
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
