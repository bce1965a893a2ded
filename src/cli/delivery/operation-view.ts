import type { Instant } from '../../domain/instant.ts'
import { describeOperation, OPERATION_KINDS } from '../../domain/operation/operation.ts'
import type { Received } from '../view/api-types.ts'
import { describeTime } from '../view/human-time.ts'
import { asNumber, asText, asTexts } from '../view/json-value.ts'
import type { Screen } from '../view/screen.ts'
import type { Part, Tone } from '../view/table.ts'
import { commandLine } from '../program/command-line.ts'

const TONE_OF: Readonly<Record<string, Tone>> = {
  done: 'good',
  failed: 'bad',
  stopped: 'warn',
  running: 'warn',
}

/** The state of an operation, in its colour. */
export function describeOperationState(operation: Received<'DeliveryOperation'>): Part {
  const state = asText(operation.state)
  const tone = TONE_OF[state]
  return tone === undefined ? state : { text: state, tone }
}

/** `retry of failed deliveries to webhook 3` */
export function describeTask(operation: Received<'DeliveryOperation'>): string {
  const filter = operation.filter ?? {}
  const part = (member: keyof typeof filter, words: string) =>
    asText(filter[member]) === '' ? '' : ` ${words} ${asText(filter[member])}`
  const several = (member: keyof typeof filter, words: string) => {
    const texts = asTexts(filter[member])
    return texts.length === 0 ? '' : ` ${words} ${texts.join(' or ')}`
  }
  const which = [
    asTexts(filter.state).join(', '),
    ' deliveries',
    part('webhook_id', 'to webhook'),
    part('event_id', 'of event'),
    part('alert_id', 'about alert'),
    several('severity', 'that came to'),
    part('kind', 'of kind'),
    part('from', 'since'),
    part('until', 'before'),
  ].join('')
  const target = asText(operation.webhook_id)
  return `${asText(operation.kind)} of ${which}${target === '' ? '' : ` to webhook ${target} instead`}`
}

/** `62 %` */
export function describeShare(operation: Received<'DeliveryOperation'>): string {
  return `${Math.floor((asNumber(operation.done_share) ?? 0) * 100)} %`
}

type Counts = Pick<
  Received<'DeliveryOperation'>,
  'kind' | 'changed' | 'skipped' | 'cancelled' | 'webhook_disabled' | 'notified' | 'already_notified'
>

/**
 * `12 sent to the other webhook, 596 notified there already, 608 cancelled here`; of a dry run, what would come of it.
 */
export function describeCounts(counts: Counts): string {
  return describeOperation({
    kind: OPERATION_KINDS.find((kind) => kind === counts.kind) ?? 'retry',
    changedCount: asNumber(counts.changed) ?? 0,
    skippedCount: asNumber(counts.skipped) ?? 0,
    cancelledCount: asNumber(counts.cancelled) ?? 0,
    heldCount: asNumber(counts.webhook_disabled) ?? 0,
    notifiedCount: asNumber(counts.notified) ?? 0,
    alreadyNotifiedCount: asNumber(counts.already_notified) ?? 0,
  })
}

/** `[##########----------]  50 %  1200 changed` */
export function drawProgress(operation: Received<'DeliveryOperation'>, width = 30): string {
  const share = Math.min(Math.max(asNumber(operation.done_share) ?? 0, 0), 1)
  const full = Math.floor(share * width)
  const bar = '#'.repeat(full) + '-'.repeat(width - full)
  return `[${bar}] ${describeShare(operation).padStart(5)}  ${describeCounts(operation)}`
}

/** Describes the result in one line for people. */
export function describeEnd(operation: Received<'DeliveryOperation'>, now: Instant): readonly Part[] {
  const reason = asText(operation.reason)
  return [
    `Operation ${asText(operation.id)}: `,
    describeOperationState(operation),
    reason === '' ? '' : ` (${reason})`,
    `, ${describeCounts(operation)}`,
    asText(operation.ended_at) === '' ? '' : `, ${describeTime(operation.ended_at, now)}`,
  ]
}

export function showOperation(
  screen: Screen,
  operation: Received<'DeliveryOperation'>,
  { id, now }: { readonly id: string; readonly now: Instant },
): void {
  screen.line({ text: `Operation ${id}: `, tone: 'strong' }, describeOperationState(operation))
  screen.fields([
    ['what', describeTask(operation)],
    ['reason', asText(operation.reason)],
    ['done', describeShare(operation)],
    ['examined', asText(operation.examined)],
    ['changed', asText(operation.changed)],
    ['skipped', asText(operation.skipped)],
    ['did', describeCounts(operation)],
    ['created', describeTime(operation.created_at, now)],
    ['by', asText(operation.created_by)],
    ['ended', asText(operation.ended_at) === '' ? undefined : describeTime(operation.ended_at, now)],
  ])
  if (operation.state === 'running') screen.line(`Stop it with: ${commandLine(`operation stop ${id}`)}`)
}
