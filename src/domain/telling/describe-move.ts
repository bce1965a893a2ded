import type { WebhookId } from '../ids.ts'
import type { Webhook } from '../webhook/webhook.ts'
import type { MoveCounts } from './move.ts'

interface DescribedMove extends MoveCounts {
  readonly id: WebhookId
  readonly mode: Webhook['mode']
  readonly isMoved: boolean
}

/** What a move to that mode does, in sentences for people; `isDryRun`: what it would do. */
export function describeMove(move: DescribedMove, isDryRun: boolean): string {
  const { id, mode, isMoved } = move
  if (!isMoved) {
    return `Webhook ${id} is in mode ${mode} already: nothing ${isDryRun ? 'would be' : 'is'} changed.`
  }
  const subject = `In mode ${mode} the receiver of webhook ${id}`
  return mode === 'present'
    ? [`${subject} ${describeKnown(move, isDryRun)}.`, ...describeRest(move)].join(' ')
    : `${subject} ${isDryRun ? 'would be' : 'is'} told of each change, and of nothing that was owed to it. ${describeForgotten(move.forgotten, isDryRun)}`
}

function describeKnown({ known, assumed, underWay }: MoveCounts, isDryRun: boolean): string {
  const knows = isDryRun ? 'would know' : 'knows'
  if (known + assumed === 0) {
    return underWay === 0
      ? `${knows} of no alert: of none that is raised it took anything`
      : `${knows} of no alert yet`
  }
  const parts = [
    ...(known > 0 ? [`of ${alerts(known)} by history`] : []),
    ...(assumed > 0
      ? [`of ${alerts(assumed)} that ${count(assumed, 'counts', 'count')} as told, for history cannot say`]
      : []),
  ]
  return `${knows} ${parts.join(', and ')}`
}

function describeRest({ underWay, owed }: MoveCounts): readonly string[] {
  return [
    ...(underWay > 0 ? [`It may have been told of ${alerts(underWay)} on the way.`] : []),
    ...(owed > 0
      ? [
          `What is so now of ${alerts(owed)} is not what it took: that is told by the next change, a resync, or when it accepts again after failures.`,
        ]
      : []),
  ]
}

function describeForgotten(forgotten: number, isDryRun: boolean): string {
  if (forgotten === 0) return 'Nothing that it was told of is open.'
  const these = count(forgotten, 'it is', 'they are')
  return `That it was told of ${alerts(forgotten)} ${isDryRun ? 'would be' : 'is'} forgotten: it hears that ${these} over only if that is still to come.`
}

function alerts(number: number): string {
  return number === 1 ? '1 alert' : `${number} alerts`
}

function count(number: number, one: string, several: string): string {
  return number === 1 ? one : several
}
