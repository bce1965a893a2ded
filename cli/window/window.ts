import { type CliContext, defineNoun, TaughtCommand } from '../program/command.ts'
import { defineDelete, defineShow } from '../resource/by-id.ts'
import { showListedWarnings, showMatchWarnings } from '../resource/match-warnings.ts'
import { defineList } from '../resource/list.ts'
import { asObjects, asText, asTexts } from '../view/response.ts'
import { showWindow, windowColumns, showNext } from './window-view.ts'
import { commandLine } from '../program/command-line.ts'
import { actOnService, ask, type Session } from '../client/session.ts'
import { parseId } from '../options/option-values.ts'
import { usageError } from '../program/cli-error.ts'
import { addWindowOptions, toWindowBody, type WindowOptions } from './window-options.ts'

const OCCURRENCE_HELP = {
  skip: {
    summary: 'skip one occurrence',
    description:
      'Cancels the occurrence of a maintenance window that begins on a day, and no other. If it is under way, it ends: receivers get the current state of what it held.',
    examples: { 'tocsin window skip 2 2026-12-06': 'nothing is held on that day' },
  },
  restore: {
    summary: 'take back that an occurrence is cancelled',
    description:
      'Has the occurrence of a maintenance window that begins on a day hold again, whether it was skipped or its silence was ended.',
    examples: { 'tocsin window restore 2 2026-12-06': 'it is held on that day after all' },
  },
} as const

const REQUIRED = ['name', 'match', 'at', 'for', 'reason'] as const

export const defineWindow = defineNoun('window', {
  summary: 'silence again and again, in maintenance windows',
  description:
    'A maintenance window silences the alerts and job runs that its matchers meet, each time that it occurs. Each occurrence is a silence: tocsin silence list shows it from a day before it begins. tocsin window skip cancels one, however early.',
  examples: {
    'tocsin window add --name "Sunday patching" --match \'server=~"db-.*"\' --weekly sun --at 22:00 --for 4h --reason "patches"':
      'every Sunday night, in the time zone of this machine',
    'tocsin window list': 'all windows, and when they begin next',
    'tocsin window show 2': 'the next five occurrences, in its zone and in UTC',
  },
  verbs: (context) => [
    defineWindowAdd(context),
    defineWindowList(context),
    defineWindowShow(context),
    defineWindowEdit(context),
    defineWindowOccurrence(context, 'skip'),
    defineWindowOccurrence(context, 'restore'),
    defineWindowDelete(context),
  ],
})

const defineWindowList = defineList({
  path: '/v1/windows',
  help: {
    summary: 'list maintenance windows',
    description: 'Lists maintenance windows, newest first, and when they begin next.',
    examples: { 'tocsin window list': 'the first 50' },
  },
  columns: windowColumns,
  whenEmpty: {
    noun: ['maintenance window', 'maintenance windows'],
    remedy: `Add one with: ${commandLine('window add')}`,
  },
  after: (screen, windows) => showListedWarnings(screen, 'window', windows),
})

const defineWindowShow = defineShow({
  path: '/v1/windows/{id}',
  argument: 'id of the maintenance window',
  help: {
    summary: 'show a maintenance window',
    description: 'Shows its matchers, its rule, and its next five occurrences, in its zone and in UTC.',
    examples: { 'tocsin window show 2': 'the maintenance window with the id 2' },
  },
  draw: (screen, window, { now }) => showWindow(screen, window, now),
})

const defineWindowDelete = defineDelete({
  path: '/v1/windows/{id}',
  help: {
    summary: 'delete a maintenance window',
    description:
      'Deletes a maintenance window. If it is under way, it ends: receivers get the current state of what it held. Asks first; a script says --yes.',
    examples: {
      'tocsin window delete 2': 'asks whether it is the right one',
      'tocsin window delete 2 --yes': 'does not ask',
    },
  },
  noun: 'maintenance window',
  describe: ({ id, name }) => `maintenance window ${asText(id)}, "${asText(name)}"`,
})

