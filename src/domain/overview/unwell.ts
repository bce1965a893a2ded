import { compareFailing, type FailingWebhook } from './overview.ts'
import { healthStateOf } from './receiver-health.ts'

/** An enabled webhook, as its receiver does. */
export type Sighted = Omit<FailingWebhook, 'unfinished'>

export interface SortedOut {
  /** How many there are, however many of them are among the worst. */
  readonly failing: number
  readonly paused: number
  /** The worst first. */
  readonly worst: readonly Sighted[]
}

/** Those of enabled webhooks whose receivers fail or are paused, and the worst of them, at most `worstMax`. */
export function sortOutUnwell(webhooks: readonly Sighted[], worstMax: number): SortedOut {
  const states = webhooks.map((webhook) => healthStateOf(webhook, { enabled: true }))
  const unwell = webhooks.filter((_, place) => states[place] === 'failing' || states[place] === 'paused')
  return {
    failing: states.filter((state) => state === 'failing').length,
    paused: states.filter((state) => state === 'paused').length,
    worst: unwell.toSorted(compareFailing).slice(0, worstMax),
  }
}
