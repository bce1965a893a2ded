import { compareFailing, type FailingWebhook } from './overview.ts'
import { healthStateOf, type HealthState } from './receiver-health.ts'

/** An enabled webhook, as its receiver does. */
export type Sighted = Omit<FailingWebhook, 'unfinished'>

export interface SortedOut {
  /** The number of failing ones, however many of them are among the worst. */
  readonly failing: number
  readonly rejecting: number
  readonly paused: number
  /** The worst first. */
  readonly worst: readonly Sighted[]
}

/** Counts the enabled webhooks whose receivers fail, reject or are paused, and picks the worst, at most `worstMax`. */
export function separateUnhealthy(webhooks: readonly Sighted[], worstMax: number): SortedOut {
  const states = webhooks.map((webhook) => healthStateOf(webhook, { enabled: true }))
  const count = (state: HealthState) => states.filter((one) => one === state).length
  return {
    failing: count('failing'),
    rejecting: count('rejecting'),
    paused: count('paused'),
    worst: webhooks
      .filter((_, place) => isUnhealthy(states[place]!))
      .toSorted(compareFailing)
      .slice(0, worstMax),
  }
}

function isUnhealthy(state: HealthState): boolean {
  return state === 'failing' || state === 'rejecting' || state === 'paused'
}
