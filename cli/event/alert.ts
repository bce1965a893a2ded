import { parseDuration } from '../../src/domain/spelling.ts'
import { ALERT_STATES } from '../../src/domain/alert/alert.ts'
import { formatInstant, type Instant } from '../../src/domain/instant.ts'
import { withoutUndefined } from '../../src/domain/without-undefined.ts'
import { actOnService, AS_OPTION, ask, inTheNameOf } from '../client/session.ts'
import { defineAlertClear, defineAlertList, defineAlertShow } from './alert-list.ts'
import type { CliContext, CommandHelp, OptionsOf } from '../program/command.ts'
import { defineNoun, TaughtCommand } from '../program/command.ts'
import { asNumber, asObjects, asText, asTexts, type Received } from '../view/response.ts'
import { durationText, instantText, oneOf, parseId } from '../options/option-values.ts'
import {
  addLocationOptions,
  checkReportOptions,
  objectOf,
  readReports,
  toLocationMembers,
} from '../options/report-options.ts'
import type { Part, Screen } from '../view/screen.ts'
import { describeAcknowledgementEnd } from '../view/state-words.ts'

export const defineAlert = defineNoun('alert', {
  summary: 'report, list, show, acknowledge and clear alerts',
  description:
    'An alert is a condition on a database object, with a state: low, medium, high or cleared. Monitors report it here; webhooks are notified when its state changes.',
  examples: {
    'tocsin alert send --key "lag pg-orders-2" --name "Replication lag" --state high --server pg-orders-2 --value 412 --threshold 60':
      'raise one',
    'tocsin alert send --key "lag pg-orders-2" --state cleared': 'and clear it',
    'tocsin alert list --active': 'what is wrong now',
    'tocsin alert acknowledge 42 --note "replacing the disk"': 'acknowledge one',
    'tocsin alert clear 42 --note "the server is gone"': 'end one that nobody will report as over',
  },
  verbs: (context) => [
    defineAlertSend(context),
    defineAlertList(context),
    defineAlertShow(context),
    defineAlertAcknowledge(context),
    defineAlertClear(context),
  ],
})

function addSendOptions(command: TaughtCommand) {
  const named = command
    .option('--key <key>', 'identity of the alert, the same from raise to clear')
    .option('--name <name>', 'what it is called; a clear may leave it out')
    .option('--state <state>', ALERT_STATES.join(', '), oneOf(ALERT_STATES))
    .option('--at <time>', 'when it was seen, e.g. 2026-09-14T03:12:40Z (default: now)', instantText)
    .option('--object <name>', 'what it is about')
    .option('--object-type <type>', 'what kind of thing that is, e.g. server or table')
  return addLocationOptions(named)
    .option('--schema <name>', 'schema')
    .option('--package <name>', 'package')
    .option('--database-object <name>', 'table, index, …')
    .option('--value <value>', 'what was measured')
    .option('--threshold <value>', 'where it becomes an alert')
    .option('--parameters <text>', 'parameters of the check')
    .option('--info <text>', 'anything else a person should read')
    .option('--link <url>', "the monitor's own page about it")
    .option(
      '--expires-in <duration>',
      'counts as cleared after this long without news, e.g. 10m',
      durationText,
    )
    .option('--file <file>', 'a JSON file instead of all these; - reads stdin')
}

function defineAlertSend(context: CliContext) {
  const command = addSendOptions(new TaughtCommand('send', HELP))
  return actOnService(command, context, async (session, options) => {
    checkReportOptions(
      command,
      options.state === 'cleared' ? ['--key', '--state'] : ['--key', '--name', '--state'],
    )
    const observations =
      options.file === undefined
        ? [toObservation(options, context.clock.now())]
        : await readReports<Received<'Observation'>>(options.file, context)
    const body = options.file === undefined ? observations[0] : observations
    const { text, json } = await ask(session.client, 'POST', '/v1/alerts', { body })
    session.print(text, (screen) => {
      for (const [index, result] of asObjects(json.results).entries()) {
        showResult(screen, result, asText(observations[index]?.key))
      }
    })
  })
}

function toObservation(options: OptionsOf<typeof addSendOptions>, now: Instant) {
  const { key, name, state, at, schema, parameters, info, expiresIn } = options
  return withoutUndefined({
    key,
    name,
    state,
    at,
    object: objectOf({ type: options.objectType, name: options.object }),
    ...toLocationMembers(options),
    schema,
    package: options.package,
    database_object: options.databaseObject,
    current_value: options.value,
    threshold_value: options.threshold,
    parameters,
    info,
    source_link: options.link,
    expires_at: expiresIn === undefined ? undefined : formatInstant(now + parseDuration(expiresIn)),
  })
}

