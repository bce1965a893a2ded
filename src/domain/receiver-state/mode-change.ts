import type { WebhookId } from '../ids.ts'
import type { Webhook } from '../webhook/webhook.ts'
import { usesCurrentState } from './receiver-state.ts'

/** Alerts by what a change of mode stores about them. */
export interface ModeChangeCounts {
  /** The delivery history shows what the receiver accepted last. */
  readonly fromHistory: number
  /** The history does not reach back: the receiver is assumed to have them. */
  readonly assumed: number
  /** Being sent, possibly sent already. */
  readonly underWay: number
  /** Changed since, and no delivery carries the change. */
  readonly outOfSync: number
  /** Possibly sent, and never cleared there. */
  readonly forgotten: number
}

export const NO_COUNTS: ModeChangeCounts = {
  fromHistory: 0,
  assumed: 0,
  underWay: 0,
  outOfSync: 0,
  forgotten: 0,
}

type Kept = Pick<Webhook, 'mode' | 'payloadType'>

export function modeChangeOf(before: Kept, after: Kept): 'seed' | 'forget' | 'none' {
  if (usesCurrentState(before) === usesCurrentState(after)) return 'none'
  return usesCurrentState(after) ? 'seed' : 'forget'
}

interface DescribedModeChange extends ModeChangeCounts {
  readonly id: WebhookId
  readonly mode: Webhook['mode']
  readonly changesMode: boolean
}

/** `isDryRun`: says what it would do. */
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
