import type { WebhookId } from '../ids.ts'
import type { Webhook } from '../webhook/webhook.ts'
import type { ModeChangeCounts } from './mode-change.ts'

interface DescribedModeChange extends ModeChangeCounts {
  readonly id: WebhookId
  readonly mode: Webhook['mode']
  readonly changesMode: boolean
}

/** Says for people what a change to that mode does; `isDryRun`: what it would do. */
export function describeModeChange(change: DescribedModeChange, isDryRun: boolean): string {
  const { id, mode, changesMode } = change
  if (!changesMode) return `Webhook ${id} is in mode ${mode} already: nothing changes.`
  return mode === 'current_state'
    ? [describeAssumed(change, isDryRun), ...describeRest(change)].join(' ')
    : `Webhook ${id} ${isDryRun ? 'would get' : 'gets'} every change. ${describeForgotten(change.forgotten, isDryRun)}`
}

function describeAssumed({ id, fromHistory, assumed }: DescribedModeChange, isDryRun: boolean): string {
  const count = fromHistory + assumed
  const subject = `Tocsin ${isDryRun ? 'would assume' : 'assumes'} that the receiver of webhook ${id}`
  if (count === 0) return `${subject} knows about no open alert.`
  const known = `${subject} knows about ${openAlerts(count)} already`
  if (assumed === 0) return `${known} (from its delivery history).`
  return `${known} (${fromHistory} from its delivery history; the history does not tell about ${assumed}).`
}

function describeRest({ underWay, outOfSync }: ModeChangeCounts): readonly string[] {
  return [
    ...(underWay > 0
      ? [
          `${openAlerts(underWay)} ${underWay === 1 ? 'is' : 'are'} on the way and may have been sent already.`,
        ]
      : []),
    ...(outOfSync > 0
      ? [
          `${openAlerts(outOfSync)} changed since then: the next change, a resync or the first success after failures sends the current state.`,
        ]
      : []),
  ]
}

function describeForgotten(forgotten: number, isDryRun: boolean): string {
  if (forgotten === 0) return 'It has no open notification.'
  const notifications = forgotten === 1 ? '1 open notification' : `${forgotten} open notifications`
  return `Tocsin ${isDryRun ? 'would forget' : 'forgets'} ${notifications}; their clears follow the deliveries that are kept.`
}

function openAlerts(count: number): string {
  return count === 1 ? '1 open alert' : `${count} open alerts`
}
