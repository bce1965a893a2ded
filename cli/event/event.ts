import type { Instant } from '../../src/domain/instant.ts'
import { parseId } from '../options/option-values.ts'
import { EVENTS } from '../../src/domain/lists/indexed-lists.ts'
import { type CliContext, defineNoun, TaughtCommand } from '../program/command.ts'
import { defineList } from '../resource/list.ts'
import { defineShow, type ShowView } from '../resource/by-id.ts'
import { asObject, asObjects, asText, asTexts, describeMember, type Received } from '../view/response.ts'
import { describeTime, withRelativeTimes } from '../view/human-units.ts'
import { mapText, type Screen } from '../view/screen.ts'
import { describeChange, describeDeliveryState } from '../view/state-words.ts'
import { commandLine } from '../program/command-line.ts'
import { actOnService, ask } from '../client/session.ts'

export const defineEvent = defineNoun('event', {
  summary: 'list and show events, and explain who was notified',
  description:
    'An event is a change of state of an alert, or a job run. Each matching webhook gets a delivery of it.',
  examples: {
    'tocsin event list --since 1h': 'what happened in the last hour',
    'tocsin event show 17': 'all its details',
    'tocsin event explain 17': 'who was notified, who was not, and why',
  },
  verbs: (context) => [defineEventList(context), defineEventShow(context), defineEventExplain(context)],
})

const defineEventList = defineList({
  path: '/v1/events',
  help: {
    summary: 'list events',
    description: 'Lists events, newest first: changes of state of alerts, and job runs.',
    examples: {
      'tocsin event list': 'the newest 50',
      'tocsin event list --kind job_run --since 1d': 'the job runs since yesterday',
      'tocsin event list --alert 5 --all': 'the story of one alert',
      'tocsin event list --notified-nobody --since 1d': 'what no webhook took since yesterday',
    },
  },
  filters: EVENTS.filters,
  columns: (now) => [
    { title: 'ID', cell: (event) => asText(event.id), align: 'right' },
    { title: 'ACCEPTED', cell: (event) => describeTime(event.accepted_at, now) },
    { title: 'SOURCE', cell: (event) => asText(event.source), shrinks: true },
    { title: 'CHANGE', cell: describeChange },
    { title: 'NAME', cell: (event) => asText(event.name), shrinks: true },
    { title: 'SERVER', cell: (event) => asText(event.server?.name) || '-', shrinks: true },
  ],
  canFollow: true,
  whenEmpty: { noun: ['event', 'events'], remedy: 'Report something with: tocsin alert send' },
})

const defineEventShow = defineShow({
  path: '/v1/events/{id}',
  help: {
    summary: 'show one event with its deliveries',
    description: 'Shows what happened, where, and the deliveries that bring it to webhooks.',
    examples: { 'tocsin event show 17': 'what happened, and who is notified' },
  },
  argument: 'id of the event',
  draw: showEvent,
})

const SAID_BEFORE: ReadonlySet<string> = new Set([
  'id',
  'kind',
  'name',
  'old_state',
  'new_state',
  'status',
  'deliveries',
  'not_notified',
])

function showEvent(screen: Screen, event: Received<'EventWithDeliveries'>, { now }: ShowView): void {
  const id = asText(event.id)
  screen.line({ text: `Event ${id}: `, tone: 'strong' }, `${asText(event.name)}, ${describeChange(event)}`)
  const others = Object.entries(event).filter(([member]) => !SAID_BEFORE.has(member))
  screen.fields(
    others.map(([member, value]) => [member.replaceAll('_', ' '), describeMember(member, value, now)]),
  )
  for (const delivery of asObjects(event.deliveries)) {
    screen.line(
      `Delivery ${asText(delivery.id)} to webhook ${asText(delivery.webhook_id)}: `,
      describeDeliveryState(delivery.state),
    )
  }
  screen.line(`Who was notified, who was not, and why: ${commandLine(`event explain ${id}`)}`)
}

function defineEventExplain(context: CliContext) {
  const command = new TaughtCommand('explain', {
    summary: 'explain which webhooks an event notified, which not, and why',
    description:
      'Says for each webhook in a sentence whether it was notified, what it still waits for, or why it is not notified. The reason is that of the moment at which the event was accepted, also if the webhook was changed or deleted since.',
    examples: { 'tocsin event explain 17': 'why was nobody notified?' },
  }).argument('<id>', 'id of the event', parseId)
  return actOnService(command, context, async (session, _options, id) => {
    const { text, json } = await ask(session.client, 'GET', '/v1/events/{id}/explain', { id })
    session.print(text, (screen) => showExplanation(screen, json, context.clock.now()))
  })
}

type Explanation = Received<'Explanation'>

function showExplanation(screen: Screen, explanation: Explanation, now: Instant): void {
  const event = explanation.event ?? {}
  screen.line(
    { text: `Event ${asText(event.id)}: `, tone: 'strong' },
    `${asText(event.name)}, ${describeChange(event)}, accepted ${describeTime(event.accepted_at, now)}`,
  )
  const ending = 'ending' in event ? asText(event.ending) : ''
  if (ending !== '') screen.line({ text: 'Cleared because: ', tone: 'dim' }, ending)
  const notified = asObjects(explanation.notified)
  const notNotified = asObjects(explanation.not_notified)
  if (notified.length === 0) screen.line('Nobody is notified of it.')
  else screen.line({ text: 'Notified:', tone: 'dim' })
  const idWidth = Math.max(...notified.map(({ id }) => asText(id).length))
  const stateWidth = Math.max(...notified.map(({ state }) => asText(state).length))
  for (const { id, state, sentence } of notified) {
    // Never cut: the sentence is what was asked for.
    screen.line(
      `  ${asText(id).padStart(idWidth)}  `,
      mapText(describeDeliveryState(state), (text) => text.padEnd(stateWidth)),
      `  ${withRelativeTimes(asText(sentence), now)}`,
    )
  }
  const notifiedCount = sumOf(explanation.notified_counts)
  if (notifiedCount > notified.length)
    screen.line(
      `  … and ${notifiedCount - notified.length} earlier ones: ${commandLine(`delivery list --event ${asText(event.id)}`)}`,
    )
  if (notNotified.length > 0) screen.line({ text: 'Not notified:', tone: 'dim' })
  for (const webhook of notNotified) screen.line(`  ${asText(webhook.sentence)}`)
  for (const undecided of asTexts(explanation.undecided)) screen.line({ text: undecided, tone: 'warn' })
  const notNotifiedCount = sumOf(explanation.not_notified_counts)
  if (notNotifiedCount > notNotified.length)
    screen.line(`  … and ${notNotifiedCount - notNotified.length} more webhooks.`)
}

function sumOf(counts: Explanation['notified_counts'] | Explanation['not_notified_counts']): number {
  return Object.values(asObject(counts)).reduce<number>((sum, count) => sum + Number(count), 0)
}
