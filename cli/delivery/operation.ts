import type { Instant } from '../../src/domain/instant.ts'
import { OPERATION_FILTERS } from '../../src/domain/lists/lists.ts'
import { describeOperation, OPERATION_KINDS } from '../../src/domain/operation/operation.ts'
import { actOnService, ask } from '../client/session.ts'
import { parseId } from '../options/option-values.ts'
import { commandLine } from '../program/command-line.ts'
import { type CliContext, defineNoun, TaughtCommand } from '../program/command.ts'
import { defineList } from '../resource/list.ts'
import { defineShow, type ShowView } from '../resource/by-id.ts'
import { asNumber, asText, asTexts, type Received } from '../view/response.ts'
import { describeTime } from '../view/human-units.ts'
import { type Part, type Screen, type Tone, toned } from '../view/screen.ts'

export const defineOperation = defineNoun('operation', {
  summary: 'follow and stop what is done to many deliveries',
  description:
    'Retrying, cancelling or rerouting many deliveries is an operation: it works in the background, step by step, and goes on after a restart. It is begun with: tocsin delivery retry, cancel or reroute.',
  examples: {
    'tocsin operation list': 'what was done lately, and what is under way',
    'tocsin operation show 5': 'how far it is',
    'tocsin operation stop 5': 'what it has done stays done',
  },
  verbs: (context) => [
    defineOperationList(context),
    defineOperationShow(context),
    defineOperationStop(context),
  ],
})

const defineOperationList = defineList({
  path: '/v1/delivery-operations',
  help: {
    summary: 'list operations on many deliveries',
    description: 'Lists operations, newest first.',
    examples: {
      'tocsin operation list': 'the newest 50',
      'tocsin operation list --state running': 'what is under way',
    },
  },
  filters: OPERATION_FILTERS,
  columns: (now) => [
    { title: 'ID', cell: (operation) => asText(operation.id), align: 'right' },
    { title: 'STATE', cell: describeOperationState },
    { title: 'DONE', cell: describeShare, align: 'right' },
    { title: 'CHANGED', cell: (operation) => asText(operation.changed), align: 'right' },
    { title: 'SKIPPED', cell: (operation) => asText(operation.skipped), align: 'right' },
    { title: 'CREATED', cell: (operation) => describeTime(operation.created_at, now) },
    { title: 'BY', cell: (operation) => asText(operation.created_by), shrinks: true },
    { title: 'WHAT', cell: describeTask, shrinks: true },
  ],
  whenEmpty: { noun: ['operation', 'operations'] },
})

const defineOperationShow = defineShow({
  path: '/v1/delivery-operations/{id}',
  help: {
    summary: 'show the progress of an operation',
    description: 'Shows what an operation does, to which deliveries, and how far it is.',
    examples: { 'tocsin operation show 5': 'its state, its share, and how many it changed' },
  },
  argument: 'id of the operation',
  draw: showOperation,
})

function defineOperationStop(context: CliContext) {
  const command = new TaughtCommand('stop', {
    summary: 'stop an operation that is running',
    description: 'What the operation has done stays done; the other deliveries are left alone.',
    examples: { 'tocsin operation stop 5': 'at once, between two steps' },
  }).argument('<id>', 'id of the operation', parseId)
  return actOnService(command, context, async (session, _options, id) => {
    const { text, json } = await ask(session.client, 'POST', '/v1/delivery-operations/{id}/stop', { id })
    session.print(text, (screen) => screen.line(...describeEnd(json, context.clock.now())))
  })
}

const TONE_OF: Readonly<Record<string, Tone>> = {
  done: 'good',
  failed: 'bad',
  stopped: 'warn',
  running: 'warn',
}

export function describeOperationState(operation: Received<'DeliveryOperation'>): Part {
  return toned(asText(operation.state), TONE_OF)
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
 * `12 sent to the other webhook, 596 notified there already, 608 cancelled here`; for a dry run, what would
 * happen.
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
  { id, now }: ShowView,
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
