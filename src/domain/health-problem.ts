import { formatCount } from './spelling.ts'
import type { Instant } from './instant.ts'

export interface Fault {
  /** A sentence that anybody may read. */
  readonly because: string
  readonly since: Instant
  /** It is over and everything works, but it left something to check. */
  readonly isOver?: true
}

export const PROBLEM_AREAS = ['delivery', 'descriptors', 'database', 'matchers'] as const

export interface HealthProblem {
  readonly path: (typeof PROBLEM_AREAS)[number]
  readonly message: string
}

/** A due delivery is late after this time, whatever the reason. */
export const LATE_MS_MIN = 60_000

export interface ProblemFacts {
  readonly now: Instant
  /** False: the delivery loop of this node has stalled. */
  readonly isAlive: boolean
  /** Set: this node cannot claim what is due. */
  readonly unclaimed: Fault | undefined
  /** The machine refuses this process what its requests need. */
  readonly exhaustion: Fault | undefined
  readonly damage: Fault | undefined
  /**
   * Since when the longest due delivery to a webhook that is not paused has been due; null: nothing is due, or unknown.
   */
  readonly oldestDueAt: Instant | null
  /** Says what is wrong with stored matchers. */
  readonly matchers: string | undefined
  /** Webhooks whose receivers accepted nothing since they rejected something. */
  readonly rejectingWebhooks: number
}

export function problemsOf(facts: ProblemFacts): readonly HealthProblem[] {
  const { now, isAlive, unclaimed, exhaustion, damage, oldestDueAt, rejectingWebhooks, matchers } = facts
  return [
    ...(damage ? [{ path: 'database', message: damage.because } as const] : []),
    ...(isAlive ? [] : [inDelivery('the delivery loop does not run')]),
    ...(unclaimed
      ? [inDelivery(`nothing can be claimed, so no delivery is sent. ${unclaimed.because}`)]
      : []),
    ...(isLate(oldestDueAt, now)
      ? [inDelivery('something has been due for more than a minute, to a receiver that is not paused')]
      : []),
    ...(rejectingWebhooks > 0 ? [inDelivery(whoRejects(rejectingWebhooks))] : []),
    ...(exhaustion ? [{ path: 'descriptors', message: exhaustion.because } as const] : []),
    ...(matchers === undefined ? [] : [{ path: 'matchers', message: matchers } as const]),
  ]
}

/** Tells whether work has been due for so long that it is held up, or as good as that. */
export function isLate(dueAt: Instant | null, now: Instant): boolean {
  return dueAt !== null && now - dueAt >= LATE_MS_MIN
}

function whoRejects(count: number): string {
  return count === 1
    ? 'a receiver rejects everything that it is sent'
    : `${formatCount(count)} receivers reject everything that they are sent`
}

function inDelivery(message: string): HealthProblem {
  return { path: 'delivery', message }
}
