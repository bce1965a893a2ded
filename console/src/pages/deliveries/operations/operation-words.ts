import { formatCount } from '../../../ui/text/format.ts'
import type { OperationKind } from '../delivery-filter.ts'
import type { components } from '../../../api/schema.ts'

interface OperationWords {
  readonly title: string
  /** Says what will happen. */
  readonly consequence: string
  readonly action: string
  readonly isDangerous: boolean
  /** For one delivery, and for several. */
  readonly done: readonly [string, string]
}

export const OPERATIONS: Readonly<Record<OperationKind, OperationWords>> = {
  retry: {
    title: 'Retry many deliveries',
    consequence:
      'Each delivery starts its retry schedule anew, the oldest first. Receivers may get messages about alerts that have long been cleared.',
    action: 'Retry them',
    isDangerous: false,
    done: ['is tried again', 'are tried again'],
  },
  cancel: {
    title: 'Cancel many deliveries',
    consequence:
      'Their webhooks are not notified of these events. Attempts in progress finish. You can retry the deliveries later.',
    action: 'Cancel them',
    isDangerous: true,
    done: ['was cancelled', 'were cancelled'],
  },
  reroute: {
    title: 'Reroute to another webhook',
    consequence:
      'The other webhook is notified of the same events, unless it was notified already. Deliveries that were not sent yet are cancelled.',
    action: 'Reroute them',
    isDangerous: false,
    done: ['was rerouted', 'were rerouted'],
  },
}

export type DryRun = components['schemas']['DryRun']
type Operation = Omit<DryRun, 'matching' | 'more'> &
  Pick<components['schemas']['DeliveryOperation'], 'kind' | 'state' | 'reason' | 'changed' | 'skipped'>

/** `12 were cancelled` */
export function describeDone(kind: OperationKind, count: number): string {
  return counted(count, OPERATIONS[kind].done)
}

function counted(count: number, [one, several]: readonly [string, string]): string {
  return `${formatCount(count)} ${count === 1 ? one : several}`
}

export function describeOperation(operation: Operation): string {
  const { state, reason, skipped } = operation
  const rest = skipped === 0 ? [] : [counted(skipped, ['was left alone', 'were left alone'])]
  const did = `${[...didWhat(operation), ...rest].join(', ')}.`
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

/** Notified deliveries come first: a reroute may only have cancelled. */
function didWhat({
  kind,
  changed,
  cancelled,
  webhook_disabled: waiting,
  notified,
  already_notified: known,
}: Operation): string[] {
  if (kind === 'reroute') {
    return [
      `${formatCount(notified)} sent to the other webhook`,
      ...(known === 0 ? [] : [`${formatCount(known)} were sent there already`]),
      ...(cancelled === 0 ? [] : [`${formatCount(cancelled)} cancelled here`]),
    ]
  }
  if (kind === 'retry' && waiting > 0) {
    return [
      `${formatCount(changed - waiting)} queued`,
      `${formatCount(waiting)} ${waiting === 1 ? 'waits until its webhook is' : 'wait until their webhooks are'} enabled`,
    ]
  }
  return [describeDone(kind, changed)]
}

/** Describes a dry run beyond its count; null: nothing to add. */
export function describePreview(
  kind: OperationKind,
  { matching, cancelled, webhook_disabled: waiting, notified, already_notified: known }: DryRun,
): string | null {
  if (matching === 0) return null
  if (kind === 'reroute') {
    const news =
      notified === 0
        ? 'The other webhook gets nothing new: it was notified already, or will be.'
        : `The other webhook is notified of ${formatCount(notified)}${known === 0 ? '' : `; ${formatCount(known)} were sent there already`}.`
    return cancelled === 0
      ? news
      : `${news} ${counted(cancelled, ['is cancelled here', 'are cancelled here'])}.`
  }
  if (kind === 'retry' && waiting > 0)
    return `${formatCount(waiting)} of them ${waiting === 1 ? 'waits' : 'wait'} until the webhook is enabled.`
  return null
}

/** Labels the button by what it really does: a reroute notifies nobody of what the other webhook knows. */
export function describeAction(kind: OperationKind, preview: DryRun | undefined): string {
  const isCancelOnly =
    kind === 'reroute' && preview !== undefined && preview.notified === 0 && preview.cancelled > 0
  return isCancelOnly && !preview.more ? 'Cancel them here' : OPERATIONS[kind].action
}

export function describeCount({ matching, more }: Pick<DryRun, 'matching' | 'more'>): string {
  if (more && matching === 0) return 'None of the newest matches; older ones may.'
  if (more)
    return `At least ${formatCount(matching)} ${matching === 1 ? 'delivery matches' : 'deliveries match'}.`
  if (matching === 0) return 'No delivery matches: there is nothing to do.'
  return matching === 1 ? '1 delivery matches.' : `${formatCount(matching)} deliveries match.`
}