const RESULTS: Readonly<Record<string, Part>> = {
  raised: { text: 'raised', tone: 'bad' },
  changed: { text: 'changed', tone: 'warn' },
  cleared: { text: 'cleared', tone: 'good' },
  refreshed: 'refreshed (the state is the same: nobody is notified)',
  stale: 'stale (older than what is known: nobody is notified)',
  ignored: 'ignored (cleared, but there was no such alert)',
}

function showResult(screen: Screen, result: Received<'ObservationResult'>, key: string): void {
  const word = asText(result.result)
  screen.line(`${key}: `, RESULTS[word] ?? word, describeEffect(result))
  for (const warning of asTexts(result.warnings))
    screen.line({ text: '  warning', tone: 'warn' }, ` ${warning}`)
}

type ReportResult = Received<'ObservationResult'> | Received<'JobRunResult'>

/** `, alert 4, event 17, 2 deliveries` */
export function describeEffect(result: ReportResult): string {
  const ids = [
    ['alert', 'alert_id' in result ? result.alert_id : undefined],
    ['job run', 'job_run_id' in result ? result.job_run_id : undefined],
    ['event', result.event_id],
  ] as const
  const parts = ids.flatMap(([word, id]) => (asText(id) === '' ? [] : [`${word} ${asText(id)}`]))
  const count = Array.isArray(result.deliveries) ? result.deliveries.length : asNumber(result.deliveries)
  const hasEvent = asText(result.event_id) !== ''
  const deliveries =
    hasEvent && count !== undefined ? [`${count} ${count === 1 ? 'delivery' : 'deliveries'}`] : []
  return [...parts, ...deliveries].map((part) => `, ${part}`).join('')
}

const HELP: CommandHelp = {
  summary: 'report what a monitor sees of an alert',
  description:
    'Sends one observation, or those of a JSON file in one request: all are taken or none. The same key is the same alert: a new state notifies the webhooks, the same state again notifies nobody.',
  examples: {
    'tocsin alert send --key "lag pg-orders-2" --name "Replication lag" --state high --server pg-orders-2 --value 412 --threshold 60 --label team=dba':
      'raise an alert',
    'tocsin alert send --key "lag pg-orders-2" --state cleared': 'clear the alert',
    'tocsin alert send --key "disk pg-orders-2" --name "Disk nearly full" --state medium --expires-in 10m':
      'from a check that speaks only while something is wrong: raised until it has not been sent for ten minutes',
    'tocsin alert send --file alerts.json': 'many at once: an array of objects as POST /v1/alerts takes them',
  },
}

function defineAlertAcknowledge(context: CliContext) {
  const command = new TaughtCommand('acknowledge', {
    summary: 'acknowledge an alert',
    description:
      'Acknowledges an active alert until it gets worse than it is now or clears, or for a term. Everybody who looks at the alert reads who acknowledged it; webhooks with the setting acknowledgements are notified. It holds nothing back: for that there are silences.',
    examples: {
      'tocsin alert acknowledge 42 --note "replacing the disk"': 'for a day',
      'tocsin alert acknowledge 42 --for 8h --as ada': 'for the shift of somebody',
      'tocsin alert acknowledge 42 --withdraw': 'not any more; nobody is notified',
    },
  })
    .argument('<id>', 'id of the alert', parseId)
    .option('--note <text>', 'what you do about it')
    .option('--for <duration>', 'how long it counts, from 1m to 30d (default: 1d)', durationText)
    .option('--withdraw', 'take the acknowledgement back')
    .option(...AS_OPTION)
  return actOnService(command, context, async (session, options, id) => {
    const path = '/v1/alerts/{id}/acknowledgement' as const
    if (options.withdraw === true) {
      const { text } = await ask(session.client, 'DELETE', path, { id })
      session.print(text, (screen) => screen.line(`Alert ${id} is no longer acknowledged.`))
      return
    }
    const { text, json } = await inTheNameOf(options.as, context.environment, (as) => {
      const body = withoutUndefined({ note: options.note, for: options.for, as })
      return ask(session.client, 'POST', path, { id, body })
    })
    session.print(text, (screen) => {
      const term = describeAcknowledgementEnd(json.alert?.acknowledgement, context.clock.now())
      const count = json.deliveries
      const notified =
        count === 0 ? '' : ` ${asText(count)} ${count === 1 ? 'webhook' : 'webhooks'} will be notified.`
      screen.line(`Alert ${id} is acknowledged ${term}.${notified}`)
    })
  })
}
