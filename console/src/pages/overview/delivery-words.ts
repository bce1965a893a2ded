import { formatCount } from '../../ui/text/format.ts'
import type { Overview } from './overview-queries.ts'

/** The numbers of the overview that say how deliveries go. */
export type DeliveryFacts = Pick<Overview, 'state' | 'explanation'> & {
  readonly webhooks: Pick<
    Overview['webhooks'],
    'enabled' | 'paused' | 'failing' | 'rejecting' | 'late' | 'blocked_for_high'
  >
  readonly backlog: { readonly paused: Pick<Overview['backlog']['paused'], 'deliveries'> }
}

export interface DeliveryLine {
  readonly text: string
  readonly tone: 'good' | 'warning' | 'bad'
}

/** Says in one line how deliveries go: `4 receivers paused, 59 notifications waiting`. Bad: high alerts fail. */
export function describeDeliveries({ state, explanation, webhooks, backlog }: DeliveryFacts): DeliveryLine {
  if (state === 'stopped') return { text: 'Stopped: nothing is delivered', tone: 'bad' }
  const waiting = backlog.paused.deliveries
  const parts = [
    ...(['paused', 'failing', 'rejecting', 'late'] as const)
      .filter((health) => webhooks[health] > 0)
      .map((health) => `${countOf(webhooks[health], 'receiver')} ${health}`),
    ...(waiting > 0 ? [`${countOf(waiting, 'notification')} waiting`] : []),
  ]
  if (parts.length > 0) {
    return { text: parts.join(', '), tone: webhooks.blocked_for_high > 0 ? 'bad' : 'warning' }
  }
  if (state === 'degraded') return { text: `Degraded: ${explanation}`, tone: 'warning' }
  if (webhooks.enabled === 0) return { text: 'No webhook is enabled', tone: 'warning' }
  return {
    text: `Healthy: ${countOf(webhooks.enabled, 'receiver')}, none paused or failing`,
    tone: 'good',
  }
}

function countOf(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`
}
