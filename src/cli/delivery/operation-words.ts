import { describeOperation, OPERATION_KINDS } from '../../domain/operation/operation.ts'
import { describeTime } from '../view/human-time.ts'
import { asNumber, asObject, asText, asTexts, type JsonObject } from '../view/json-value.ts'
import type { Part, Tone } from '../view/table.ts'

const TONE_OF: Readonly<Record<string, Tone>> = {
  done: 'good',
  failed: 'bad',
  stopped: 'warn',
  running: 'warn',
}

/** The state of an operation, in its colour. */
export function describeOperationState(operation: JsonObject): Part {
  const state = asText(operation['state'])
  const tone = TONE_OF[state]
  return tone === undefined ? state : { text: state, tone }
}

/** `retry of failed deliveries to webhook 3` */
export function describeTask(operation: JsonObject): string {
  const filter = asObject(operation['filter'])
  const part = (member: string, words: string) =>
    asText(filter[member]) === '' ? '' : ` ${words} ${asText(filter[member])}`
  const several = (member: string, words: string) => {
    const texts = asTexts(filter[member])
    return texts.length === 0 ? '' : ` ${words} ${texts.join(' or ')}`
  }
  const which = [
    asTexts(filter['state']).join(', '),
    ' deliveries',
    part('webhook_id', 'to webhook'),
    part('event_id', 'of event'),
    part('alert_id', 'about alert'),
    several('severity', 'that came to'),
    part('kind', 'of kind'),
    part('from', 'since'),
    part('until', 'before'),
  ].join('')
  const target = asText(operation['webhook_id'])
  return `${asText(operation['kind'])} of ${which}${target === '' ? '' : ` to webhook ${target} instead`}`
}

/** `62 %` */
export function describeShare(operation: JsonObject): string {
  return `${Math.floor((asNumber(operation['done_share']) ?? 0) * 100)} %`
}

/** `12 told to the other webhook, 596 told there already, 608 cancelled here`; of a dry run, what would come of it. */
export function describeCounts(operation: JsonObject): string {
  const count = (member: string) => asNumber(operation[member]) ?? 0
  return describeOperation({
    kind: OPERATION_KINDS.find((kind) => kind === operation['kind']) ?? 'retry',
    changedCount: count('changed'),
    skippedCount: count('skipped'),
    cancelledCount: count('cancelled'),
    heldCount: count('held'),
    toldCount: count('told'),
    alreadyToldCount: count('already_told'),
  })
}

/** `[##########----------]  50 %  1200 changed` */
export function drawProgress(operation: JsonObject, width = 30): string {
  const share = Math.min(Math.max(asNumber(operation['done_share']) ?? 0, 0), 1)
  const full = Math.floor(share * width)
  const bar = '#'.repeat(full) + '-'.repeat(width - full)
  return `[${bar}] ${describeShare(operation).padStart(5)}  ${describeCounts(operation)}`
}

/** What became of it, in one line for people. */
export function describeEnd(operation: JsonObject, now: number): readonly Part[] {
  const reason = asText(operation['reason'])
  return [
    `Operation ${asText(operation['id'])}: `,
    describeOperationState(operation),
    reason === '' ? '' : ` (${reason})`,
    `, ${describeCounts(operation)}`,
    asText(operation['finished_at']) === '' ? '' : `, ${describeTime(operation['finished_at'], now)}`,
  ]
}
