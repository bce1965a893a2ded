import { formatCount } from '../../ui/format.ts'
import type { OperationKind } from './delivery-filter.ts'

interface OperationWords {
  readonly title: string
  /** What will happen. */
  readonly consequence: string
  readonly deed: string
  readonly isDangerous: boolean
  /** Of one that it was done to, and of several. */
  readonly done: readonly [string, string]
}

export const OPERATIONS: Readonly<Record<OperationKind, OperationWords>> = {
  retry: {
    title: 'Retry many deliveries',
    consequence:
      'Each starts anew at the beginning of its retry schedule, the oldest first. Receivers may get messages about alerts that have long been cleared.',
    deed: 'Retry them',
    isDangerous: false,
    done: ['is tried again', 'are tried again'],
  },
  cancel: {
    title: 'Cancel many deliveries',
    consequence:
      'Their webhooks will not be told of these events. What is being sent at that moment is left to end by itself. They can be retried later.',
    deed: 'Cancel them',
    isDangerous: true,
    done: ['was cancelled', 'were cancelled'],
  },
  reroute: {
    title: 'Tell another webhook instead',
    consequence:
      'The other webhook is told of the same events, unless it was told already. What has not been sent to the first one is cancelled.',
    deed: 'Tell the other webhook',
    isDangerous: false,
    done: ['was re-routed', 'were re-routed'],
  },
}

export interface OperationFacts {
  readonly kind: OperationKind
  readonly state: 'running' | 'done' | 'stopped' | 'failed'
  readonly reason: string | null
  readonly changed: number
  readonly skipped: number
}

/** `12 were cancelled` */
export function describeDone(kind: OperationKind, count: number): string {
  return counted(count, OPERATIONS[kind].done)
}

function counted(count: number, [one, several]: readonly [string, string]): string {
  return `${formatCount(count)} ${count === 1 ? one : several}`
}

/** How far it is, or what it did. */
export function describeOperation({ kind, state, reason, changed, skipped }: OperationFacts): string {
  const rest = skipped === 0 ? '' : `, ${counted(skipped, ['was left alone', 'were left alone'])}`
  const did = `${describeDone(kind, changed)}${rest}.`
  switch (state) {
    case 'running':
      return `Under way: so far ${did}`
    case 'done':
      return `Done: ${did}`
    case 'stopped':
      return `Stopped: ${did} The others were not touched.`
    case 'failed':
      return `It could not go on${reason === null ? '' : `: ${reason}`}. ${did}`
  }
}

/** What a dry run counted. */
export function describeCount({
  matching,
  more,
}: {
  readonly matching: number
  readonly more: boolean
}): string {
  if (more && matching === 0) return 'None of the newest fits; there may be older ones that do.'
  if (more) return `At least ${formatCount(matching)} ${matching === 1 ? 'delivery fits' : 'deliveries fit'}.`
  if (matching === 0) return 'No delivery fits: there is nothing to do.'
  return matching === 1 ? '1 delivery fits.' : `${formatCount(matching)} deliveries fit.`
}
