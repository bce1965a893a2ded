import { SILENCE_FILTERS } from '../../src/domain/lists/lists.ts'
import { actOnService, ask } from '../client/session.ts'
import { parseId } from '../options/option-values.ts'
import { type CliContext, defineNoun, TaughtCommand } from '../program/command.ts'
import { showListedWarnings, showMatchWarnings } from '../resource/match-warnings.ts'
import { defineList } from '../resource/list.ts'
import { defineShow } from '../resource/by-id.ts'
import { defineSilenceAdd } from './silence-add.ts'
import { usageError } from '../program/cli-error.ts'
import { addSilenceOptions, toSilenceBody } from './silence-options.ts'
import { parseInstant, type Instant } from '../../src/domain/instant.ts'
import { IDLE_SILENCE_MS, isIdle } from '../../src/domain/silence/silence.ts'
import { asNumber, asText, asTexts, type Received } from '../view/response.ts'
import { describeTime } from '../view/human-units.ts'
import type { Column, Part, Screen } from '../view/screen.ts'
import { commandLine } from '../program/command-line.ts'

export const defineSilence = defineNoun('silence', {
  summary: 'hold notifications for a while',
  description:
    'A silence holds notifications of the alerts and job runs that its matchers meet, until it ends. The clear of an alert that was notified is still sent; when the silence ends, receivers get the current state of what they missed, once.',
  examples: {
    'tocsin silence add --match \'server="db-1"\' --for 2h --reason "patching"': 'for two hours from now on',
    'tocsin silence add --match \'server="db-1"\' --while -- pg_upgrade --jobs 4':
      'for as long as a command runs',
    'tocsin silence list': 'what is silenced now or later',
    'tocsin silence end 5': 'end it now: what it held is sent',
  },
  verbs: (context) => [
    defineSilenceAdd(context),
    defineSilenceList(context),
    defineSilenceShow(context),
    defineSilenceEdit(context),
    defineSilenceEnd(context),
  ],
})

const defineSilenceList = defineList({
  path: '/v1/silences',
  help: {
    summary: 'list silences',
    description:
      'Lists the silences that are active or begin later, newest first. Those that have ended are kept as long as events.',
    examples: {
      'tocsin silence list': 'active and pending ones',
      'tocsin silence list --state expired': 'those that have ended',
    },
  },
  filters: SILENCE_FILTERS,
  // A given state filter is in the query already.
  query: (options) => ('state' in options ? {} : { state: 'pending,active' }),
  columns: silenceColumns,
  whenEmpty: {
    noun: ['silence', 'silences'],
    remedy: 'Add one with: tocsin silence add',
    leftOut: 'No silence is active or planned. Those that have ended: tocsin silence list --state expired',
  },
  after: (screen, silences, now) => {
    showListedWarnings(screen, 'silence', silences)
    showIdle(screen, silences, now)
  },
})

const defineSilenceShow = defineShow({
  path: '/v1/silences/{id}',
  argument: 'id of the silence',
  help: {
    summary: 'show a silence',
    description: 'Shows its matchers, its times, its reason, and what it holds now.',
    examples: { 'tocsin silence show 5': 'the silence with the id 5' },
  },
  draw: (screen, silence, { now }) => showSilence(screen, silence, now),
})

function defineSilenceEnd(context: CliContext) {
  const command = new TaughtCommand('end', {
    summary: 'end a silence now',
    description:
      'Ends a silence. Receivers get the current state of the alerts that it held, unless they have it already.',
    examples: { 'tocsin silence end 5': 'the silence with the id 5' },
  }).argument('<id>', 'id of the silence', parseId)
  return actOnService(command, context, async ({ client, print }, _options, id) => {
    const { json: before } = await ask(client, 'GET', '/v1/silences/{id}', { id })
    const { text } = await ask(client, 'DELETE', '/v1/silences/{id}', { id })
    print(text, (screen) => screen.line(`Silence ${id} has ended. ${describeHeld(before)}`))
  })
}

