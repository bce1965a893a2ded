import { compareFailing, type FailingWebhook } from './overview.ts'
import { healthStateOf, type HealthState } from './receiver-health.ts'

type WithoutCount = Omit<FailingWebhook, 'unfinished'>

/** An enabled webhook, as its receiver does. */
export interface Sighted extends WithoutCount {
  /** It wants high alerts. */
  readonly isForHigh: boolean
}

export interface SortedOut {
  /** The number of failing ones, however many of them are among the worst. */
  readonly failing: number
  /** The number of rejecting ones that did so in the last `REJECTING_MS`. */
  readonly rejecting: number
  /** The others whose last attempt was rejected. */
  readonly rejectedLast: number
  readonly paused: number
  /** The paused and rejecting ones that want high alerts. */
  readonly blockedForHigh: number
  /** The worst first. */
  readonly worst: readonly WithoutCount[]
}

/** Counts the enabled webhooks whose receivers fail, reject or are paused, and picks the worst, at most `worstMax`. */
export function separateUnhealthy(webhooks: readonly Sighted[], worstMax: number): SortedOut {
  const states = webhooks.map((webhook) => healthStateOf(webhook, { enabled: true }))
  const count = (state: HealthState) => states.filter((one) => one === state).length
  const lately = webhooks.filter(
    (webhook, place) => states[place] === 'rejecting' && webhook.isRejectingLately,
  )
  const blocked = [...lately, ...webhooks.filter((_, place) => states[place] === 'paused')]
  return {
    failing: count('failing'),
    rejecting: lately.length,
    rejectedLast: count('rejecting') - lately.length,
    paused: count('paused'),
    blockedForHigh: blocked.filter(({ isForHigh }) => isForHigh).length,
    worst: webhooks
      .filter((_, place) => isUnhealthy(states[place]!))
      .toSorted(compareFailing)
      .slice(0, worstMax)
      .map(withoutFlag),
  }
}

function withoutFlag(webhook: Sighted): WithoutCount {
  const { isForHigh: _, ...rest } = webhook
  return rest
}

function isUnhealthy(state: HealthState): boolean {
  return state === 'failing' || state === 'rejecting' || state === 'paused'
}