function defineWindowAdd(context: CliContext) {
  const command = new TaughtCommand('add', {
    summary: 'silence again and again',
    description:
      'Creates a maintenance window, and prints when it occurs next. A begin that does not exist, because clocks are put forward that night, is the first moment after the gap; one that exists twice is the first.',
    examples: {
      'tocsin window add --name "Sunday patching" --match \'server=~"db-.*"\' --weekly sun --at 22:00 --for 4h --zone Europe/Berlin --reason "patches of the week"':
        'every Sunday night',
      'tocsin window add --name "month end" --match \'label.team="billing"\' --monthly last --at 18:00 --for 10h --jobs notify_failures --reason "month-end batch"':
        'the last day of each month; jobs that fail are still sent',
      'tocsin window add --name "failover test" --match \'server="db-1"\' --on 2026-12-31,2027-03-31 --at 06:00 --for 1h --reason "failover test"':
        'on some days',
    },
  })
  return actOnService(addWindowOptions(command), context, async (session, options) => {
    refuseMissing(options)
    const { zone = new Intl.DateTimeFormat().resolvedOptions().timeZone } = options
    const body = { ...toWindowBody(options), zone }
    const { text, json } = await ask(session.client, 'POST', '/v1/windows', { body })
    session.print(text, (screen) => {
      screen.line(`Maintenance window ${asText(json.id)} is set, in the time of ${asText(json.zone)}.`)
      showMatchWarnings(screen, json.warnings)
      showNext(screen, json, context.clock.now())
    })
  })
}

function defineWindowOccurrence(context: CliContext, verb: keyof typeof OCCURRENCE_HELP) {
  const command = new TaughtCommand(verb, OCCURRENCE_HELP[verb])
    .argument('<id>', 'id of the maintenance window', parseId)
    .argument('<day>', 'the day on which the occurrence begins, e.g. 2026-12-06')
  return actOnService(command, context, async (session, _options, id, day) => {
    const path = verb === 'skip' ? '/v1/windows/{id}/skip' : '/v1/windows/{id}/restore'
    const before = verb === 'restore' && !session.isJson ? await isCancelled(session, id, day) : true
    const { text, json } = await ask(session.client, 'POST', path, { id, body: { day } })
    session.print(text, (screen) => {
      const name = asText(json.name)
      if (verb === 'skip') screen.line(`${name} holds nothing on ${day}.`)
      else
        screen.line(
          before ? `${name} occurs on ${day} again.` : `${name} was not skipped on ${day}; it occurs then.`,
        )
      showNext(screen, json, context.clock.now())
    })
  })
}

async function isCancelled({ client }: Session, id: string, day: string): Promise<boolean> {
  const { json } = await ask(client, 'GET', '/v1/windows/{id}', { id })
  const next = asObjects(json.next).find((occurrence) => asText(occurrence.day) === day)
  return asTexts(json.except).includes(day) || next?.cancelled === true
}

function refuseMissing(options: WindowOptions): void {
  const missing = REQUIRED.filter((name) => options[name] === undefined)
    .filter((name) => name !== 'match' || !options.everything)
    .map((name) => `--${name}`)
  const { daily, weekly, monthly, on, repeat } = options
  if (!daily && [weekly, monthly, on, repeat].every((one) => one === undefined))
    missing.push('--weekly sun (or --daily, --monthly, --on, --repeat)')
  if (missing.length > 0) throw usageError(`A maintenance window also needs ${missing.join(', ')}.`)
}

function defineWindowEdit(context: CliContext) {
  const command = new TaughtCommand('edit', {
    summary: 'change a maintenance window',
    description:
      'Changes what is given. If the window is under way and holds something else from now on, receivers get the current state of what it does not hold any more.',
    examples: {
      'tocsin window edit 2 --for 6h': 'let it last longer',
      'tocsin window edit 2 --weekly sat,sun --at 23:00': 'on other days, later',
    },
  }).argument('<id>', 'id of the maintenance window', parseId)
  return actOnService(addWindowOptions(command), context, async (session, options, id) => {
    const body = toWindowBody(options)
    if (Object.values(body).every((value) => value === undefined))
      throw usageError('There is nothing to change.', ['See: tocsin window edit --help'])
    const { text, json } = await ask(session.client, 'PATCH', '/v1/windows/{id}', { id, body })
    session.print(text, (screen) => showWindow(screen, json, context.clock.now()))
  })
}
