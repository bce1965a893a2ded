import { formatCount, formatDuration } from '../../ui/text/format.ts'
import type { Overview } from './overview-queries.ts'

export type DeliveryFacts = Pick<Overview, 'state' | 'explanation'> & {
  readonly webhooks: Pick<
    Overview['webhooks'],
    'enabled' | 'paused' | 'failing' | 'rejecting' | 'late' | 'blocked_for_high'
  >
  readonly backlog: { readonly paused: Pick<Overview['backlog']['paused'], 'deliveries'> }
}

interface DeliveryLine {
  readonly text: string
  readonly tone: 'good' | 'warning' | 'bad'
}

/** `4 receivers paused, 59 notifications waiting`. Bad: high alerts fail. */
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

/** The service counts held deliveries up to here. */
const COUNTED_MAX = 10_000
/** Deliveries that just became due are not overdue. */
const LATE_MS = 5_000

type UnfinishedFacts = Pick<Overview['backlog'], 'oldest_due_at' | 'paused'>

/**
 * `2,880 waiting: 41 receivers are paused, the oldest for 50 min`; else what is overdue, or that nothing is.
 */
export function describeUnfinished({ oldest_due_at: dueAt, paused }: UnfinishedFacts, now: number): string {
  const late = ageOf(dueAt, now)
  const overdue = late < LATE_MS ? null : `the oldest overdue for ${describeAge(late)}`
  if (paused.deliveries === 0) return overdue ?? 'none is overdue'
  const count = `${paused.deliveries < COUNTED_MAX ? '' : 'at least '}${formatCount(paused.deliveries)}`
  const whom =
    paused.webhooks === 1 ? '1 receiver is paused' : `${formatCount(paused.webhooks)} receivers are paused`
  const waiting = `${count} waiting: ${whom}, the oldest for ${describeAge(ageOf(paused.oldest_created_at, now))}`
  return overdue === null
    ? waiting
    : `${waiting}; the oldest other delivery is overdue for ${describeAge(late)}`
}

function ageOf(at: string | null, now: number): number {
  return at === null ? 0 : Math.max(0, now - Date.parse(at))
}

/** Leaves out seconds above a minute. */
function describeAge(ms: number): string {
  const step = ms < 60_000 ? 1_000 : 60_000
  return formatDuration(Math.round(ms / step) * step)
}