function defineSilenceEdit(context: CliContext) {
  const command = new TaughtCommand('edit', {
    summary: 'change a silence that has not ended',
    description:
      'Changes what is given. The end and the reason can always be changed; the matchers, the webhooks and the begin only before the silence begins.',
    examples: {
      'tocsin silence edit 5 --for 1h': 'let it end in an hour',
      'tocsin silence edit 5 --until 2026-09-15T06:00:00Z --reason "patching takes longer"': 'until a time',
    },
  }).argument('<id>', 'id of the silence', parseId)
  return actOnService(addSilenceOptions(command, context), context, async (session, options, id) => {
    const body = toSilenceBody(options)
    if (Object.values(body).every((value) => value === undefined))
      throw usageError('There is nothing to change.', ['See: tocsin silence edit --help'])
    const { text, json } = await ask(session.client, 'PATCH', '/v1/silences/{id}', { id, body })
    session.print(text, (screen) => showSilence(screen, json, context.clock.now()))
  })
}

type Silence = Received<'Silence'>

function silenceColumns(now: Instant): readonly Column<Silence>[] {
  return [
    { title: 'ID', cell: (silence) => asText(silence.id), align: 'right' },
    { title: 'STATE', cell: stateOf },
    { title: 'BEGINS', cell: (silence) => describeTime(silence.starts_at, now) },
    { title: 'ENDS', cell: (silence) => describeTime(silence.ends_at, now) },
    { title: 'HELD', cell: (silence) => asText(silence.held), align: 'right' },
    { title: 'MATCH', cell: (silence) => asText(silence.match), shrinks: true },
    { title: 'REASON', cell: (silence) => asText(silence.reason), shrinks: true },
    { title: 'BY', cell: (silence) => asText(silence.created_by), shrinks: true },
  ]
}

function showSilence(screen: Screen, silence: Silence, now: Instant): void {
  const webhooks = silence.webhook_ids
  screen.fields([
    ['silence', asText(silence.id)],
    ['state', stateOf(silence)],
    ['match', asText(silence.match)],
    ['webhooks', Array.isArray(webhooks) ? asTexts(webhooks.map(String)).join(', ') : 'all'],
    ['begins', withTime(silence.starts_at, now)],
    ['ends', withTime(silence.ends_at, now)],
    ['reason', asText(silence.reason)],
    ['by', asText(silence.created_by)],
    ['held', asText(silence.held)],
    ['last held', silence.last_held_at === null ? 'never' : describeTime(silence.last_held_at, now)],
  ])
  showMatchWarnings(screen, silence.warnings)
  showIdle(screen, [silence], now)
}

/** Names silences that have held nothing for a week and were probably forgotten. */
function showIdle(screen: Screen, silences: readonly Silence[], now: Instant): void {
  for (const silence of silences) {
    const times = {
      startsAt: parseInstant(asText(silence.starts_at)) ?? now,
      lastHeldAt: parseInstant(asText(silence.last_held_at)) ?? null,
    }
    if (silence.state !== 'active' || !isIdle(times, now)) continue
    const text = `Silence ${asText(silence.id)} has held nothing for ${IDLE_SILENCE_MS / 86_400_000} days. End it with: ${commandLine(`silence end ${asText(silence.id)}`)}`
    screen.line({ text, tone: 'warn' })
  }
}

function describeHeld({ held }: Silence): string {
  const count = asNumber(held) ?? 0
  if (count === 0) return 'It held nothing.'
  return count === 1
    ? 'It held 1 notification, which is sent now if it is still true.'
    : `It held ${count} notifications, which are sent now as far as they are still true.`
}

function stateOf({ state }: Silence): Part {
  return { text: asText(state), tone: state === 'active' ? 'warn' : 'dim' }
}

function withTime(value: unknown, now: Instant): string {
  return `${asText(value)} (${describeTime(value, now)})`
}
